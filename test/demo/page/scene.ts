import type { CheckRun, PullRequest, User } from '../../github/world/model.ts'
import { checkNames, type Scenery } from '../stage.ts'

/** What the page shows and lets people do. */
export interface Scene extends Scenery {
  /** Whether the story is over, so that people may act. */
  mayAct(): boolean
}

/** What one reader of the page sees: the scene as somebody. */
export interface Viewer {
  readonly scene: Scene
  readonly user: User
  /** The webhooks of the next deed get lost. */
  readonly losesNext: boolean
}

/** Who can act, in the order of the chooser: the author first. */
export function actors({ cast, world, story }: Scene): readonly { readonly user: User; readonly role: string }[] {
  return [cast.ben, cast.cleo, cast.ada, cast.dora].map((user) => ({
    user,
    role: roles[world.repositories.permissionOf(story.client, user) ?? 'read'] ?? 'reader',
  }))
}

const roles: Readonly<Record<string, string>> = { write: 'author', admin: 'maintainer', read: 'reader' }

export function pullsOf({ world, story }: Scene): readonly PullRequest[] {
  return world.pulls.all(story.client).toSorted((a, b) => b.number - a.number)
}

/** The newest run of each name on the head, the two of every pull request first. */
export function runsOn({ world, story }: Scene, pull: PullRequest): readonly CheckRun[] {
  const newest = new Map<string, CheckRun>()
  for (const run of world.checks.runsOf(story.client, pull.headRefOid)) newest.set(run.name, run)
  return [...newest.values()].toSorted((a, b) => place(a.name) - place(b.name))
}

function place(name: string): number {
  const at = (checkNames as readonly string[]).indexOf(name)
  return at < 0 ? checkNames.length : at
}
