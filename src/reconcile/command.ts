import { parseCommand } from '../commands/grammar.ts'
import { isAtLeast, readPermission } from '../commands/permission.ts'
import { react } from '../commands/reactions.ts'
import type { RepositoryName } from '../domain/repository.ts'
import type { GitHubClient } from '../github/client.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { hintOf, type Work, type WorkKey } from '../queue/work.ts'
import { clientOf, type Workshop } from './workshop.ts'

type CommandWork = Work & Extract<WorkKey, { kind: 'command' }>

/** `/claims recheck`: eyes when it is heard, a rocket when both checks have been judged again. */
export async function reconcileCommand(workshop: Workshop, work: CommandWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const { repository, number, commentId, installationId } = work
  const command = parseCommand(work.line)
  if (command?.verb !== 'recheck' || !(await mayRecheck(client, repository, number, work.actor))) {
    await react(client, repository, commentId, 'confused')
    return { kind: 'done' }
  }
  await react(client, repository, commentId, 'eyes')
  const hint = hintOf('command', { fresh: [number], full: true, acknowledge: [commentId] })
  await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint })
  return { kind: 'done' }
}

/** The pull request's author, or anybody with triage permission now. */
async function mayRecheck(
  client: GitHubClient,
  repository: RepositoryName,
  number: number,
  actor: string,
): Promise<boolean> {
  const answer = await client.rest<{ user: { login: string } | null }>(
    'GET /repos/{owner}/{repo}/issues/{issue_number}',
    {
      owner: repository.owner,
      repo: repository.name,
      issue_number: number,
    },
  )
  if (answer.data.user?.login.toLowerCase() === actor.toLowerCase()) return true
  return isAtLeast(await readPermission(client, repository, actor), 'triage')
}
