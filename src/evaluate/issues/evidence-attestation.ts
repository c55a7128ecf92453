import type { Criterion } from '../../domain/acceptance.ts'
import type { Attestation } from '../../domain/closing-claim.ts'
import type { PointerFacts } from '../../domain/issues-facts.ts'
import { type NumberedReference, sameReference, sameRepository, shortReference } from '../../domain/repository.ts'
import { code, quote, reference, type Words, words } from '../../domain/words.ts'
import { sameCriterionId } from '../../facts/parse/criterion-id.ts'
import { normalisedText } from '../../facts/parse/criterion-text.ts'
import { type Pointers, readPointers } from '../../facts/parse/pointer.ts'
import type { EvidenceSources, JudgedCriterion, UnmetReason } from './judged-criterion.ts'

/** What the attestations say about one criterion: the best of them, or null when none is about it. */
export function attestationFor(criterion: Criterion, sources: EvidenceSources): JudgedCriterion | null {
  const judged = sources.attestations
    .filter((attestation) => isAbout(attestation, criterion, sources))
    .map((attestation) => judge(attestation, criterion, sources))
  return judged.find((one) => one.met === true) ?? judged.find((one) => one.met === 'unknown') ?? judged[0] ?? null
}

function isAbout(attestation: Attestation, criterion: Criterion, sources: EvidenceSources): boolean {
  const { target, criterionId, criterionText } = attestation
  if (target !== undefined && !sources.target.some((name) => sameReference(name, target))) return false
  if (criterionId !== undefined) return sameCriterionId(criterionId, criterion.id)
  if (criterionText !== '') return normalisedText(criterionText) === normalisedText(criterion.text)
  return target !== undefined && sources.criteria.length === 1
}

function judge(attestation: Attestation, criterion: Criterion, sources: EvidenceSources): JudgedCriterion {
  const unmet = (why: UnmetReason, detail: Words): JudgedCriterion => ({ criterion, met: false, why, detail })
  const line = words`line ${attestation.line} of the description`
  if (attestation.target === undefined && sources.claimedIssues > 1) {
    return unmet(
      'attestation-names-no-issue',
      words`${line} does not say which of the ${sources.claimedIssues} issues it means`,
    )
  }
  if (isAmbiguous(attestation, criterion, sources)) {
    return unmet('attestation-ambiguous', words`several criteria of the issue have the id that ${line} names`)
  }
  if (attestation.evidence === '') {
    return unmet('attestation-without-evidence', words`${line} ticks it and gives no evidence`)
  }
  if (sources.policy.attestation === 'maintainer') {
    return unmet('attestation-not-enough', words`${line} attests it, and the policy asks for a maintainer`)
  }
  return judgeEvidence(attestation, criterion, sources, line)
}

/** An id that stands in the issue goes before one that comes from the order. */
function isAmbiguous(attestation: Attestation, criterion: Criterion, sources: EvidenceSources): boolean {
  const { criterionId } = attestation
  if (criterionId === undefined) return false
  const named = sources.criteria.filter((one) => sameCriterionId(one.id, criterionId))
  const explicit = named.filter((one) => one.idIsExplicit)
  return explicit.length > 1 || (named.length > 1 && !criterion.idIsExplicit)
}

function judgeEvidence(
  attestation: Attestation,
  criterion: Criterion,
  sources: EvidenceSources,
  line: Words,
): JudgedCriterion {
  const attested = (detail: Words): JudgedCriterion => ({ criterion, met: true, by: 'attestation', detail })
  if (sources.policy.evidence === 'any') return attested(words`attested on ${line}: ${quote(attestation.evidence)}`)
  const home = sources.pull.repository
  const pointers = readPointers(attestation.evidenceSource, { home, ...(sources.hosts && { hosts: sources.hosts }) })
  if (!pointers.known) return { criterion, met: 'unknown', detail: words`${pointers.what}`, retry: pointers.retry }
  if (sources.pointers === 'not-needed') {
    const detail = words`what ${line} points at was not read`
    return { criterion, met: 'unknown', detail, retry: 'may-cure' }
  }
  if (!sources.pointers.known) {
    const detail = words`what ${line} points at cannot be read: ${sources.pointers.what}`
    return { criterion, met: 'unknown', detail, retry: sources.pointers.retry }
  }
  const found = firstThatExists(pointers.value, sources.pointers.value, sources)
  if (found !== null) return attested(words`attested on ${line}, pointing at ${found}`)
  return {
    criterion,
    met: false,
    why: 'evidence-points-nowhere',
    detail: words`the evidence on ${line} names no file that this pull request changes, none of its commits, no check at its head, and no other issue, pull request or run: ${quote(attestation.evidence)}`,
  }
}

/** The first thing that the evidence names and that exists, in words. */
function firstThatExists(pointers: Pointers, facts: PointerFacts, sources: EvidenceSources): Words | null {
  const paths = new Set(pointers.paths)
  const path = facts.paths.find((changed) => endings(changed).some((ending) => paths.has(ending)))
  if (path !== undefined) return words`the changed file ${code(path)}`
  const commit = facts.commits.find((oid) => pointers.commits.some((named) => oid.startsWith(named)))
  if (commit !== undefined) return words`commit ${code(commit.slice(0, 10))}`
  const check = facts.checks.find((name) => !isOwnCheck(name) && pointers.checks.includes(name))
  if (check !== undefined) return words`the check ${code(check)}`
  const named = pointers.references.find(
    (one) => !isItself(one, sources) && facts.references.some((known) => sameReference(known, one)),
  )
  if (named !== undefined) return words`${reference(shortReference(named, sources.pull.repository))}`
  const run = pointers.runs.find((one) =>
    facts.runs?.some((known) => known.runId === one.runId && sameRepository(known.repository, one.repository)),
  )
  return run === undefined ? null : words`workflow run ${code(String(run.runId))}`
}

/** `a/b/c`, `b/c`, `c`: evidence may name a file by the end of its path. */
function endings(path: string): readonly string[] {
  const names = path.split('/')
  return names.map((_, index) => names.slice(index).join('/'))
}

/** The checks of this app cannot be evidence for themselves. */
function isOwnCheck(name: string): boolean {
  return name.startsWith('claims/')
}

/** The pull request and the target exist in any case, so naming them shows nothing. */
function isItself(named: NumberedReference, sources: EvidenceSources): boolean {
  return [sources.pull, ...sources.target].some((one) => sameReference(one, named))
}
