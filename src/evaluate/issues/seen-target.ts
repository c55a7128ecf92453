import type { IssuesFacts, IssueTarget } from '../../domain/issues-facts.ts'
import type { Unknown } from '../../domain/reading.ts'
import { sameReference } from '../../domain/repository.ts'
import { readAcceptance } from '../../facts/parse/acceptance.ts'
import type { IssuesPolicy } from '../../policy/policy.ts'
import type { ReadClaim } from './claims.ts'
import type { SeenTarget } from './context.ts'
import { judgeCriteria } from './evidence.ts'
import type { EvidenceSources } from './judged-criterion.ts'
import { openBlockersOf, openSubIssuesOf, rivalsOf } from './surroundings.ts'
import { protection } from './target-protected.ts'
import { countsOnly, mayShow } from './visibility.ts'

export type SourcesOf = (claim: ReadClaim) => Omit<EvidenceSources, 'criteria'>

/** What the rules see of each claim's target, in the claims' order. */
export function seenTargets(
  claims: readonly ReadClaim[],
  facts: IssuesFacts,
  policy: IssuesPolicy,
  sourcesOf: SourcesOf,
): readonly SeenTarget[] {
  const seen = claims.map((claim) => seenTarget(claim, facts, policy, sourcesOf(claim)))
  const done = claims.flatMap(({ target }, index) => (isDone(seen[index]) ? [target] : []))
  return claims.map((claim, index): SeenTarget => {
    const one = seen[index] ?? { kind: 'unknown', unknown: GONE }
    if (one.kind !== 'open-issue' || !claim.facts.known || claim.facts.value.kind !== 'issue') return one
    const closedHere = (reference: ReadClaim['target']) => done.some((target) => sameReference(target, reference))
    return { ...one, subIssues: openSubIssuesOf(claim.facts.value, facts.pull, one.shown, closedHere) }
  })
}

/** Closed by this pull request, with all of its stated acceptance met. */
function isDone(seen: SeenTarget | undefined): boolean {
  return (
    seen?.kind === 'open-issue' && seen.criteria !== null && seen.criteria.every((criterion) => criterion.met === true)
  )
}

function seenTarget(
  { facts: read }: ReadClaim,
  facts: IssuesFacts,
  policy: IssuesPolicy,
  sources: Omit<EvidenceSources, 'criteria'>,
): SeenTarget {
  if (!read.known) return { kind: 'unknown', unknown: read }
  const target = read.value
  if (target.kind === 'absent') return { kind: 'unknown', unknown: GONE }
  if (target.kind === 'pull') return { kind: 'pull', state: target.state }
  if (target.state === 'CLOSED') return { kind: 'closed-issue', stateReason: target.stateReason }
  return openIssue(target, facts, policy, sources)
}

/** GitHub lists it as linked and does not know it: one of the two readings is behind. */
const GONE: Unknown = {
  known: false,
  reason: 'not-yet',
  what: 'GitHub lists it as linked, and finds no such issue',
  retry: 'may-cure',
}

function openIssue(
  issue: IssueTarget,
  { pull }: IssuesFacts,
  policy: IssuesPolicy,
  sources: Omit<EvidenceSources, 'criteria'>,
): SeenTarget {
  const shown = mayShow(issue, pull)
  const acceptance = readAcceptance(issue.body, {
    ...policy.acceptance,
    home: issue.reference.repository,
    ...(sources.hosts === undefined ? {} : { hosts: sources.hosts }),
  })
  if (!acceptance.known) return { kind: 'unknown', unknown: acceptance }
  const judged = acceptance.value.stated ? judgeCriteria({ ...sources, criteria: acceptance.value.criteria }) : null
  const blockers = openBlockersOf(issue, pull, shown)
  return {
    kind: 'open-issue',
    shown,
    criteria: judged === null || shown ? judged : countsOnly(judged),
    protection: protection(issue, policy.protected, shown),
    rivals: rivalsOf(issue, pull, shown),
    subIssues: openSubIssuesOf(issue, pull, shown, () => false),
    ...(blockers === undefined ? {} : { blockers }),
  }
}
