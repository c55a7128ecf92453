import type { IncomingMessage } from 'node:http'
import { verifyWithFallback } from '@octokit/webhooks-methods'
import type { Metrics } from '../observe/metrics.ts'
import { readBody } from './body.ts'

export interface WebhookDelivery {
  readonly id: string
  readonly name: string
  readonly payload: Record<string, unknown>
}

export interface WebhookReceiverOptions {
  readonly secret: string
  readonly previousSecret: string | undefined
  /** Puts the delivery's works into the queue; a rejection means that nothing durable happened. */
  readonly receive: (delivery: WebhookDelivery) => Promise<void>
  readonly draining: () => boolean
  readonly metrics: Metrics
  readonly onFailure: (error: unknown) => void
}

/** What is answered: a status and a fixed word, never the text of an error. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Answers GitHub after the works are queued, so that what was answered with 2xx is not lost and everything else shows
 * as failed in the delivery log, where the sweep finds it.
 *
 * Verification is done here and not by Probot's middleware: that one buffers bodies of any size, knows one secret only
 * and puts error messages into its answers.
 */
export function createWebhookReceiver(options: WebhookReceiverOptions): (request: IncomingMessage) => Promise<Answer> {
  const older = options.previousSecret === undefined ? [] : [options.previousSecret]

  async function isSigned(body: string, signature: string): Promise<boolean> {
    // An empty body cannot be verified, and the library throws on it and on a malformed signature.
    if (body === '') return false
    try {
      return await verifyWithFallback(options.secret, body, signature, older)
    } catch {
      return false
    }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const headers = readHeaders(request)
    if ('status' in headers) return headers
    if (options.draining()) return { status: 503, text: 'draining' }
    const body = await readBody(request)
    if (body.kind === 'too-large') return { status: 413, text: 'payload too large' }
    if (body.kind === 'aborted') return { status: 400, text: 'incomplete body' }
    if (!(await isSigned(body.text, headers.signature))) return { status: 401, text: 'bad signature' }
    const payload = parseObject(body.text)
    if (payload === null) return { status: 400, text: 'the body is no JSON object' }
    try {
      await options.receive({ id: headers.id, name: headers.name, payload })
      return { status: 202, text: 'queued' }
    } catch (error) {
      options.onFailure(error)
      return { status: 503, text: 'not queued' }
    }
  }

  return async (request) => {
    const result = await answer(request)
    const name = String(request.headers['x-github-event'] ?? '')
    options.metrics.webhooks.inc({ event: knownEvent(name), result: String(result.status) })
    return result
  }
}

interface WebhookHeaders {
  readonly id: string
  readonly name: string
  readonly signature: string
}

function readHeaders(request: IncomingMessage): WebhookHeaders | Answer {
  const type = String(request.headers['content-type'] ?? '')
    .split(';', 1)[0]
    ?.trim()
    .toLowerCase()
  if (type !== 'application/json') return { status: 415, text: 'content type must be application/json' }
  const name = request.headers['x-github-event']
  if (typeof name !== 'string' || name === '') return { status: 400, text: 'no X-GitHub-Event header' }
  const id = request.headers['x-github-delivery']
  if (typeof id !== 'string' || id === '') return { status: 400, text: 'no X-GitHub-Delivery header' }
  const signature = request.headers['x-hub-signature-256']
  if (typeof signature !== 'string' || signature === '') return { status: 401, text: 'no X-Hub-Signature-256 header' }
  return { id, name, signature }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** A label must not grow with what strangers send. */
function knownEvent(name: string): string {
  return /^[a-z_]{1,40}$/.test(name) && knownNames.has(name) ? name : 'other'
}

const knownNames = new Set([
  'check_run',
  'check_suite',
  'installation',
  'installation_repositories',
  'issue_comment',
  'issues',
  'merge_group',
  'ping',
  'pull_request',
  'push',
  'repository',
])
