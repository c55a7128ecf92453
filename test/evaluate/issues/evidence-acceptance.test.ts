import { expect, test } from '@jest/globals'
import type { RecordedAcceptance, RecordRejection } from '../../../src/domain/acceptance-record.ts'
import { known, unknown } from '../../../src/domain/reading.ts'
import { acceptedInstead } from '../../../src/evaluate/issues/evidence-acceptance.ts'
import type { EvidenceSources, UnmetCriterion } from '../../../src/evaluate/issues/judged-criterion.ts'

const policy = { attestation: 'author', evidence: 'pointer', selfAccept: false, dismissOnPush: false } as const
const pull = { repository: { owner: 'acme', name: 'client' }, number: 951 }
const target = { repository: { owner: 'acme', name: 'backend' }, number: 7 }
const head = 'a'.repeat(40)
const acceptance: RecordedAcceptance = {
  target: { repository: { owner: 'Acme', name: 'Backend' }, number: 7 },
  criterionId: 'AC1',
  criterionHash: 'h1',
  criterionText: 'a',
  actor: 'grace',
  reason: 'seen on the edge',
  headSha: head,
  at: 0,
  commentId: 1,
}
const open: UnmetCriterion = {
  criterion: { id: 'AC1', idIsExplicit: false, text: 'a', hash: 'h1', state: { kind: 'open' }, line: 1, proofs: [] },
  met: false,
  why: 'open',
  detail: [{ kind: 'ours', text: 'it is open in the issue' }],
}

function judged(
  acceptances: readonly Partial<RecordedAcceptance>[],
  more: Partial<EvidenceSources> = {},
  rejected: readonly RecordRejection[] = [],
): string {
  const recorded = acceptances.map((one) => ({ ...acceptance, ...one }))
  const { met, detail } = acceptedInstead(open, {
    pull,
    target: [target],
    criteria: [open.criterion],
    claimedIssues: 1,
    attestations: [],
    pointers: 'not-needed',
    followed: [],
    author: 'dora',
    policy,
    acceptances: known({ acceptances: recorded, rejected, headSha: head }),
    ...more,
  })
  return `${met}: ${detail.map(({ text }) => text).join('')}`
}

const unmet = 'false: it is open in the issue'
const accepted = 'true: accepted by grace: seen on the edge'
const dismissing = { policy: { ...policy, dismissOnPush: true } }
const selfAccepting = { policy: { ...policy, selfAccept: true } }

test.each<[string, () => string, string]>([
  ['an acceptance of its text', () => judged([{}]), accepted],
  ['of its text under another id', () => judged([{ criterionId: 'AC9' }]), accepted],
  ['none', () => judged([]), unmet],
  ['of another issue', () => judged([{ target: { ...target, number: 8 } }]), unmet],
  ['of another criterion', () => judged([{ criterionId: 'AC2', criterionHash: 'h2' }]), unmet],
  ['of an earlier text', () => judged([{ criterionHash: 'h0' }]), `${unmet}; grace accepted another text of it`],
  ['at another head', () => judged([{ headSha: 'b'.repeat(40) }]), accepted],
  [
    'at another head where a push dismisses',
    () => judged([{ headSha: 'b'.repeat(40) }], dismissing),
    `${unmet}; grace accepted it at bbbbbbbbbbbb, and a push dismisses acceptances`,
  ],
  ['at this head where a push dismisses', () => judged([{}], dismissing), accepted],
  ['by the author', () => judged([{ actor: 'Dora' }]), `${unmet}; the acceptance by Dora, the author, does not count`],
  [
    'by the author where the policy allows it',
    () => judged([{ actor: 'dora' }], selfAccepting),
    'true: accepted by dora: seen on the edge',
  ],
  ['void ones and one that holds', () => judged([{ criterionHash: 'h0' }, {}, { actor: 'dora' }]), accepted],
  [
    'a record edited by hand',
    () => judged([], {}, ['edited', 'edited']),
    `${unmet}; a record of acceptances was edited by hand and is rejected`,
  ],
  [
    'a record with a wrong signature',
    () => judged([], {}, ['signature']),
    `${unmet}; a record of acceptances has a wrong signature and is rejected`,
  ],
  ['no record, since none was needed', () => judged([], { acceptances: undefined as never }), unmet],
  [
    'a record that cannot be read',
    () => judged([], { acceptances: unknown('unavailable', 'GitHub did not answer', 'may-cure') }),
    'unknown: it is open in the issue; whether somebody accepted it cannot be told: GitHub did not answer',
  ],
])('%s', (_name, seen, wanted) => {
  expect(seen()).toBe(wanted)
})
