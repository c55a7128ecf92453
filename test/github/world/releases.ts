import { releasePayload } from '../webhooks/payloads/release.ts'
import type { Actor, Release, Repository } from './model.ts'
import type { World } from './world.ts'

export class Releases {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Publishes a release, tagging the target if the tag is new. Sends `create` and `push`, then `created`, `published`, `released`. */
  publish(
    actor: Actor,
    repository: Repository,
    tagName: string,
    options: { at?: string; name?: string; body?: string; prerelease?: boolean } = {},
  ): Release {
    const target = options.at ?? repository.defaultBranch
    if (!repository.refs.has(`refs/tags/${tagName}`))
      this.#world.branches.tag(actor, repository, tagName, { at: target })
    const now = this.#world.now()
    const release: Release = {
      ...this.#world.identify('Release'),
      repositoryId: repository.id,
      tagName,
      targetCommitish: target,
      name: options.name ?? null,
      body: options.body ?? '',
      draft: false,
      prerelease: options.prerelease ?? false,
      authorId: actor.id,
      createdAt: now,
      publishedAt: now,
    }
    this.#world.state.releases.set(release.id, release)
    for (const action of ['created', 'published', release.prerelease ? 'prereleased' : 'released']) {
      this.#emit(action, actor, repository, release)
    }
    return release
  }

  /** Sends `release.deleted`; the tag stays. */
  delete(actor: Actor, repository: Repository, release: Release): void {
    this.#world.state.releases.delete(release.id)
    this.#emit('deleted', actor, repository, release)
  }

  #emit(action: string, actor: Actor, repository: Repository, release: Release): void {
    this.#world.webhooks.emit('release', action, repository, actor, () => ({
      release: releasePayload(this.#world, repository, release),
    }))
  }
}
