import { commentPayload, issueLikePayload } from '../webhooks/payloads/issue.ts'
import { existing, repositoryOf } from './lookups.ts'
import type { Actor, Issue, IssueComment, PullRequest, Reaction, ReactionContent } from './model.ts'
import type { World } from './world.ts'

/** Comments on issues and on the conversation of pull requests. */
export class Comments {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Sends `issue_comment.created`. */
  create(actor: Actor, thread: Issue | PullRequest, body: string): IssueComment {
    const now = this.#world.now()
    const comment: IssueComment = {
      ...this.#world.identify('IssueComment'),
      repositoryId: thread.repositoryId,
      thread: { kind: thread.kind, id: thread.id },
      authorId: actor.id,
      body,
      createdAt: now,
      updatedAt: now,
      editorId: null,
      lastEditedAt: null,
      deleted: false,
      reactions: [],
      performedViaAppId: actor.kind === 'Bot' ? actor.appId : null,
    }
    this.#world.state.comments.set(comment.id, comment)
    thread.commentIds.push(comment.id)
    this.#world.threads.record(thread, actor.id, { kind: 'commented', commentId: comment.id })
    this.#emit('created', actor, comment)
    return comment
  }

  /** Sends `issue_comment.edited`. */
  edit(actor: Actor, comment: IssueComment, body: string): void {
    if (comment.body === body) return
    const from = comment.body
    comment.body = body
    comment.editorId = actor.id
    comment.lastEditedAt = this.#world.now()
    comment.updatedAt = comment.lastEditedAt
    this.#emit('edited', actor, comment, { changes: { body: { from } } })
  }

  /** Sends `issue_comment.deleted`. */
  delete(actor: Actor, comment: IssueComment): void {
    comment.deleted = true
    const thread = this.threadOf(comment)
    const at = thread.commentIds.indexOf(comment.id)
    if (at >= 0) thread.commentIds.splice(at, 1)
    this.#emit('deleted', actor, comment)
  }

  /** Adds a reaction once per user and content; no webhook exists for it. */
  react(actor: Actor, comment: IssueComment, content: ReactionContent): Reaction {
    const known = comment.reactions.find((reaction) => reaction.userId === actor.id && reaction.content === content)
    if (known) return known
    const id = this.#world.nextId()
    const reaction = { id, nodeId: `REA_${id}`, userId: actor.id, content, createdAt: this.#world.now() }
    comment.reactions.push(reaction)
    return reaction
  }

  unreact(comment: IssueComment, reaction: Reaction): void {
    const at = comment.reactions.indexOf(reaction)
    if (at >= 0) comment.reactions.splice(at, 1)
  }

  threadOf(comment: IssueComment): Issue | PullRequest {
    const { kind, id } = comment.thread
    return kind === 'issue'
      ? existing(this.#world.state.issues, id, 'issue')
      : existing(this.#world.state.pulls, id, 'pull request')
  }

  #emit(action: string, actor: Actor, comment: IssueComment, more: Record<string, unknown> = {}): void {
    const thread = this.threadOf(comment)
    this.#world.webhooks.emit('issue_comment', action, repositoryOf(this.#world.state, thread), actor, () => ({
      issue: issueLikePayload(this.#world, thread),
      comment: commentPayload(this.#world, comment),
      ...more,
    }))
  }
}
