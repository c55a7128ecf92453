import type { IssuesFacts, IssueTarget, PullRequestFacts, TargetFacts } from '../../domain/issues-facts.ts'
import type { Proof } from '../../domain/proof.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { IssuesPolicy } from '../../policy/policy.ts'
import { readAcceptance } from '../parse/acceptance.ts'
import { readProofs } from '../parse/proof.ts'
import type { CommentHeads } from '../queries/own-comments.ts'
import { readAcceptances } from './acceptances.ts'
import { type ProofOptions, readProofFacts } from './proofs.ts'

export interface EvidenceOptions extends ProofOptions {
  /** Hosts whose issue URLs are references. */
  readonly hosts: readonly string[]
  /** Signs the record of acceptances; null for whoever is not the app and can verify none. */
  readonly signingKey: Uint8Array | null
}

/** What a verdict depends on beside the description, the head and the targets: events about it ask for a new look. */
export interface EvidenceNeeds {
  readonly checks: boolean
  readonly reviews: boolean
  readonly comments: boolean
}

export interface EvidenceReading extends Pick<IssuesFacts, 'proofs' | 'acceptances'> {
  readonly needs: EvidenceNeeds
}

/**
 * Reads proofs and acceptances for the open targets of a pull request, each only where there is something to read.
 *
 * @throws {GitHubFailure} `rate-limited` only
 */
export async function readEvidence(
  client: GitHubClient,
  pull: PullRequestFacts,
  targets: readonly TargetFacts[],
  newestComments: CommentHeads | null,
  policy: IssuesPolicy['acceptance'],
  options: EvidenceOptions,
): Promise<EvidenceReading> {
  const open = targets.flatMap(({ target }) =>
    target.known && target.value.kind === 'issue' && target.value.state === 'OPEN' ? [target.value] : [],
  )
  const proofs = open.flatMap((issue) => proofsOf(issue, policy, options.hosts))
  const kinds = new Set(proofs.map(({ kind }) => kind))
  return {
    ...(proofs.length === 0 ? {} : { proofs: await readProofFacts(client, pull, proofs, options) }),
    ...(open.length === 0
      ? {}
      : { acceptances: await readAcceptances(client, pull, newestComments, options.signingKey) }),
    needs: { checks: kinds.has('check'), reviews: kinds.has('review'), comments: kinds.has('comment') },
  }
}

function proofsOf(issue: IssueTarget, policy: IssuesPolicy['acceptance'], hosts: readonly string[]): readonly Proof[] {
  // Most issues have no proof; those are not parsed for it.
  if (!/<!--\s*proof/i.test(issue.body)) return []
  const acceptance = readAcceptance(issue.body, { ...policy, home: issue.reference.repository, hosts })
  if (!acceptance.known || !acceptance.value.stated) return []
  return acceptance.value.criteria.flatMap(({ proofs }) => proofs.flatMap(readProofs))
}
