import type { Criterion } from '../../domain/acceptance.ts'
import type { Target } from '../../domain/issues-facts.ts'
import { type NumberedReference, sameReference, shortReference } from '../../domain/repository.ts'
import { quote, reference, type Words, words } from '../../domain/words.ts'
import { acceptedInstead } from './evidence-acceptance.ts'
import { attestationFor } from './evidence-attestation.ts'
import { judgeProofs } from './evidence-proof.ts'
import type { EvidenceKind, EvidenceSources, JudgedCriterion, UnmetReason } from './judged-criterion.ts'

/** Judges every criterion of one target, in order. */
export function judgeCriteria(sources: EvidenceSources): readonly JudgedCriterion[] {
  const judged = new Map<number, JudgedCriterion>()
  // From the last to the first: children stand behind their parents, and a parent looks at its children.
  for (let index = sources.criteria.length - 1; index >= 0; index -= 1) {
    const criterion = sources.criteria[index]
    if (criterion !== undefined) judged.set(index, judge(criterion, sources, judged))
  }
  return [...judged].sort(([a], [b]) => a - b).map(([, criterion]) => criterion)
}

function judge(
  criterion: Criterion,
  sources: EvidenceSources,
  judged: ReadonlyMap<number, JudgedCriterion>,
): JudgedCriterion {
  const byItself = judgeWithoutAcceptance(criterion, sources, judged)
  return byItself.met === true ? byItself : acceptedInstead(byItself, sources)
}

function judgeWithoutAcceptance(
  criterion: Criterion,
  sources: EvidenceSources,
  judged: ReadonlyMap<number, JudgedCriterion>,
): JudgedCriterion {
  const stated = judgeState(criterion, sources, judged)
  if (stated.met === false && neverAttested.has(stated.why)) return stated
  if (stated.met === true && stated.by === 'waived') return stated
  // A proof is not out-voted by a tick or an attestation.
  if (criterion.proofs.length > 0) return judgeProofs(criterion, sources)
  if (stated.met === true) return stated
  const attested = attestationFor(criterion, sources)
  return attested?.met === true || stated.met === false ? (attested ?? stated) : stated
}

/** A criterion for after the merge cannot be met before it, and a parent waits for its children. */
const neverAttested: ReadonlySet<UnmetReason> = new Set<UnmetReason>(['post-merge', 'open-child'])

function judgeState(
  criterion: Criterion,
  sources: EvidenceSources,
  judged: ReadonlyMap<number, JudgedCriterion>,
): JudgedCriterion {
  const { state } = criterion
  switch (state.kind) {
    case 'open':
      return { criterion, met: false, why: 'open', detail: words`it is open in the issue` }
    case 'met':
      return { criterion, met: true, by: 'ticked', detail: words`ticked in the issue` }
    case 'waived':
      return { criterion, met: true, by: 'waived', detail: waiver(state.reason) }
    case 'post-merge':
      return {
        criterion,
        met: false,
        why: 'post-merge',
        detail: words`it can only be met after the merge, so the merge must not close the issue`,
      }
    case 'open-child':
      return judgeParent(criterion, state.children, judged)
    case 'follows':
      return judgeFollowed(criterion, state.reference, sources)
  }
}

function waiver(reason: string | undefined): Words {
  return reason === undefined
    ? words`waived in the issue, no reason given`
    : words`waived in the issue: ${quote(reason)}`
}

/** Its own box is ticked: what is left are the nested items. */
function judgeParent(
  criterion: Criterion,
  children: readonly number[],
  judged: ReadonlyMap<number, JudgedCriterion>,
): JudgedCriterion {
  const left = children.flatMap((child) => {
    const found = judged.get(child)
    return found !== undefined && found.met === true ? [] : [found]
  })
  if (left.length === 0) {
    return { criterion, met: true, by: 'ticked', detail: words`ticked in the issue, and its nested items are met` }
  }
  const are = left.length === 1 ? words`is` : words`are`
  const noneTold = left.every((child) => child?.met === 'unknown')
  if (noneTold) {
    const hopeless = left.some((child) => child?.met === 'unknown' && child.retry === 'cannot-cure')
    const detail = words`its box is ticked, but whether ${left.length} of its nested items ${are} met cannot be told`
    return { criterion, met: 'unknown', detail, retry: hopeless ? 'cannot-cure' : 'may-cure' }
  }
  const detail = words`its box is ticked, but ${left.length} of its nested items ${are} open`
  return { criterion, met: false, why: 'open-child', detail }
}

function judgeFollowed(criterion: Criterion, followed: NumberedReference, sources: EvidenceSources): JudgedCriterion {
  const name = reference(shortReference(followed, sources.pull.repository))
  const facts = sources.followed.find((one) => sameReference(one.reference, followed))
  if (facts === undefined) {
    return { criterion, met: 'unknown', detail: words`it follows ${name}, which was not read`, retry: 'may-cure' }
  }
  if (!facts.target.known) {
    const detail = words`it follows ${name}, which cannot be read: ${facts.target.what}`
    return { criterion, met: 'unknown', detail, retry: facts.target.retry }
  }
  return judgeFollowedTarget(criterion, name, facts.target.value)
}

function judgeFollowedTarget(
  criterion: Criterion,
  name: ReturnType<typeof reference>,
  target: Target,
): JudgedCriterion {
  const open = (detail: Words): JudgedCriterion => ({ criterion, met: false, why: 'followed-open', detail })
  const met = (by: EvidenceKind, detail: Words): JudgedCriterion => ({ criterion, met: true, by, detail })
  if (target.kind === 'absent') return open(words`it follows ${name}, which does not exist`)
  if (target.state === 'OPEN') return open(words`it follows ${name}, which is open`)
  if (target.kind === 'pull') {
    return target.state === 'MERGED'
      ? met('follows', words`${name} is merged`)
      : open(words`it follows ${name}, which was closed without a merge`)
  }
  if (target.stateReason === 'NOT_PLANNED') return met('waived', words`${name} is closed as not planned`)
  if (target.stateReason === 'DUPLICATE') return met('waived', words`${name} is closed as a duplicate`)
  return met('follows', words`${name} is closed as completed`)
}
