/** The only name Helm accepts, in exactly this case. */
export const chartFileName = 'Chart.yaml'

/** The directory of a path from the repository's root; `.` for the root itself. */
export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '.' : path.slice(0, slash)
}

export function isChartFile(path: string): boolean {
  return path === chartFileName || path.endsWith(`/${chartFileName}`)
}

/** Where Helm 2 looked for dependencies, and Helm still does for charts of `apiVersion: v1`. */
export function isRequirementsFile(path: string): boolean {
  return path === 'requirements.yaml' || path.endsWith('/requirements.yaml')
}

export function chartFileOf(directory: string): string {
  return directory === '.' ? chartFileName : `${directory}/${chartFileName}`
}

/**
 * The directories that are charts of their own: a Chart.yaml under another chart's `charts/` is vendored and belongs
 * to that parent. Under a chart at the repository's root they are charts of their own as well.
 */
export function ownCharts(directories: Iterable<string>): ReadonlySet<string> {
  const all = new Set(directories)
  return new Set([...all].filter((directory) => !isVendored(directory, all)))
}

function isVendored(directory: string, all: ReadonlySet<string>): boolean {
  const names = directory.split('/')
  return names.some((name, index) => name === 'charts' && index > 0 && all.has(names.slice(0, index).join('/')))
}

/**
 * The charts that a set of changed paths touches, each with its paths. Helm packs everything below a chart, so a path
 * belongs to every chart that encloses it. `known` are the charts at the base; a changed Chart.yaml adds its own.
 */
export function touchedCharts(
  paths: readonly string[],
  known: Iterable<string>,
): ReadonlyMap<string, readonly string[]> {
  const charts = ownCharts([...known, ...paths.filter(isChartFile).map(directoryOf)])
  const touched = new Map<string, string[]>()
  for (const path of paths) {
    for (const directory of enclosing(path)) {
      if (!charts.has(directory)) continue
      const there = touched.get(directory)
      if (there === undefined) touched.set(directory, [path])
      else there.push(path)
    }
  }
  return touched
}

function enclosing(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1)
  return ['.', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}
