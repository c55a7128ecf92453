import { z } from 'zod'
import { actorOf, findThread, permissionOf, repositoryOf } from '../../github/world/lookups.ts'
import type { CheckRun, Issue, PullRequest, Repository, User } from '../../github/world/model.ts'
import { chartPath } from '../../story/story.ts'
import { fileAt } from '../stage.ts'
import type { Scene } from './scene.ts'

/** Says, for people, why a deed was not done. */
export class Refusal extends Error {}

interface Deed {
  /** Does it; returns what was done, in a sentence. @throws {Refusal} */
  do(scene: Scene, user: User, fields: unknown): string
}

const number = z.coerce.number().int().positive()
const body = z.string().max(65_536)

/** What people can do on the page, by the name their forms carry. */
export const deeds: ReadonlyMap<string, Deed> = new Map([
  deed('edit-description', z.object({ pull: number, body }), (scene, user, fields) => {
    const pull = pullOf(scene, fields.pull)
    if (pull.authorId !== user.id) mustWrite(scene, user, pull, 'edit the description')
    scene.world.pulls.edit(user, pull, { body: lineFeeds(fields.body) })
    return `${user.login} edited the description of #${pull.number}.`
  }),
  deed('comment', z.object({ pull: number, body: body.min(1) }), (scene, user, fields) => {
    const pull = pullOf(scene, fields.pull)
    scene.world.comments.create(user, pull, lineFeeds(fields.body))
    return `${user.login} commented on #${pull.number}.`
  }),
  deed('edit-issue', z.object({ issue: number, body }), (scene, user, fields) => {
    const issue = issueOf(scene, fields.issue)
    if (issue.authorId !== user.id) mustWrite(scene, user, issue, 'edit the issue')
    scene.world.issues.edit(user, issue, { body: lineFeeds(fields.body) })
    return `${user.login} edited ${nameOf(scene, issue)}.`
  }),
  deed(
    'tick',
    z.object({ issue: number, line: number, checked: z.enum(['yes', 'no']) }),
    (scene, user, { issue: id, line, checked }) => {
      const issue = issueOf(scene, id)
      if (issue.authorId !== user.id) mustWrite(scene, user, issue, 'tick a box')
      scene.world.issues.edit(user, issue, { body: ticked(issue.body, line, checked === 'yes') })
      return `${user.login} ${checked === 'yes' ? 'ticked' : 'cleared'} a box of ${nameOf(scene, issue)}.`
    },
  ),
  deed('version', z.object({ pull: number, version: z.string().min(1).max(200) }), (scene, user, fields) => {
    const pull = openPullOf(scene, fields.pull)
    mustWrite(scene, user, pull, 'push')
    const { client } = scene.story
    const before = fileAt(client, pull.headRefOid, chartPath)
    const after = before.replace(/^version:.*$/m, () => `version: ${fields.version}`)
    if (after === before) throw new Refusal(`The version is ${fields.version} already.`)
    scene.world.branches.commit(user, client, pull.headRefName, { [chartPath]: after }, `Take ${fields.version}`)
    return `${user.login} pushed version ${fields.version} to ${pull.headRefName}.`
  }),
  deed('click', z.object({ run: number, identifier: z.string() }), (scene, user, fields) => {
    const run = runOf(scene, fields.run)
    const action = run.actions.find(({ identifier }) => identifier === fields.identifier)
    if (action === undefined || run.status !== 'completed') throw new Refusal('That button is gone.')
    scene.world.checks.clickAction(user, run, fields.identifier)
    return `${user.login} pressed ${action.label} on ${run.name}.`
  }),
  deed('rerun', z.object({ run: number }), (scene, user, fields) => {
    const run = runOf(scene, fields.run)
    mustWrite(scene, user, run, 're-run a check')
    scene.world.checks.rerequestRun(user, run)
    return `${user.login} asked for another run of ${run.name}.`
  }),
  deed('merge', z.object({ pull: number, anyway: z.literal('yes').optional() }), (scene, user, fields) => {
    const pull = openPullOf(scene, fields.pull)
    mustWrite(scene, user, pull, 'merge')
    const override = fields.anyway === 'yes'
    if (override && permissionOf(scene.world.state, scene.story.client, user) !== 'admin')
      throw new Refusal(`${user.login} is no administrator: only one may merge anyway.`)
    const blockers = scene.world.merging.blockers(pull).filter((reason) => !override || !reason.startsWith('check '))
    if (blockers.length > 0) throw new Refusal(`#${pull.number} cannot be merged: ${blockers.join(', ')}.`)
    scene.world.merging.merge(user, pull, { override })
    return `${user.login} merged #${pull.number}.`
  }),
])

function deed<T>(
  name: string,
  schema: z.ZodType<T>,
  act: (scene: Scene, user: User, fields: T) => string,
): [string, Deed] {
  return [
    name,
    {
      do(scene, user, fields) {
        const read = schema.safeParse(fields)
        if (!read.success) throw new Refusal(`${name}: ${z.prettifyError(read.error)}`)
        return act(scene, user, read.data)
      },
    },
  ]
}

/** @throws {Refusal} where the line has no box */
function ticked(text: string, line: number, checked: boolean): string {
  const lines = text.split('\n')
  const old = lines[line - 1] ?? ''
  const changed = old.replace(/^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+\[)[ \txX](\])/, `$1${checked ? 'x' : ' '}$2`)
  if (!/^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+\[[ \txX]\]/.test(old)) throw new Refusal(`Line ${line} has no box.`)
  return lines.with(line - 1, changed).join('\n')
}

/** Forms send CRLF; the story is written with LF. */
function lineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function pullOf({ world, story }: Scene, wanted: number): PullRequest {
  const thread = findThread(world.state, story.client, wanted)
  if (thread?.kind !== 'pull') throw new Refusal(`There is no pull request #${wanted}.`)
  return thread
}

function openPullOf(scene: Scene, wanted: number): PullRequest {
  const pull = pullOf(scene, wanted)
  if (pull.state !== 'open') throw new Refusal(`#${wanted} is not open.`)
  return pull
}

function issueOf({ world }: Scene, id: number): Issue {
  const issue = world.state.issues.get(id)
  if (issue === undefined || issue.deleted) throw new Refusal('There is no such issue.')
  return issue
}

function runOf({ world }: Scene, id: number): CheckRun {
  const run = world.state.checkRuns.get(id)
  if (run === undefined) throw new Refusal('There is no such check run.')
  return run
}

function nameOf({ world }: Scene, issue: Issue): string {
  return `${repositoryOf(world.state, issue).name}#${issue.number}`
}

function mustWrite({ world }: Scene, user: User, where: { readonly repositoryId: number }, what: string): void {
  const repository: Repository = repositoryOf(world.state, where)
  if (!world.repositories.canWrite(repository, user))
    throw new Refusal(`${actorOf(world.state, user.id).login} may only read ${repository.name}, so cannot ${what}.`)
}
