import { iso } from '../graphql/context.ts'
import { type GraphqlAnswer, type PreparedQuery, prepare, run } from '../graphql/execute.ts'
import type { World } from '../world/world.ts'
import { type Answer, jsonAnswer, messageAnswer } from './answer.ts'
import type { Effect } from './faults.ts'
import type { Allowance } from './rate-limits.ts'
import type { View } from './view.ts'

/** A GraphQL request as far as it was understood before its caller is known. */
export type ReadRequest =
  | { readonly kind: 'query'; readonly prepared: PreparedQuery; readonly name: string }
  | { readonly kind: 'answered'; readonly answer: Answer; readonly name: string }

/** Reads the body of a request; what is refused whoever asks is answered at once. */
export function readGraphqlRequest(body: unknown): ReadRequest {
  const { query, variables, operationName } = (body ?? {}) as Record<string, unknown>
  const name = typeof operationName === 'string' ? operationName : 'anonymous'
  if (typeof query !== 'string') {
    return {
      kind: 'answered',
      answer: messageAnswer(400, 'A query attribute must be specified and must be a string.'),
      name,
    }
  }
  const prepared = prepare(
    query,
    (variables ?? {}) as Record<string, unknown>,
    typeof operationName === 'string' ? operationName : null,
  )
  if ('errors' in prepared) return { kind: 'answered', answer: jsonAnswer(200, prepared), name }
  return { kind: 'query', prepared, name: prepared.operation.name?.value ?? name }
}

/** Runs a query that may be afforded. */
export async function answerGraphql(
  prepared: PreparedQuery,
  effects: readonly Effect[],
  surroundings: { view: View; world: World; htmlUrl: string; allowance: Allowance; unsupported: string[] },
): Promise<Answer> {
  const { allowance, view, world, htmlUrl, unsupported } = surroundings
  const rateLimit = {
    cost: prepared.cost.points,
    nodeCount: prepared.cost.nodes,
    limit: allowance.limit,
    remaining: allowance.remaining,
    used: allowance.used,
    resetAt: iso(allowance.resetAt),
  }
  let answer = await run(prepared, { view, world, htmlUrl, rateLimit, unsupported })
  for (const effect of effects) if (effect.kind === 'partial') answer = partial(answer, effect.path)
  return jsonAnswer(200, answer)
}

/** Takes the value at a path out of the answer, with the error that GitHub gives when a query costs too much. */
function partial(answer: GraphqlAnswer, path: readonly (string | number)[]): GraphqlAnswer {
  const data = structuredClone(answer.data) as Record<string | number, unknown> | null
  let at = data
  for (const key of path.slice(0, -1)) at = (at?.[key] ?? null) as typeof data
  const last = path.at(-1)
  if (at !== null && last !== undefined) at[last] = null
  const error = {
    type: 'RESOURCE_LIMITS_EXCEEDED' as const,
    path,
    message: 'Resource limits for this query exceeded.',
  }
  return { data, errors: [...(answer.errors ?? []), error] }
}
