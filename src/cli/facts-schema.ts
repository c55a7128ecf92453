import { z } from 'zod'
import type { Evaluation } from './evaluation.ts'
import { chartsFactsSchema } from './facts-schema-charts.ts'
import { issuesFactsSchema } from './facts-schema-issues.ts'
import { pullReference, reading } from './facts-schema-parts.ts'
import { policyFactsSchema } from './facts-schema-policy.ts'

/** A saved evaluation; its dates are shown, so they must be dates. */
export const evaluationSchema = z.looseObject({
  pull: pullReference,
  headSha: z.string(),
  base: z.looseObject({ baseRefName: z.string(), baseSha: z.string().nullable() }),
  readAt: z.number().min(0).max(8.64e15),
  hosts: z.array(z.string()),
  issues: reading(
    z.array(z.looseObject({ facts: issuesFactsSchema, policy: reading(policyFactsSchema) })),
  ).exactOptional(),
  charts: z.looseObject({ facts: chartsFactsSchema, policy: reading(policyFactsSchema) }).exactOptional(),
}) satisfies z.ZodType<Evaluation>
