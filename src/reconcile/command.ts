import { parseCommand } from '../commands/grammar.ts'
import { react } from '../commands/reactions.ts'
import { commands } from '../commands/registry.ts'
import type { RepositoryName } from '../domain/repository.ts'
import { code, type Words, words } from '../domain/words.ts'
import { readPolicy } from '../facts/policy.ts'
import type { GitHubClient } from '../github/client.ts'
import { isAtLeast, readPermission } from '../github/permission.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { hintOf } from '../queue/work.ts'
import { accept, type Recorded, unaccept } from './accept.ts'
import type { CommandWork } from './command-work.ts'
import { standingOf } from './judgement.ts'
import { release } from './release.ts'
import { reply } from './reply.ts'
import { showStatus } from './status.ts'
import { clientOf, type Workshop } from './workshop.ts'

const done: WorkOutcome = { kind: 'done' }

/** A command in a comment: eyes when it is heard, a rocket when it has been done, confused and a reply when it is not. */
export async function reconcileCommand(workshop: Workshop, work: CommandWork): Promise<WorkOutcome> {
  if (work.byBot && !(await isListed(workshop, work))) return done
  const command = parseCommand(work.line)
  switch (command?.verb) {
    case undefined:
      return done
    case 'recheck':
      return recheck(workshop, work)
    case 'status':
      return finish(workshop, work, await showStatus(workshop, work))
    case 'help':
      return finish(workshop, work, await reply(workshop, work, null))
    case 'accept':
      return record(workshop, work, await accept(workshop, work, command))
    case 'unaccept':
      return record(workshop, work, await unaccept(workshop, work, command))
    case 'release':
      return giveUp(workshop, work, await release(workshop, work, command.chart))
    case 'misused': {
      const usage = commands.find(({ verb }) => verb === command.of)?.usage ?? ''
      const why: Words = [{ kind: 'ours', text: command.why }]
      return refuse(workshop, work, words`${why}. It is typed ${code(usage)}`)
    }
    case 'unknown':
      return refuse(workshop, work, words`there is no such command`)
  }
}

/** Whether the policy lists the bot, with or without the end that GitHub gives to logins of apps. */
async function isListed(workshop: Workshop, work: CommandWork): Promise<boolean> {
  const client = clientOf(workshop, work.installationId)
  const standing = standingOf(await readPolicy(client, work.repository, workshop.policies))
  if (standing.kind === 'unusable') return false
  const plain = (login: string) => login.toLowerCase().replace(/\[bot\]$/, '')
  return standing.policy.commands.bots.some((bot) => plain(bot) === plain(work.actor))
}

/** Both checks are judged again; the rocket follows when they are. */
async function recheck(workshop: Workshop, work: CommandWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const { repository, number, commentId, installationId } = work
  if (!(await mayRecheck(client, repository, number, work.actor))) {
    await react(client, repository, commentId, 'confused')
    return done
  }
  await react(client, repository, commentId, 'eyes')
  const hint = hintOf('command', { fresh: [number], full: true, acknowledge: [commentId] })
  await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint })
  return done
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
    { owner: repository.owner, repo: repository.name, issue_number: number },
  )
  if (answer.data.user?.login.toLowerCase() === actor.toLowerCase()) return true
  return isAtLeast(await readPermission(client, repository, actor), 'triage')
}

/** What was recorded changes the verdict. */
async function record(workshop: Workshop, work: CommandWork, recorded: Recorded): Promise<WorkOutcome> {
  if (recorded.kind === 'refused') return refuse(workshop, work, recorded.why)
  const { repository, number, installationId } = work
  await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint: hintOf('command') })
  return finish(workshop, work, done)
}

/** The rocket follows when the charts have been judged again. */
async function giveUp(workshop: Workshop, work: CommandWork, released: Recorded): Promise<WorkOutcome> {
  if (released.kind === 'refused') return refuse(workshop, work, released.why)
  await react(clientOf(workshop, work.installationId), work.repository, work.commentId, 'eyes')
  return done
}

async function finish(workshop: Workshop, work: CommandWork, outcome: WorkOutcome): Promise<WorkOutcome> {
  if (outcome.kind === 'done') {
    await react(clientOf(workshop, work.installationId), work.repository, work.commentId, 'rocket')
  }
  return outcome
}

async function refuse(workshop: Workshop, work: CommandWork, why: Words): Promise<WorkOutcome> {
  await react(clientOf(workshop, work.installationId), work.repository, work.commentId, 'confused')
  return reply(workshop, work, why)
}
