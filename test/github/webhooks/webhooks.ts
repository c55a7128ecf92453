import { createHash, createHmac } from 'node:crypto'
import { covers, existing, ownerOf } from '../world/lookups.ts'
import type { Actor, App, Id, Installation, Repository, WebhookDelivery } from '../world/model.ts'
import type { World } from '../world/world.ts'
import { organizationPayload, userPayload } from './payloads/account.ts'
import { repositoryPayload } from './payloads/repository.ts'
import { permissionFor } from './subscriptions.ts'

/** What a switch looks at. */
export interface PendingDelivery {
  readonly event: string
  readonly action: string | null
  readonly payload: Record<string, unknown>
}

export type DeliveryPredicate = (delivery: PendingDelivery) => boolean

interface Envelope extends PendingDelivery {
  readonly app: App
  readonly guid: string
  readonly installationId: Id | null
  readonly repositoryId: Id | null
  readonly redelivery: boolean
}

interface Loss {
  readonly matches: DeliveryPredicate
  left: number
}

/** GitHub's cap: a larger payload is not delivered at all. */
const MAX_BYTES = 25 * 1024 * 1024

/**
 * Sends signed webhooks and keeps their log. Deliveries start in order, several at a time.
 * Nothing is sent or logged while `target` is null.
 */
export class Webhooks {
  /** Where to POST, e.g. `http://127.0.0.1:3000/api/github/webhooks`. */
  target: string | null = null
  /** Wait before each POST, milliseconds. */
  delayMs = 0
  /** Extra copies of each delivery, under the same guid. */
  duplicates = 0
  /** No answer within this time is a failed delivery; GitHub's own is 10 s. */
  timeoutMs = 10_000
  /** POSTs under way at once. */
  concurrency = 8
  readonly #world: World
  readonly #drops: Loss[] = []
  readonly #failures: Loss[] = []
  readonly #queue: (() => Promise<void>)[] = []
  #held: Envelope[] | null = null
  #running = 0
  #idle: (() => void)[] = []
  #guids = 0

  constructor(world: World) {
    this.#world = world
  }

