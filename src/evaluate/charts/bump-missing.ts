import type { Finding } from '../../domain/finding.ts'
import { words } from '../../domain/words.ts'
import type { Silent } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, nextFreePart, placeOf, versionLine } from './phrases.ts'
import { isSameContent, packagedVersion } from './tips.ts'

/** What Helm packs changes, and the version stays. */
export const bumpMissing: OwnRule = { id: 'bump-missing', evaluate }

function evaluate(context: ChartContext): readonly Finding[] {
  const { state, policy } = context
  const severity = atMost(policy.charts.rules['bump-missing'], 'block')
  if (state.kind !== 'silent' || severity === null) return []
  const chart = chartLeftAt(state)
  if (chart === null || isOnBase(state, context)) return []
  const changes = context.packagedChanges(state.touched)
  const about = { rule: 'bump-missing' as const, claim: state.touched.path, place: chart.place }
  if (!changes.known) {
    // A rule that only warns does not stop a pull request for what it could not read.
    if (severity !== 'block') return []
    const says = words`Whether ${named(chart)} needs a new version could not be told`
    const fixes = [{ how: words`Nothing to do: it is read again by itself.` }]
    const unread = { severity: 'unknown' as const, retry: changes.retry, fixes, says }
    return [{ ...about, ...unread, seen: words`${changes.what}`, wanted: words`a .helmignore that can be read` }]
  }
  const [first, ...rest] = changes.value
  if (first === undefined) return []
  const free = nextFree(state, context, chart.version)
  const says = words`${named(chart)} changes without a new version`
  const more = rest.length === 0 ? [] : words` and ${rest.length} more`
  return [
    {
      ...about,
      severity,
      says: fitting(words`${says}${nextFreePart(free)}`, says),
      seen: words`${first}${more} ${rest.length === 0 ? words`is` : words`are`} part of the package, and the version stays ${chart.version}`,
      wanted: words`a new version for every change of what is packaged`,
      fixes:
        free === null
          ? []
          : [
              {
                how: words`Set the version in ${state.touched.path} to ${free}, the next free one.`,
                paste: versionLine(free, chart.style),
              },
            ],
    },
  ]
}

function chartLeftAt({ touched }: Silent) {
  const head = touched.head.known ? touched.head.value : null
  if (head === null || head.file.loads !== true) return null
  const version = packagedVersion(head.file)
  if (version === null) return null
  const { name, version: scalar } = head.file
  return { chart: name, version, style: scalar.style, place: placeOf(touched.path, scalar.position) }
}

/** The branch only repeats what its base has, or moves the chart as it is. */
function isOnBase({ touched }: Silent, { tips, pull }: ChartContext): boolean {
  const head = touched.head.known ? touched.head.value : null
  const { mergeBase } = touched
  const before = mergeBase !== 'not-read' && mergeBase.known ? mergeBase.value : null
  if (head !== null && before !== null && isSameContent(before, head)) return true
  const base = tips.of(pull.baseRefName)
  if (head?.file.name === undefined || !base.known) return false
  return (base.value.get(head.file.name) ?? []).some((chart) => isSameContent(chart, head))
}

function nextFree({ touched }: Silent, { next, tips, pull }: ChartContext, version: string): string | null {
  const base = tips.of(pull.baseRefName)
  const name = touched.head.known ? touched.head.value?.file.name : undefined
  const here = base.known && name !== undefined ? base.value.get(name) : undefined
  const atTip = here?.find(({ directory }) => directory === touched.directory) ?? here?.[0]
  const tip = atTip === undefined ? null : packagedVersion(atTip.file)
  return name === undefined ? null : next.after(name, tip ?? version, null, tip ?? version)
}
