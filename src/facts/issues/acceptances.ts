import {
  type AcceptanceRecord,
  openRecord,
  type RecordedAcceptance,
  type RecordRejection,
  sealedIn,
} from '../../domain/acceptance-record.ts'
import type { PullRequestFacts } from '../../domain/issues-facts.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'
import type { CommentHeads } from '../queries/own-comments.ts'
import { readForeignRecords } from './foreign-records.ts'
import { findOwnComments, type OwnComments, readOwnComments } from './own-comments.ts'

/**
 * The acceptances recorded on a pull request. For one on which the app wrote no comment this costs nothing. Without a
 * key, as on the command line, a record cannot be verified and is an unknown.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown
 */
export async function readAcceptances(
  client: GitHubClient,
  pull: Pick<PullRequestFacts, 'repository' | 'number' | 'headRefOid'>,
  newest: CommentHeads | null,
  signingKey: Uint8Array | null,
): Promise<Reading<AcceptanceRecord>> {
  try {
    if (signingKey === null) return await readForeignRecords(client, pull)
    const own =
      newest === null
        ? await findOwnComments(client, pull, 'acceptances')
        : await readOwnComments(client, pull, 'acceptances', newest)
    return known({ ...trustedRecords(own, pull.number, signingKey), headSha: pull.headRefOid })
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    const retry = error.kind === 'unavailable' || error.kind === 'partial' ? 'may-cure' : 'cannot-cure'
    return unknown('unavailable', 'the record of acceptances on this pull request could not be read', retry)
  }
}

/** A record that a person edited or deleted from is not trusted, whatever its signature says: none of it counts. */
export function trustedRecords(
  own: OwnComments | null,
  number: number,
  signingKey: Uint8Array,
): { acceptances: readonly RecordedAcceptance[]; rejected: readonly RecordRejection[] } {
  const acceptances: RecordedAcceptance[] = []
  const rejected: RecordRejection[] = []
  for (const { body, editedByOther } of own?.comments ?? []) {
    const subject = { repositoryId: own?.repositoryId ?? 0, number }
    const opened = openRecord(sealedIn(body) ?? '', subject, signingKey)
    if (editedByOther) rejected.push('edited')
    else if (opened === null) rejected.push('signature')
    else acceptances.push(...opened)
  }
  return { acceptances, rejected }
}
