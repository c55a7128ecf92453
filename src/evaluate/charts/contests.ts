import type { ChartsFacts } from '../../domain/charts-facts.ts'
import type { Finding } from '../../domain/finding.ts'
import type { VersionClaim } from '../../domain/version-claim.ts'
import { versionKey } from '../../facts/parse/version-order.ts'
import type { Policy } from '../../policy/policy.ts'
import type { ChartState, PullClaims } from './claims.ts'
import { compareContenders, type Standing, settle } from './holder.ts'
import { type Contender, type StackTest, stackTest } from './rivals.ts'

/** How every claim that may hold a number stands among the open pull requests. */
export interface Contests {
  /** Null for a claim that holds nothing: blocked for another reason, or on the base already. */
  readonly standingOf: (claim: VersionClaim) => Standing | null
  /** Under `identity: exact`: the first claim of another spelling that is equal in order. */
  readonly sameOrderAs: (claim: VersionClaim) => Contender | null
}

export function settleAll(
  facts: Pick<ChartsFacts, 'pulls' | 'ancestry' | 'repository'>,
  pulls: readonly PullClaims[],
  ownFindings: ReadonlyMap<ChartState, readonly Finding[]>,
  policy: Policy,
): Contests {
  const { identity, collision } = policy.charts
  const isStacked = stackTest(facts)
  const contenders = pulls.flatMap((pull) => contendersOf(pull, ownFindings))
  const standings = new Map<VersionClaim, Standing>()
  for (const group of groupBy(contenders, ({ claim }) => contestKey(claim, identity)).values())
    for (const [contender, standing] of settle(group, isStacked, collision.holder))
      standings.set(contender.claim, standing)
  return {
    standingOf: (claim) => standings.get(claim) ?? null,
    sameOrderAs: identity === 'exact' ? otherSpellings(contenders, isStacked) : () => null,
  }
}

/** What may hold a number: claims that nothing else blocks. */
export function contendersOf(
  { pull, seen }: PullClaims,
  ownFindings: ReadonlyMap<ChartState, readonly Finding[]>,
): Contender[] {
  return seen.flatMap((state): Contender[] => {
    if (state.kind === 'undecided') {
      // What is unreadable for good holds nothing.
      const mayHold = state.claim !== null && state.reason.retry === 'may-cure'
      return mayHold && state.claim !== null ? [{ claim: state.claim, pull, isCertain: false }] : []
    }
    if (state.kind !== 'claims' || state.effect === 'already-there') return []
    const findings = ownFindings.get(state) ?? []
    if (findings.some((finding) => finding.severity === 'block')) return []
    return [{ claim: state.claim, pull, isCertain: findings.every((finding) => finding.severity !== 'unknown') }]
  })
}

function otherSpellings(contenders: readonly Contender[], isStacked: StackTest): Contests['sameOrderAs'] {
  const sameNumber = byNumber([...contenders].sort(compareContenders), 'precedence')
  return (claim) => {
    const group = sameNumber(claim)
    const own = group.find((contender) => contender.claim === claim)
    const isOther = (other: Contender): boolean =>
      own !== undefined &&
      other.claim.version !== claim.version &&
      other.pull.number !== own.pull.number &&
      !isStacked(other.pull, own.pull)
    return group.find(isOther) ?? null
  }
}

/** Those that claim the number of a claim, itself among them, in the order given. */
export function byNumber(
  contenders: readonly Contender[],
  identity: Policy['charts']['identity'],
): (claim: VersionClaim) => readonly Contender[] {
  const groups = groupBy(contenders, ({ claim }) => contestKey(claim, identity))
  return (claim) => groups.get(contestKey(claim, identity)) ?? []
}

function contestKey({ chart, version }: VersionClaim, identity: Policy['charts']['identity']): string {
  return `${chart}\n${versionKey(version, identity)}`
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
