import { z } from 'zod'
import type { AcceptanceRecord } from '../domain/acceptance-record.ts'
import type { IssuesFacts, Target } from '../domain/issues-facts.ts'
import type { ProofFacts } from '../domain/proof.ts'
import { moment, notNeeded, pullReference, reading, repositoryName, visibility } from './facts-schema-parts.ts'

const pull = z.looseObject({
  repository: repositoryName,
  visibility,
  isFork: z.boolean(),
  number: z.number(),
  title: z.string(),
  body: z.string(),
  author: z.string().nullable(),
  isDraft: z.boolean(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  createdAt: moment,
  lastEditedAt: moment.nullable(),
  headRefOid: z.string(),
  headRefName: z.string(),
  headOwner: z.string().nullable(),
  baseRefName: z.string(),
  baseTipOid: z.string().nullable(),
  defaultBranch: z.string().nullable(),
}) satisfies z.ZodType<IssuesFacts['pull']>

const merging = z.looseObject({
  mergeCommitAllowed: z.boolean(),
  squashMergeAllowed: z.boolean(),
  rebaseMergeAllowed: z.boolean(),
  mergeCommitTitle: z.enum(['PR_TITLE', 'MERGE_MESSAGE']),
  mergeCommitMessage: z.enum(['PR_TITLE', 'PR_BODY', 'BLANK']),
  squashMergeCommitTitle: z.enum(['PR_TITLE', 'COMMIT_OR_PR_TITLE']),
  squashMergeCommitMessage: z.enum(['PR_BODY', 'COMMIT_MESSAGES', 'BLANK']),
  autoMerge: z
    .looseObject({
      mergeMethod: z.enum(['MERGE', 'SQUASH', 'REBASE']),
      commitHeadline: z.string().nullable(),
      commitBody: z.string().nullable(),
    })
    .nullable(),
}) satisfies z.ZodType<IssuesFacts['merging']>

const relatedIssue = z.looseObject({
  reference: pullReference,
  visibility: visibility.nullable(),
  state: z.enum(['OPEN', 'CLOSED']),
})

const issueTarget = z.looseObject({
  kind: z.literal('issue'),
  reference: pullReference,
  visibility,
  state: z.enum(['OPEN', 'CLOSED']),
  stateReason: z.enum(['COMPLETED', 'NOT_PLANNED', 'REOPENED', 'DUPLICATE']).nullable(),
  title: z.string(),
  body: z.string(),
  labels: z.array(z.string()),
  milestone: z.string().nullable(),
  closers: reading(z.array(z.looseObject({ reference: pullReference, visibility, createdAt: moment }))),
  subIssues: reading(z.looseObject({ total: z.number(), completed: z.number(), listed: z.array(relatedIssue) })),
  relations: z.union([
    notNeeded,
    reading(
      z.looseObject({
        type: z.string().nullable(),
        blockedBy: z.union([notNeeded, reading(z.looseObject({ open: z.number(), listed: z.array(relatedIssue) }))]),
      }),
    ),
  ]),
})

const target = z.discriminatedUnion('kind', [
  issueTarget,
  z.looseObject({ kind: z.literal('pull'), reference: pullReference, state: z.enum(['OPEN', 'CLOSED', 'MERGED']) }),
  z.looseObject({ kind: z.literal('absent') }),
]) satisfies z.ZodType<Target>

const targets = z.array(z.looseObject({ reference: pullReference, target: reading(target) }))

function proofReading<Value extends z.ZodType>(value: Value) {
  return z.union([notNeeded, reading(value)])
}

const proofs = z.looseObject({
  checks: proofReading(
    z.array(
      z.looseObject({
        name: z.string(),
        app: z.string().nullable(),
        state: z.enum(['succeeded', 'running', 'failed']),
      }),
    ),
  ),
  paths: proofReading(z.array(z.string())),
  labels: proofReading(z.array(z.string())),
  comments: proofReading(
    z.array(
      z.looseObject({
        line: z.string(),
        author: z.string(),
        mayWrite: reading(z.boolean()),
        editedByOther: z.boolean(),
        sinceHead: z.boolean(),
      }),
    ),
  ),
  reviews: proofReading(
    z.array(
      z.looseObject({
        author: z.string(),
        approves: z.boolean(),
        atHead: z.boolean(),
        teams: z.record(z.string(), reading(z.boolean())),
      }),
    ),
  ),
}) satisfies z.ZodType<ProofFacts>

const acceptances = z.looseObject({
  acceptances: z.array(
    z.looseObject({
      target: pullReference,
      criterionId: z.string(),
      criterionHash: z.string(),
      criterionText: z.string(),
      actor: z.string(),
      reason: z.string(),
      headSha: z.string(),
      at: moment,
      commentId: z.number(),
    }),
  ),
  rejected: z.array(z.enum(['edited', 'signature'])),
  headSha: z.string(),
}) satisfies z.ZodType<AcceptanceRecord>

export const issuesFactsSchema = z.looseObject({
  readAt: moment,
  pull,
  commits: reading(z.array(z.looseObject({ oid: z.string(), message: z.string(), isMerge: z.boolean() }))),
  merging,
  promotes: z.union([notNeeded, reading(z.boolean())]),
  linked: reading(z.array(z.looseObject({ reference: pullReference, manual: z.boolean() }))),
  targets,
  followed: targets,
  pointers: z.union([
    notNeeded,
    reading(
      z.looseObject({
        paths: z.array(z.string()),
        commits: z.array(z.string()),
        checks: z.array(z.string()),
        references: z.array(pullReference),
        runs: z.array(z.looseObject({ repository: repositoryName, runId: z.number() })).exactOptional(),
      }),
    ),
  ]),
  proofs: proofs.exactOptional(),
  acceptances: reading(acceptances).exactOptional(),
}) satisfies z.ZodType<IssuesFacts>
