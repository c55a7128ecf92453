import type { Finding, Fix } from '../../domain/finding.ts'
import type { Unknown } from '../../domain/reading.ts'
import { type Words, words } from '../../domain/words.ts'
import { claimKey } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { fitting, named, placeOf, short } from './phrases.ts'

/** What the pull request claims could not be read. Never green; not configurable. */
export const chartUnreadable: OwnRule = { id: 'chart-unreadable', evaluate }

function evaluate({ state }: ChartContext): readonly Finding[] {
  if (state.kind !== 'undecided') return []
  const { claim, touched, reason } = state
  const subject = claim === null ? words`${short(touched.path)}` : named(claim)
  const says = words`${subject} could not be judged`
  return [
    {
      ...finding(reason, claim === null ? touched.path : claimKey(claim.chart, claim.version), says),
      place: placeOf(touched.path, claim?.position),
    },
  ]
}

/** Nothing of the pull request's charts could be read. */
export function pullUnreadable(reason: Unknown): Finding {
  return finding(reason, '*', words`The charts of this pull request could not be read`)
}

/** The list of open pull requests could not be read, so nobody's verdict can be told. */
export function listUnreadable(reason: Unknown): Finding {
  return finding(reason, '*', words`The open pull requests could not be read`)
}

function finding(reason: Unknown, claim: string, says: Words): Finding {
  return {
    rule: 'chart-unreadable',
    severity: 'unknown',
    claim,
    says: fitting(words`${says}: ${reason.what}`, says),
    seen: words`${reason.what}`,
    wanted: words`charts that can be read, at the head and at the base`,
    fixes: fixesFor(reason),
    retry: reason.retry,
  }
}

function fixesFor({ reason, retry }: Unknown): readonly Fix[] {
  if (retry === 'may-cure') return [{ how: words`Nothing to do: it is read again by itself.` }]
  switch (reason) {
    case 'too-large':
      return [{ how: words`Make it smaller: Chart.yaml up to 512 KB, a pull request up to 3,000 files.` }]
    case 'binary':
      return [{ how: words`Save Chart.yaml as plain UTF-8 text.` }]
    case 'no-plain-file':
      return [
        { how: words`Make Chart.yaml a plain file.` },
        { how: words`If the chart is not published, list its directory under charts.exclude in the policy.` },
      ]
    case 'unreadable':
      return [{ how: words`Give the app read access to the contents of the repository.` }]
    default:
      return [{ how: words`Ask for a new reading with a Re-run of this check.` }]
  }
}
