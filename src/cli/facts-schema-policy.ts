import { z } from 'zod'
import { chartRuleIds, issueRuleIds } from '../domain/finding.ts'
import type { Words } from '../domain/words.ts'
import type { PolicyFacts } from '../facts/policy.ts'
import type { Policy } from '../policy/policy.ts'
import type { PolicyError } from '../policy/policy-error.ts'
import { repositoryName } from './facts-schema-parts.ts'

const texts = z.array(z.string())
const mode = z.enum(['enforce', 'observe'])
const severity = z.enum(['block', 'warn', 'note', 'ignore'])

const policy = z.looseObject({
  preset: z.enum(['standard', 'strict']),
  override: z.enum(['maintain', 'admin', 'nobody']),
  bases: texts,
  exemptAuthors: texts,
  issues: z.looseObject({
    mode,
    acceptance: z.looseObject({
      headings: texts,
      sectionsOnly: z.boolean(),
      attestation: z.enum(['author', 'maintainer']),
      evidence: z.enum(['pointer', 'any']),
      selfAccept: z.boolean(),
      dismissOnPush: z.boolean(),
      postMergeWords: texts,
    }),
    protected: z.looseObject({ labels: texts, types: texts, milestones: texts }),
    afterMerge: z.enum(['none', 'comment', 'reopen']),
    autoClose: z.boolean(),
    tickets: z.looseObject({ patterns: texts }),
    rules: z.record(z.enum(issueRuleIds), severity),
  }),
  charts: z.looseObject({
    mode,
    exclude: texts,
    ignore: texts,
    identity: z.enum(['precedence', 'exact']),
    collision: z.looseObject({ holder: z.enum(['first', 'none']), staleAfter: z.number() }),
    appVersion: z.enum(['none', 'equals-version', 'bumped-with-version', 'required']),
    published: z.looseObject({
      tags: z.union([z.literal('auto'), texts]),
      releases: z.boolean(),
      index: z.union([z.literal(false), z.looseObject({ branch: z.string(), path: z.string() })]),
    }),
    rules: z.record(z.enum(chartRuleIds), severity),
  }),
  commands: z.looseObject({ bots: texts, aliases: z.record(z.string(), texts) }),
}) satisfies z.ZodType<Policy>

const words = z.array(
  z.looseObject({ kind: z.enum(['ours', 'reference', 'code', 'quote']), text: z.string() }),
) satisfies z.ZodType<Words>

const policyError = z.looseObject({
  line: z.number(),
  column: z.number(),
  path: z.string(),
  message: words,
  fix: words,
  nearest: z.string().exactOptional(),
}) satisfies z.ZodType<PolicyError>

const source = z.discriminatedUnion('from', [
  z.looseObject({ from: z.literal('defaults') }),
  z.looseObject({
    from: z.enum(['repository', 'organisation']),
    repository: repositoryName,
    path: z.string(),
    blobOid: z.string(),
  }),
])

/** The policy that was in force, or what is wrong with its file. */
export const policyFactsSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('policy'), policy, source }),
  z.looseObject({ kind: z.literal('invalid'), errors: z.array(policyError).min(1), source }),
]) satisfies z.ZodType<PolicyFacts>
