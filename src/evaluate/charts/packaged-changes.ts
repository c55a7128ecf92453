import picomatch from 'picomatch'
import type { TouchedChart } from '../../domain/charts-facts.ts'
import { known, type Reading } from '../../domain/reading.ts'
import { type IgnoreRules, parseHelmignore } from '../../facts/parse/helmignore.ts'

/** Of the paths that a pull request changes in a chart, those that Helm packs and the policy does not leave out. */
export type PackagedChanges = (touched: TouchedChart) => Reading<readonly string[]>

/** @param ignore the policy's globs, relative to a chart */
export function packagedChanges(ignore: readonly string[]): PackagedChanges {
  const isIgnored = ignore.length === 0 ? () => false : picomatch([...ignore], { dot: true })
  const parsed = new Map<string, IgnoreRules | null>()
  const rulesOf = (text: string): IgnoreRules | null => {
    const before = parsed.get(text)
    if (before !== undefined) return before
    const rules = parseHelmignore(text)
    parsed.set(text, rules)
    return rules
  }
  return (touched) => {
    const { ignoreFile = known(null) } = touched
    if (!ignoreFile.known) return ignoreFile
    // Helm refuses a chart whose `.helmignore` it cannot read, so nothing is shown to be left out.
    const rules = rulesOf(ignoreFile.value ?? '')
    const isPacked = (path: string): boolean => {
      const inside = insideOf(path, touched.directory)
      return !isIgnored(inside) && !isHiddenSubchart(inside) && rules?.ignores(inside) !== true
    }
    return known(touched.changedPaths.filter(isPacked))
  }
}

function insideOf(path: string, directory: string): string {
  return directory === '.' ? path : path.slice(directory.length + 1)
}

/** Helm skips what under `charts/` begins with `_` or `.`. */
function isHiddenSubchart(path: string): boolean {
  return /^charts\/[_.]/.test(path)
}
