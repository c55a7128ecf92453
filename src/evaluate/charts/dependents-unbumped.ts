import type { ChartAt } from '../../domain/charts-facts.ts'
import type { Finding } from '../../domain/finding.ts'
import { join, words } from '../../domain/words.ts'
import type { ChartState } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { packedDirectories } from './dependents.ts'
import { atMost, placeOf, short } from './phrases.ts'

/** A chart of this repository packs the changed one by `file://` and keeps its version: its package changes silently. */
export const dependentsUnbumped: OwnRule = { id: 'dependents-unbumped', evaluate }

const shown = 3

function evaluate(context: ChartContext): readonly Finding[] {
  const { state, policy, pull, dependents } = context
  const severity = atMost(policy.charts.rules['dependents-unbumped'], 'block')
  if (severity === null || !changesPackage(context)) return []
  const { directory, path } = state.touched
  const unbumped = dependents.of(pull.baseRefName, directory).filter((chart) => !isBumped(chart, directory, context))
  const [first] = unbumped
  if (first === undefined) return []
  const names = unbumped.slice(0, shown).map((chart) => words`${short(chart.file.name ?? chart.directory)}`)
  const rest = unbumped.length - names.length
  const list = join(rest > 0 ? [...names, words`${rest} more`] : names, ', ')
  const position = state.kind === 'claims' ? state.claim.position : undefined
  return [
    {
      rule: 'dependents-unbumped',
      severity,
      claim: path,
      says: words`${short(nameOf(state))} is packed by ${short(first.file.name ?? first.directory)}${
        unbumped.length > 1 ? words` and ${unbumped.length - 1} more` : []
      }, whose version stays`,
      seen: words`${list} ${unbumped.length === 1 ? words`depends` : words`depend`} on it by file://, so that what ${
        unbumped.length === 1 ? words`it packs` : words`they pack`
      } changes`,
      wanted: words`a new version of every chart whose package changes`,
      fixes: unbumped.slice(0, shown).map((chart) => ({ how: words`Give ${chart.path} a new version too.` })),
      place: placeOf(path, position),
    },
  ]
}

/** A vendored copy is the parent's own content; here the chart itself changes. */
function changesPackage({ state, packagedChanges }: ChartContext): boolean {
  if (state.kind === 'claims') return state.effect !== 'already-there'
  if (state.kind !== 'silent') return false
  const head = state.touched.head
  if (!head.known || head.value === null) return false
  const changes = packagedChanges(state.touched)
  return changes.known && changes.value.length > 0
}

/** The pull request sets its version too, or may do so, or takes the dependency out. */
function isBumped(dependent: ChartAt, directory: string, { siblings }: ChartContext): boolean {
  const own = siblings.find(({ touched }) => touched.directory === dependent.directory)
  if (own === undefined) return false
  if (own.kind === 'claims') return true
  const head = own.touched.head.known ? own.touched.head.value : null
  return head === null || (packs(dependent, directory) && !packs(head, directory))
}

function packs(chart: ChartAt, directory: string): boolean {
  return packedDirectories(chart).includes(directory)
}

function nameOf({ touched }: ChartState): string {
  const head = touched.head.known ? touched.head.value : null
  return head?.file.name ?? touched.directory
}
