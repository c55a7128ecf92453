import { errorBody, RestError } from '../rest/errors.ts'
import { checkBody, checkQuery, type matchOperation } from '../rest/operations.ts'
import { Redirect, type RestCall } from '../rest/route.ts'
import { routes } from '../rest/routes/index.ts'
import { type Answer, jsonAnswer } from './answer.ts'

export type MatchedOperation = NonNullable<ReturnType<typeof matchOperation>>

/** Operations that an app's JWT may ask for; every other wants a token. */
const BY_JWT = /^(apps\/(?!list-repos-accessible)|meta\/|rate-limit\/)/

/** Answers one REST request. */
export async function answerRest(call: RestCall): Promise<Answer> {
  try {
    if (call.view.caller.kind === 'app' && !BY_JWT.test(call.operation.id)) throw new RestError(401, 'Bad credentials')
    checkQuery(call.operation, call.query)
    checkBody(call.operation, call.body)
    const handler = routes[call.operation.id]
    if (handler === undefined) throw new RestError(501, notSimulated(call.operation.method, call.operation.path))
    const { status, body, headers = {} } = await handler(call)
    return { status, headers, body }
  } catch (error) {
    return errorAnswer(error)
  }
}

export function notSimulated(method: string, path: string): string {
  return `Not simulated: ${method} ${path}`
}

/** @throws what is no answer of GitHub's: a mistake in the simulation */
export function errorAnswer(error: unknown): Answer {
  if (error instanceof RestError) return jsonAnswer(error.status, errorBody(error))
  if (error instanceof Redirect) {
    const body = { message: error.message, url: error.url, documentation_url: 'https://docs.github.com/rest' }
    return jsonAnswer(301, body, { location: error.url })
  }
  throw error
}
