import type { AcceptanceRecord, RecordedAcceptance } from '../../domain/acceptance-record.ts'
import { sameReference } from '../../domain/repository.ts'
import { code, join, quote, type Words, words } from '../../domain/words.ts'
import { sameCriterionId } from '../../facts/parse/criterion-id.ts'
import type { EvidenceSources, JudgedCriterion, UnknownCriterion, UnmetCriterion } from './judged-criterion.ts'

/**
 * What a maintainer's acceptance makes of a criterion that nothing else shows to be met. An acceptance that does not
 * hold (any more) is told beside the reason, and so is a record that is not trusted.
 */
export function acceptedInstead(judged: UnmetCriterion | UnknownCriterion, sources: EvidenceSources): JudgedCriterion {
  const { criterion } = judged
  const record = sources.acceptances
  if (record === undefined) return judged
  if (!record.known) {
    const detail = words`${judged.detail}; whether somebody accepted it cannot be told: ${record.what}`
    return { criterion, met: 'unknown', detail, retry: record.retry }
  }
  const named = record.value.acceptances.filter((one) => isAbout(one, judged, sources))
  const holding = named.find((one) => whyVoid(one, judged, sources, record.value) === null)
  if (holding !== undefined) return { criterion, met: true, by: 'acceptance', detail: acceptedBy(holding) }
  const newest = named.at(-1)
  const why = newest === undefined ? null : whyVoid(newest, judged, sources, record.value)
  const notes = [...(why === null ? [] : [why]), ...rejections(record.value)]
  return { ...judged, detail: join([judged.detail, ...notes], '; ') }
}

function acceptedBy({ actor, reason }: RecordedAcceptance): Words {
  return words`accepted by ${code(actor)}: ${quote(reason)}`
}

/** By its text, or by the id that an acceptance of an earlier text named. */
function isAbout(one: RecordedAcceptance, { criterion }: JudgedCriterion, sources: EvidenceSources): boolean {
  if (!sources.target.some((name) => sameReference(name, one.target))) return false
  return one.criterionHash === criterion.hash || sameCriterionId(one.criterionId, criterion.id)
}

/** Why an acceptance does not hold, as a part of a sentence; null when it does. */
function whyVoid(
  one: RecordedAcceptance,
  { criterion }: JudgedCriterion,
  { policy, author }: EvidenceSources,
  { headSha }: AcceptanceRecord,
): Words | null {
  const actor = code(one.actor)
  if (one.criterionHash !== criterion.hash) return words`${actor} accepted another text of it`
  if (policy.dismissOnPush && one.headSha !== headSha) {
    return words`${actor} accepted it at ${code(one.headSha.slice(0, 12))}, and a push dismisses acceptances`
  }
  const isAuthor = one.actor.toLowerCase() === author?.toLowerCase()
  return isAuthor && !policy.selfAccept ? words`the acceptance by ${actor}, the author, does not count` : null
}

function rejections({ rejected }: AcceptanceRecord): readonly Words[] {
  const says = {
    edited: words`a record of acceptances was edited by hand and is rejected`,
    signature: words`a record of acceptances has a wrong signature and is rejected`,
  }
  return [...new Set(rejected)].map((why) => says[why])
}
