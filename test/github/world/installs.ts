import { generateKeyPairSync } from 'node:crypto'
import { userPayload } from '../webhooks/payloads/account.ts'
import { installationPayload, repositoryStub } from '../webhooks/payloads/installation.ts'
import { covers, existing } from './lookups.ts'
import type { Account, Actor, App, Installation, Permissions, Repository } from './model.ts'
import type { World } from './world.ts'

export interface NewApp {
  readonly slug?: string
  readonly webhookSecret?: string
  readonly permissions?: Permissions
  readonly events?: readonly string[]
  /** PEM pair; made when absent (some 50 ms). */
  readonly keys?: { readonly privateKeyPem: string; readonly publicKeyPem: string }
}

const DEFAULT_PERMISSIONS: Permissions = {
  metadata: 'read',
  checks: 'write',
  contents: 'read',
  issues: 'write',
  merge_queues: 'read',
  pull_requests: 'write',
  statuses: 'read',
  members: 'read',
}

/** Every event the simulation can send to a subscriber. */
export const ALL_EVENTS: readonly string[] = [
  'check_run',
  'check_suite',
  'create',
  'delete',
  'issue_comment',
  'issue_dependencies',
  'issues',
  'merge_group',
  'pull_request',
  'pull_request_review',
  'push',
  'release',
  'repository',
  'status',
  'sub_issues',
]

/** Apps and where they are installed. */
export class Installs {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Registers an app with its bot account. */
  app(owner: Account, options: NewApp = {}): App {
    const slug = options.slug ?? 'claimwarden'
    const { id, nodeId } = this.#world.identify('App')
    const app: App = {
      id,
      nodeId,
      slug,
      name: slug,
      clientId: `Iv1.${id}`,
      ownerId: owner.id,
      botId: this.#world.accounts.bot(slug, id).id,
      ...(options.keys ?? newKeys()),
      webhookSecret: options.webhookSecret ?? 'a secret of the simulation',
      permissions: { ...(options.permissions ?? DEFAULT_PERMISSIONS) },
      events: [...(options.events ?? ALL_EVENTS)],
      createdAt: this.#world.now(),
    }
    this.#world.state.apps.set(app.id, app)
    return app
  }

  /** Installs on an account, with what the app asks for now. Sends `installation.created`. */
  install(actor: Actor, app: App, account: Account, repositories: 'all' | readonly Repository[] = 'all'): Installation {
    const id = this.#world.nextId()
    const now = this.#world.now()
    const installation: Installation = {
      id,
      appId: app.id,
      accountId: account.id,
      repositorySelection: repositories === 'all' ? 'all' : 'selected',
      repositoryIds: new Set(repositories === 'all' ? [] : repositories.map((repository) => repository.id)),
      permissions: { ...app.permissions },
      events: [...app.events],
      suspendedAt: null,
      suspendedById: null,
      deleted: false,
      createdAt: now,
      updatedAt: now,
    }
    this.#world.state.installations.set(id, installation)
    this.#emit('created', actor, installation, true)
    return installation
  }

  /** Sends `installation.deleted`. */
  uninstall(actor: Actor, installation: Installation): void {
    this.#emit('deleted', actor, installation, true)
    installation.deleted = true
  }

  /** Sends `installation_repositories.added`; a selection of all stays as it is. */
  addRepositories(actor: Actor, installation: Installation, repositories: readonly Repository[]): void {
    for (const repository of repositories) installation.repositoryIds.add(repository.id)
    this.#emitRepositories('added', actor, installation, repositories)
  }

  /** Sends `installation_repositories.removed`. */
  removeRepositories(actor: Actor, installation: Installation, repositories: readonly Repository[]): void {
    for (const repository of repositories) installation.repositoryIds.delete(repository.id)
    this.#emitRepositories('removed', actor, installation, repositories)
  }

  /** Sends `installation.suspend`; from then on nothing else is sent. */
  suspend(actor: Actor, installation: Installation): void {
    installation.suspendedAt = this.#world.now()
    installation.suspendedById = actor.id
    this.#emit('suspend', actor, installation, false)
  }

  /** Sends `installation.unsuspend`. */
  unsuspend(actor: Actor, installation: Installation): void {
    installation.suspendedAt = null
    installation.suspendedById = null
    this.#emit('unsuspend', actor, installation, false)
  }

  /** The account accepts what the app asks for now. Sends `installation.new_permissions_accepted`. */
  acceptPermissions(actor: Actor, installation: Installation): void {
    const app = existing(this.#world.state.apps, installation.appId, 'app')
    installation.permissions = { ...app.permissions }
    installation.events = [...app.events]
    this.#emit('new_permissions_accepted', actor, installation, false)
  }

  /** Repositories an installation reaches, by id. */
  repositoriesOf(installation: Installation): Repository[] {
    return [...this.#world.state.repositories.values()].filter((repository) => covers(installation, repository))
  }

  #emit(action: string, actor: Actor, installation: Installation, withRepositories: boolean): void {
    installation.updatedAt = this.#world.now()
    this.#world.webhooks.emitTo(installation, 'installation', action, actor, () => ({
      installation: installationPayload(this.#world, installation),
      ...(withRepositories ? { repositories: this.#stubs(this.repositoriesOf(installation)) } : {}),
      ...(action === 'created' ? { requester: userPayload(actor) } : { requester: null }),
    }))
  }

  #emitRepositories(
    what: 'added' | 'removed',
    actor: Actor,
    installation: Installation,
    repositories: readonly Repository[],
  ) {
    this.#world.webhooks.emitTo(installation, 'installation_repositories', what, actor, () => ({
      installation: installationPayload(this.#world, installation),
      repository_selection: installation.repositorySelection,
      repositories_added: what === 'added' ? this.#stubs(repositories) : [],
      repositories_removed: what === 'removed' ? this.#stubs(repositories) : [],
      requester: null,
    }))
  }

  #stubs(repositories: readonly Repository[]) {
    return repositories.map((repository) => repositoryStub(this.#world, repository))
  }
}

function newKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKeyPem: privateKey, publicKeyPem: publicKey }
}