  /**
   * Sends an event of a repository to every installation that covers it and is subscribed with permission.
   * @param body made only when someone listens
   */
  emit(
    event: string,
    action: string | null,
    repository: Repository,
    sender: Actor,
    body: () => Record<string, unknown>,
    options: { readonly onlyApp?: Id } = {},
  ): void {
    if (this.target === null) return
    let made: Record<string, unknown> | undefined
    for (const installation of this.#world.state.installations.values()) {
      if (!this.#listens(installation, event, repository, options.onlyApp)) continue
      made ??= { ...(action === null ? {} : { action }), ...body(), ...this.#frame(repository, sender) }
      const { id } = installation
      const payload = { ...made, installation: { id, node_id: `MDIz${id}` } }
      this.#post(this.#envelope(installation, event, action, payload, repository.id))
    }
  }

  /** Sends an event about an installation to its app, subscribed or not. */
  emitTo(
    installation: Installation,
    event: string,
    action: string,
    sender: Actor,
    body: () => Record<string, unknown>,
  ): void {
    if (this.target === null) return
    const account = existing(this.#world.state.accounts, installation.accountId, 'account')
    const organization = account.kind === 'Organization' ? { organization: organizationPayload(account) } : {}
    const payload = { action, ...body(), ...organization, sender: userPayload(sender) }
    this.#post(this.#envelope(installation, event, action, payload, null))
  }

  /** Loses the next deliveries that match (all, by default): no attempt is made and none is logged. */
  drop(count: number, matches: DeliveryPredicate = () => true): void {
    this.#drops.push({ matches, left: count })
  }

  /** The next deliveries that match fail to connect: the receiver never sees them, the log does, redelivery works. */
  fail(count: number, matches: DeliveryPredicate = () => true): void {
    this.#failures.push({ matches, left: count })
  }

  /** Forgets all drops and failures. */
  stopLosing(): void {
    this.#drops.length = 0
    this.#failures.length = 0
  }

  /** Keeps deliveries back until release. */
  hold(): void {
    this.#held ??= []
  }

  /** Sends what was held, in the order `arrange` gives (default: as they came), and holds no longer. */
  release(arrange: <T>(held: T[]) => T[] = (held) => held): void {
    const held = this.#held ?? []
    this.#held = null
    for (const envelope of arrange(held)) this.#start(envelope)
  }

  /** How many deliveries are held. */
  get heldCount(): number {
    return this.#held?.length ?? 0
  }

  /** Sends a logged delivery again under its guid, as `POST /app/hook/deliveries/{id}/attempts` does. */
  redeliver(id: Id): void {
    const past = existing(this.#world.state.deliveries, id, 'delivery')
    this.#start({
      app: existing(this.#world.state.apps, past.appId, 'app'),
      guid: past.guid,
      event: past.event,
      action: past.action,
      payload: past.payload as Record<string, unknown>,
      installationId: past.installationId,
      repositoryId: past.repositoryId,
      redelivery: true,
    })
  }

  /** Resolves when nothing is queued or under way (held deliveries do not count). */
  settled(): Promise<void> {
    if (this.#running === 0 && this.#queue.length === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #listens(installation: Installation, event: string, repository: Repository, onlyApp: Id | undefined): boolean {
    if (installation.deleted || installation.suspendedAt !== null || !covers(installation, repository)) return false
    // Re-run and action events go to the app that owns the run, and come with `checks: write` (32 §2.2).
    if (onlyApp !== undefined) return installation.appId === onlyApp && installation.permissions.checks === 'write'
    return installation.events.includes(event) && installation.permissions[permissionFor(event)] !== undefined
  }

  #frame(repository: Repository, sender: Actor): Record<string, unknown> {
    const owner = ownerOf(this.#world.state, repository)
    return {
      repository: repositoryPayload(this.#world, repository),
      ...(owner.kind === 'Organization' ? { organization: organizationPayload(owner) } : {}),
      sender: userPayload(sender),
    }
  }

  #envelope(
    installation: Installation,
    event: string,
    action: string | null,
    payload: Record<string, unknown>,
    repositoryId: Id | null,
  ): Envelope {
    this.#guids += 1
    return {
      app: existing(this.#world.state.apps, installation.appId, 'app'),
      guid: guidOf(this.#guids),
      event,
      action,
      payload,
      installationId: installation.id,
      repositoryId,
      redelivery: false,
    }
  }

  #post(envelope: Envelope): void {
    if (takes(this.#drops, envelope)) return
    for (let copy = 0; copy <= this.duplicates; copy += 1) {
      if (this.#held) this.#held.push(envelope)
      else this.#start(envelope)
    }
  }

  #start(envelope: Envelope): void {
    // Serialised now: a payload is a snapshot of the moment of its event.
    const body = JSON.stringify(envelope.payload)
    if (Buffer.byteLength(body) > MAX_BYTES) return
    this.#queue.push(() => this.#deliver(envelope, body))
    this.#next()
  }

  #next(): void {
    while (this.#running < this.concurrency) {
      const deliver = this.#queue.shift()
      if (!deliver) break
      this.#running += 1
      void deliver().finally(() => {
        this.#running -= 1
        this.#next()
      })
    }
    if (this.#running > 0 || this.#queue.length > 0) return
    const waiting = this.#idle
    this.#idle = []
    for (const resolve of waiting) resolve()
  }

  async #deliver(envelope: Envelope, body: string): Promise<void> {
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs))
    const delivery = this.#log(envelope, body)
    if (takes(this.#failures, envelope)) {
      delivery.status = 'failed to connect to host'
      return
    }
    const start = performance.now()
    try {
      const response = await fetch(this.target ?? '', {
        method: 'POST',
        headers: delivery.requestHeaders,
        body,
        signal: AbortSignal.timeout(this.timeoutMs),
      })
      await response.arrayBuffer()
      delivery.statusCode = response.status
      delivery.status = response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`
      delivery.responseHeaders = Object.fromEntries(response.headers)
    } catch (error) {
      // The receiver is away or slow: that is an outcome of the delivery, kept in its log as GitHub does.
      const timedOut = error instanceof Error && error.name === 'TimeoutError'
      delivery.statusCode = 0
      delivery.status = timedOut ? 'timed out' : 'failed to connect to host'
    }
    delivery.durationMs = performance.now() - start
  }

  #log(envelope: Envelope, body: string): WebhookDelivery {
    const { app, guid, event, action, installationId, repositoryId, redelivery, payload } = envelope
    const delivery: WebhookDelivery = {
      id: this.#world.nextId(),
      guid,
      event,
      action,
      appId: app.id,
      installationId,
      repositoryId,
      deliveredAt: this.#world.now(),
      redelivery,
      status: 'pending',
      statusCode: 0,
      durationMs: 0,
      payload,
      requestHeaders: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/simulated',
        'x-github-delivery': guid,
        'x-github-event': event,
        'x-github-hook-id': String(app.id),
        'x-github-hook-installation-target-id': String(app.id),
        'x-github-hook-installation-target-type': 'integration',
        'x-hub-signature-256': `sha256=${createHmac('sha256', app.webhookSecret).update(body).digest('hex')}`,
      },
      responseHeaders: {},
    }
    this.#world.state.deliveries.set(delivery.id, delivery)
    return delivery
  }
}

/** Uses up one of the losses that match, if there is one. */
function takes(losses: readonly Loss[], delivery: PendingDelivery): boolean {
  const loss = losses.find(({ matches, left }) => left > 0 && matches(delivery))
  if (!loss) return false
  loss.left -= 1
  return true
}

function guidOf(count: number): string {
  const hex = createHash('sha256').update(`delivery ${count}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
