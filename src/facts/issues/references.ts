import type { PullRequestFacts, Target, TargetFacts } from '../../domain/issues-facts.ts'
import type { Reading } from '../../domain/reading.ts'
import { type NumberedReference, referenceKey } from '../../domain/repository.ts'
import { defaultPolicy } from '../../policy/schema.ts'
import { readAcceptance } from '../parse/acceptance.ts'
import { readAttestations } from '../parse/attestation.ts'
import { scanDescription } from '../parse/closing-keywords.ts'
import { readPointers } from '../parse/pointer.ts'
import type { PolicyFacts } from '../policy.ts'
import type { LinkedReading } from './linked.ts'

/** References that a keyword of the description names and GitHub's list does not. On another base keywords do nothing. */
export function namedInDescription(
  pull: PullRequestFacts,
  linked: Reading<LinkedReading>,
  hosts: readonly string[],
): readonly NumberedReference[] {
  if (pull.baseRefName !== pull.defaultBranch) return []
  const scan = scanDescription(pull.body, pull.repository, { hosts })
  return scan.known
    ? unlisted(
        scan.value.mentions.map((mention) => mention.target),
        pull,
        linked,
      )
    : []
}

/** Those that GitHub's list does not hold, once each; the pull request itself is none. */
export function unlisted(
  references: readonly NumberedReference[],
  pull: PullRequestFacts,
  linked: Reading<LinkedReading>,
): readonly NumberedReference[] {
  const listed = new Set(linked.known ? linked.value.issues.map(({ link }) => referenceKey(link.reference)) : [])
  listed.add(referenceKey({ repository: pull.repository, number: pull.number }))
  return distinct(references).filter((reference) => !listed.has(referenceKey(reference)))
}

/** Issues and pull requests that attestations name as evidence; `needed` when there is any attestation at all. */
export function attestedReferences(
  pull: PullRequestFacts,
  hosts: readonly string[],
): { needed: boolean; references: readonly NumberedReference[] } {
  const options = { home: pull.repository, hosts }
  const attestations = readAttestations(pull.body, options)
  if (!attestations.known) return { needed: false, references: [] }
  const references = attestations.value.flatMap((attestation) => {
    const pointers = readPointers(attestation.evidenceSource, options)
    return pointers.known ? pointers.value.references : []
  })
  return { needed: attestations.value.length > 0, references: distinct(references) }
}

/** References whose state decides criteria of open issues among these. */
export function followedBy(
  targets: readonly TargetFacts[],
  policy: Reading<PolicyFacts>,
  hosts: readonly string[],
): readonly NumberedReference[] {
  return distinct(targets.flatMap(({ target }) => (target.known ? followedByTarget(target.value, policy, hosts) : [])))
}

function followedByTarget(
  target: Target,
  policy: Reading<PolicyFacts>,
  hosts: readonly string[],
): readonly NumberedReference[] {
  if (target.kind !== 'issue' || target.state !== 'OPEN') return []
  const { acceptance } = policyIn(policy).issues
  const read = readAcceptance(target.body, { ...acceptance, home: target.reference.repository, hosts })
  if (!read.known || !read.value.stated) return []
  return read.value.criteria.flatMap(({ state }) => (state.kind === 'follows' ? [state.reference] : []))
}

/** An invalid policy stops the verdict later; until then its defaults say what is to be read. */
export function policyIn(policy: Reading<PolicyFacts>) {
  return policy.known && policy.value.kind === 'policy' ? policy.value.policy : defaultPolicy
}

export function pick(facts: readonly TargetFacts[], references: readonly NumberedReference[]): readonly TargetFacts[] {
  const byKey = new Map(facts.map((one) => [referenceKey(one.reference), one]))
  return references.flatMap((reference) => byKey.get(referenceKey(reference)) ?? [])
}

export function without(
  references: readonly NumberedReference[],
  others: readonly NumberedReference[],
): readonly NumberedReference[] {
  const keys = new Set(others.map(referenceKey))
  return references.filter((reference) => !keys.has(referenceKey(reference)))
}

export function distinct(references: readonly NumberedReference[]): readonly NumberedReference[] {
  return [...new Map(references.map((reference) => [referenceKey(reference), reference])).values()]
}
