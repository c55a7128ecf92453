import { z } from 'zod'
import { chartRuleIds, issueRuleIds } from '../domain/finding.ts'

/** Rule of an error in the policy file: it is no rule that a policy could set. */
export const policyFileRule = 'policy-file'

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

/**
 * A finding as programs read it: `raw_details` of an annotation. Published as `schema/finding.schema.json`; keys are
 * added, never renamed.
 */
export const findingSchema = z
  .strictObject({
    rule: z
      .enum([...issueRuleIds, ...chartRuleIds, policyFileRule])
      .describe('The rule that speaks; policy-file for an error in the policy file.'),
    severity: z
      .enum(['block', 'unknown', 'warn', 'note'])
      .describe('block and unknown keep the check from passing; warn and note do not.'),
    claim: z
      .string()
      .describe(
        'What it is about: "owner/repo#7" (an issue that the merge would close), "chart@1.2.3" (a version), a key of the policy file, or "*" (the whole pull request).',
      ),
    seen: z.string().describe('What was seen, in plain text. It can hold text from outside.'),
    wanted: z.string().describe('What was wanted, in plain text.'),
    fix: z
      .array(
        z.strictObject({
          how: z.string().describe('What to do, in one sentence.'),
          text: z.string().optional().describe('The exact text to write.'),
        }),
      )
      .describe('The ways out, the best first.'),
    head: sha.describe('The commit that it was found on.'),
  })
  .meta({
    title: 'A finding of Claimwarden',
    description:
      'The JSON object in raw_details of each annotation on the check runs claims/issues, claims/chart-versions and claims/policy.',
  })

export type RawFinding = z.input<typeof findingSchema>
