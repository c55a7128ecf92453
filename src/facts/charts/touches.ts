import { type Base, directoriesOf } from './bases.ts'
import { isChartFile, touchedCharts } from './chart-directories.ts'
import type { PullWithPaths } from './diffs.ts'

/** One chart that one head touches, before anything of it is read. */
export interface Touch {
  readonly headOid: string
  readonly directory: string
  readonly paths: readonly string[]
  /** `when-it-differs`: the changed paths are unknown, so that the tip's Chart.yaml decides. */
  readonly chartFileChanged: boolean | 'when-it-differs'
  readonly base: Base | undefined
}

/** What one pull request touches; where its files are too many to list, all charts that its base is known to hold. */
export function touchesOf(pull: PullWithPaths, base: Base | undefined, fallback: Base | undefined): readonly Touch[] {
  const { node, paths } = pull
  const headOid = node.headRefOid
  if (paths.known) {
    const linked = linkedCharts(paths.value, base)
    const touched = touchedCharts(paths.value, directoriesOf(base))
    const others = [...linked].filter((directory) => !touched.has(directory))
    return [...touched, ...others.map((directory) => [directory, []] as const)].map(([directory, inside]) => {
      const isOwnChanged = inside.some((path) => isChartFile(path) && isOwnFile(path, directory))
      return { headOid, directory, paths: inside, chartFileChanged: isOwnChanged || linked.has(directory), base }
    })
  }
  if (paths.reason !== 'too-large') return []
  const directories = directoriesOf(base?.charts.known ? base : fallback)
  return directories.map((directory) => ({ headOid, directory, paths: [], chartFileChanged: 'when-it-differs', base }))
}

/** Charts whose Chart.yaml is a symbolic link to one of the paths. */
function linkedCharts(paths: readonly string[], base: Base | undefined): ReadonlySet<string> {
  if (base === undefined || !base.charts.known) return new Set()
  const { links } = base.charts.value
  return new Set(paths.flatMap((path) => links.get(path) ?? []))
}

function isOwnFile(path: string, directory: string): boolean {
  return directory === '.' ? !path.includes('/') : path.length === directory.length + '/Chart.yaml'.length
}
