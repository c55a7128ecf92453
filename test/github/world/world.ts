import { createHash } from 'node:crypto'
import { Webhooks } from '../webhooks/webhooks.ts'
import { Accounts } from './accounts.ts'
import { Branches } from './branches.ts'
import { Checks } from './checks.ts'
import { ClosingLinker } from './closing-links.ts'
import { Comments } from './comments.ts'
import { Installs } from './installs.ts'
import { Issues } from './issues.ts'
import { MergeQueues } from './merge-queue.ts'
import { Merging } from './merging.ts'
import type { Bot, Id, Millis, NodeKey, WorldState } from './model.ts'
import { Pulls } from './pulls.ts'
import { Releases } from './releases.ts'
import { Repositories } from './repositories.ts'
import { Reviews } from './reviews.ts'
import { Threads } from './threads.ts'

export interface WorldOptions {
  /** Epoch milliseconds; default the system clock. */
  readonly now?: () => Millis
  /** How long `closingIssuesReferences` shows the state before an opening or edit. */
  readonly closingLagMs?: number
  /** Whether keywords in block quotes of a description close: GitHub's answer was never measured. */
  readonly quotesClose?: boolean
  /** Host of issue URLs in texts. */
  readonly webHost?: string
}

/** The simulated GitHub: its state, and what people and apps do to it. Every deed sends the webhooks GitHub would. */
export class World {
  readonly state: WorldState = {
    accounts: new Map(),
    apps: new Map(),
    installations: new Map(),
    repositories: new Map(),
    issues: new Map(),
    pulls: new Map(),
    comments: new Map(),
    reviews: new Map(),
    checkSuites: new Map(),
    checkRuns: new Map(),
    statuses: new Map(),
    releases: new Map(),
    mergeQueues: new Map(),
    deliveries: new Map(),
    nodes: new Map(),
  }
  readonly now: () => Millis
  readonly quotesClose: boolean
  readonly webHost: string
  closingLagMs: number
  readonly accounts: Accounts
  readonly repositories: Repositories
  readonly branches: Branches
  readonly threads: Threads
  readonly issues: Issues
  readonly pulls: Pulls
  readonly closing: ClosingLinker
  readonly comments: Comments
  readonly reviews: Reviews
  readonly merging: Merging
  readonly mergeQueues: MergeQueues
  readonly checks: Checks
  readonly releases: Releases
  readonly installs: Installs
  readonly webhooks: Webhooks
  /** The actor of merges by the queue. */
  readonly mergeQueueBot: Bot
  #lastId = 1000

  constructor(options: WorldOptions = {}) {
    this.now = options.now ?? Date.now
    this.closingLagMs = options.closingLagMs ?? 0
    this.quotesClose = options.quotesClose ?? false
    this.webHost = options.webHost ?? 'github.com'
    this.accounts = new Accounts(this)
    this.repositories = new Repositories(this)
    this.branches = new Branches(this)
    this.threads = new Threads(this)
    this.issues = new Issues(this)
    this.pulls = new Pulls(this)
    this.closing = new ClosingLinker(this)
    this.comments = new Comments(this)
    this.reviews = new Reviews(this)
    this.merging = new Merging(this)
    this.mergeQueues = new MergeQueues(this)
    this.checks = new Checks(this)
    this.releases = new Releases(this)
    this.installs = new Installs(this)
    this.webhooks = new Webhooks(this)
    this.mergeQueueBot = this.accounts.bot('github-merge-queue')
  }

  /** The next database id: one ascending sequence for everything. */
  nextId(): Id {
    this.#lastId += 1
    return this.#lastId
  }

  /** A new id and the node id for it, registered under its kind. */
  identify(kind: NodeKey['kind']): { id: Id; nodeId: string } {
    const id = this.nextId()
    const nodeId = nodeIdOf(kind, id)
    this.state.nodes.set(nodeId, { kind, id })
    return { id, nodeId }
  }
}

function nodeIdOf(kind: string, id: Id): string {
  const initials = kind.replaceAll(/[a-z]/g, '')
  return `${initials}_${createHash('sha256').update(`${kind}:${id}`).digest('base64url').slice(0, 16)}`
}
