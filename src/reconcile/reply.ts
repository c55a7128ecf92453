import { commands, whoWords } from '../commands/registry.ts'
import type { Words } from '../domain/words.ts'
import { writeReply } from '../publish/comments.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { replyComment } from '../render/comment-reply.ts'
import type { CommandWork } from './command-work.ts'
import { clientOf, type Workshop } from './workshop.ts'

/** Answers a command with one sentence and the table of commands; null leaves the sentence out. */
export async function reply(workshop: Workshop, work: CommandWork, says: Words | null): Promise<WorkOutcome> {
  const help = commands.map(({ usage, who, effect }) => ({ usage, who: whoWords[who], effect }))
  return answer(workshop, work, 'reply', replyComment(work.line, says, help))
}

/** Brings the one comment of this purpose to this text; within a minute of the last one it waits. */
export async function answer(
  workshop: Workshop,
  work: CommandWork,
  purpose: 'reply' | 'status',
  body: string,
): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const outcome = await workshop.turns.take(turnOf(work), () => writeReply(client, work, purpose, body, workshop.now()))
  return outcome.kind === 'wait' ? { kind: 'again', delayMs: outcome.delayMs } : { kind: 'done' }
}

/** Works that write comments on one pull request share this key. */
export function turnOf({
  installationId,
  repository,
  number,
}: Pick<CommandWork, 'installationId' | 'repository' | 'number'>): string {
  return `${installationId}:${repository.owner}/${repository.name}#${number}`.toLowerCase()
}
