import { z } from 'zod'
import type { Evaluation } from './evaluation.ts'
import { chartsFactsSchema } from './facts-schema-charts.ts'
import { issuesFactsSchema } from './facts-schema-issues.ts'
import { moment, pullReference, reading } from './facts-schema-parts.ts'
import { policyFactsSchema } from './facts-schema-policy.ts'

/** A saved evaluation. */
export const evaluationSchema = z.looseObject({
  pull: pullReference,
  headSha: z.string(),
  base: z.looseObject({ baseRefName: z.string(), baseSha: z.string().nullable() }),
  readAt: moment,
  appId: z.number(),
  hosts: z.array(z.string()),
  issues: reading(
    z.array(z.looseObject({ facts: issuesFactsSchema, policy: reading(policyFactsSchema) })),
  ).exactOptional(),
  charts: z.looseObject({ facts: chartsFactsSchema, policy: reading(policyFactsSchema) }).exactOptional(),
}) satisfies z.ZodType<Evaluation>
