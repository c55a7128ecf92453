import { type Answer, jsonAnswer, messageAnswer } from './answer.ts'
import type { Call } from './calls.ts'
import type { Effect } from './faults.ts'

const TEXTS: Record<number, string> = {
  401: 'Bad credentials',
  404: 'Not Found',
  500: 'Server Error',
  502: 'Server Error',
  503: 'Service Unavailable',
  504: "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request.",
}

/** The answer that an effect makes by itself; undefined when the request goes on. */
export function answerOf(effect: Effect, call: Call): Answer | undefined {
  switch (effect.kind) {
    case 'status':
      return messageAnswer(effect.status, TEXTS[effect.status] ?? 'Server Error')
    case 'primary-limit':
      return primaryLimit(call, effect.resetAt, effect.status)
    case 'secondary-limit':
      return secondaryLimit(call, effect.retryAfterSeconds, effect.status)
    default:
      return undefined
  }
}

/** The hourly limit is used up: 403 in REST, 200 with an error in GraphQL. */
export function primaryLimit(call: Call, resetAt: number, status?: number): Answer {
  const resource = call.kind === 'graphql' ? 'graphql' : 'core'
  const headers = {
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-used': '5000',
    'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
    'x-ratelimit-resource': resource,
  }
  const message = `API rate limit exceeded for installation ID ${call.installation ?? 0}.`
  return limited(call, message, 'RATE_LIMITED', headers, status ?? (call.kind === 'graphql' ? 200 : 403))
}

function secondaryLimit(call: Call, retryAfterSeconds: number | undefined, status: number | undefined): Answer {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  return limited(call, message, 'RATE_LIMITED', headers, status ?? 403)
}

function limited(call: Call, message: string, type: string, headers: Record<string, string>, status: number): Answer {
  if (call.kind === 'graphql' && status === 200) return jsonAnswer(200, { errors: [{ type, message }] }, headers)
  return messageAnswer(status, message, headers)
}
