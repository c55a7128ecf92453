/** Where a scalar stands in a file. Lines and columns from 1, end column inclusive. */
export interface ScalarPosition {
  readonly line: number
  readonly startColumn: number
  readonly endColumn: number
}

/** One Chart.yaml as Helm would read it. Made by `facts/parse/chart-yaml.ts`. */
export type ChartFile =
  | {
      readonly loads: true
      readonly name: string
      readonly version: ChartVersion
      readonly appVersion?: string
      readonly appVersionPosition?: ScalarPosition
      /** Paths after `file://` among its dependencies, as written; absent where there are none. */
      readonly localDependencies?: readonly string[]
    }
  /** Helm refuses it. `version` is there when a version could be read all the same. */
  | {
      readonly loads: false
      readonly name?: string
      readonly version?: ChartVersion
      /** Why, as a sentence part without text from the file: "it is no YAML: unresolved conflict markers". */
      readonly why: string
      /** What to do about it, as a sentence. */
      readonly fix: string
      readonly position?: ScalarPosition
    }
  /** A number that a release process replaces (`0.0.0`, `{{ .Version }}`): it claims nothing. */
  | {
      readonly loads: 'placeholder'
      readonly name?: string
      readonly written: string
      readonly position?: ScalarPosition
    }

export interface ChartVersion {
  /** The text in the file, without quotes: `1.10`. */
  readonly written: string
  /** What Helm packages: `1.1` for an unquoted `1.10`. Null where Helm refuses. */
  readonly packaged: string | null
  readonly style: 'plain' | 'single' | 'double' | 'block'
  /** Strict SemVer 2, as `helm lint` asks for. */
  readonly strict: boolean
  readonly position: ScalarPosition
}
