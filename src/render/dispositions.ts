import type { Finding, RuleSeverity } from '../domain/finding.ts'
import { type Words, words } from '../domain/words.ts'
import { claimOf, type ToldFinding, toldFinding } from './told-findings.ts'

/** What became of one finding since the last evaluation of the same pull request. */
export interface Disposition {
  readonly kind: 'new' | 'still-open' | 'fixed' | 'accepted' | 'withdrawn' | 'unreadable'
  readonly rule: string
  readonly claim: string
  /** The head that it was first found on. */
  readonly head: string
  readonly detail: Words
}

/** This evaluation, as far as it tells what became of earlier findings. */
export interface EvaluatedNow {
  readonly head: string
  readonly findings: readonly Finding[]
  /** The claims that are made now. */
  readonly claims: readonly ClaimNow[]
  /** How hard each rule may speak now; absent where no policy could be trusted. */
  readonly rules?: Readonly<Record<string, RuleSeverity>>
  /** False when nothing could be judged at all. */
  readonly judged: boolean
}

export interface ClaimNow {
  readonly claim: string
  /** Of the target's state and criteria. */
  readonly target?: string
  /** Who or what accepted criteria of it, where somebody did. */
  readonly acceptedBy?: Words
}

export interface Disposed {
  /** The earlier findings first, then new ones. */
  readonly dispositions: readonly Disposition[]
  /** What this evaluation tells the next one. */
  readonly told: readonly ToldFinding[]
}

/** `earlier` is null when nothing has been evaluated before: then nothing is new either. */
export function dispose(earlier: readonly ToldFinding[] | null, now: EvaluatedNow): Disposed {
  const targets = new Map(now.claims.map((claim) => [keyOf(claim.claim), claim]))
  const current = now.findings.map((finding) =>
    toldFinding(finding, now.head, targets.get(keyOf(finding.claim))?.target),
  )
  const open = pairs(earlier ?? [], current)
  const dispositions: Disposition[] = []
  const unread: ToldFinding[] = []
  for (const finding of earlier ?? []) {
    const same = open.get(finding)
    const disposition = same === undefined ? gone(finding, now) : stillOpen(finding, same)
    dispositions.push(disposition)
    // What nobody could look at is looked for again next time.
    if (disposition.kind === 'unreadable' && finding.severity !== 'unknown') unread.push({ ...finding, unread: true })
  }
  const firstFound = new Map([...open].map(([finding, same]) => [same, finding.head]))
  const told = current.map((finding) => ({ ...finding, head: firstFound.get(finding) ?? now.head }))
  if (earlier !== null) {
    for (const finding of current) {
      if (firstFound.has(finding)) continue
      dispositions.push({ ...named(finding), kind: 'new', detail: words`new` })
    }
  }
  return { dispositions, told: [...told, ...unread] }
}

/** Each earlier finding with the one now that is the same: the same words first, then the same rule and claim. */
function pairs(
  earlier: readonly ToldFinding[],
  current: readonly ToldFinding[],
): ReadonlyMap<ToldFinding, ToldFinding> {
  const result = new Map<ToldFinding, ToldFinding>()
  const free = new Set(current)
  const equalities: ((a: ToldFinding, b: ToldFinding) => boolean)[] = [
    (a, b) => isSame(a, b) && a.hash === b.hash,
    (a, b) => isSame(a, b) && a.severity === b.severity,
    isSame,
  ]
  for (const isEqual of equalities) {
    for (const finding of earlier) {
      if (result.has(finding)) continue
      const same = [...free].find((one) => isEqual(finding, one))
      if (same === undefined) continue
      result.set(finding, same)
      free.delete(same)
    }
  }
  return result
}

/** An earlier unknown that is told by now is readable again, not still open. */
function isSame(a: ToldFinding, b: ToldFinding): boolean {
  const sameCertainty = (a.severity === 'unknown') === (b.severity === 'unknown')
  return a.rule === b.rule && keyOf(a.claim) === keyOf(b.claim) && sameCertainty
}

/** GitHub ignores the case of repository names. */
function keyOf(claim: string): string {
  return claimOf({ claim }).toLowerCase()
}

function named({ rule, claim, head }: ToldFinding): Pick<Disposition, 'rule' | 'claim' | 'head'> {
  return { rule, claim, head }
}

const severityNames = { block: 'blocking', unknown: 'unknown', warn: 'a warning', note: 'a note' }

function stillOpen(finding: ToldFinding, now: ToldFinding): Disposition {
  const changed = finding.hash === now.hash ? [] : words`, with other facts`
  const severity =
    finding.severity === now.severity ? [] : words`, now ${[{ kind: 'ours', text: severityNames[now.severity] }]}`
  return { ...named(finding), kind: 'still-open', detail: words`still open${changed}${severity}` }
}

/** Rules that look at the issue alone: when they fall silent beside an unchanged claim, the issue changed. */
const rulesAboutTheIssue: ReadonlySet<string> = new Set([
  'target-protected',
  'open-sub-issues',
  'open-blockers',
  'target-already-closed',
  'target-is-pull-request',
])

function gone(finding: ToldFinding, now: EvaluatedNow): Disposition {
  const disposed = (kind: Disposition['kind'], detail: Words): Disposition => ({ ...named(finding), kind, detail })
  if (!now.judged || isUnreadableNow(finding, now.findings)) {
    return disposed('unreadable', words`no longer readable; it is looked for again`)
  }
  if (now.rules?.[finding.rule] === 'ignore') {
    return disposed('withdrawn', words`withdrawn: the policy ignores this rule now`)
  }
  if (finding.severity === 'unknown') return disposed('fixed', words`can be told now`)
  const claim = now.claims.find((one) => keyOf(one.claim) === keyOf(finding.claim))
  if (claim === undefined) {
    return disposed('fixed', finding.claim === '*' ? words`fixed` : words`fixed: no longer claimed`)
  }
  if (finding.rule === 'acceptance-unmet' && claim.acceptedBy !== undefined) {
    return disposed('accepted', words`accepted: ${claim.acceptedBy}`)
  }
  const changed = finding.target !== undefined && claim.target !== undefined && finding.target !== claim.target
  if (changed || rulesAboutTheIssue.has(finding.rule)) {
    return disposed('withdrawn', words`withdrawn: the issue changed`)
  }
  return disposed('fixed', words`fixed`)
}

const unreadableRules: ReadonlySet<string> = new Set(['target-unreadable', 'chart-unreadable'])

function isUnreadableNow(finding: ToldFinding, current: readonly Finding[]): boolean {
  return current.some(({ severity, rule, claim }) => {
    if (severity !== 'unknown') return false
    const concerns = claim === '*' || keyOf(claim) === keyOf(finding.claim)
    return concerns && (rule === finding.rule || unreadableRules.has(rule)) && finding.severity !== 'unknown'
  })
}
