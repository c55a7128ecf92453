import { z } from 'zod'
import { hintOf, type Work } from '../queue/work.ts'
import { longestPhrase } from '../reconcile/phrases.ts'
import { adding, nothing, type RepositoryEvent, type WorkForEvent } from './event.ts'

const commentShape = z.object({
  issue: z.object({
    number: z.number().int(),
    pull_request: z.unknown().optional(),
    user: z.object({ login: z.string() }).nullish().catch(null),
  }),
  comment: z.object({
    id: z.number().int(),
    body: z.string().nullable().catch(null),
    user: z.object({ login: z.string(), type: z.string().catch('User') }).nullable(),
    performed_via_github_app: z.object({ id: z.number() }).nullish().catch(null),
  }),
})

export function workForComment({ action, payload, here, make, context }: RepositoryEvent): WorkForEvent {
  // An edited comment is no new command: it would let somebody else's old comment act.
  if (action !== 'created') return nothing
  const parsed = commentShape.safeParse(payload)
  if (!parsed.success) return nothing
  const { issue, comment } = parsed.data
  const isPull = issue.pull_request !== undefined && issue.pull_request !== null
  const line = firstLineOf(comment.body ?? '')
  const isOurs = comment.performed_via_github_app?.id === context.appId
  if (!isPull || comment.user === null || isOurs) return nothing
  // A bot that quotes a command would make us answer it, and may answer in turn. One that opened the pull request may ask.
  const { login: actor, type } = comment.user
  const byBot = type === 'Bot' && actor !== issue.user?.login
  const key = { kind: 'command' as const, repository: here, number: issue.number, commentId: comment.id, actor }
  const command = (text: string): Work =>
    make({ ...key, line: text, ...(byBot ? { byBot } : {}) }, hintOf('command', { full: true }))
  if (context.isCommand(line)) return adding(command(line))
  const mayBePhrase = line !== '' && line.length <= longestPhrase
  return mayBePhrase
    ? { ...nothing, phrase: { repository: here, line, command: (verb) => command(`/claims ${verb}`) } }
    : nothing
}

function firstLineOf(text: string): string {
  return (text.split(/\r\n|\r|\n/, 1)[0] ?? '').trim().slice(0, 500)
}
