import { pullRequestPayload, reviewPayload } from '../webhooks/payloads/pull-request.ts'
import { existing, repositoryOf } from './lookups.ts'
import type { Actor, PullRequest, Review } from './model.ts'
import type { World } from './world.ts'

export class Reviews {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** A review at the present head. Sends `pull_request_review.submitted`. */
  submit(
    actor: Actor,
    pull: PullRequest,
    state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' = 'APPROVED',
    body = '',
  ): Review {
    const now = this.#world.now()
    const review: Review = {
      ...this.#world.identify('PullRequestReview'),
      repositoryId: pull.repositoryId,
      pullId: pull.id,
      authorId: actor.id,
      state,
      body,
      commitOid: pull.headRefOid,
      submittedAt: now,
      updatedAt: now,
    }
    this.#world.state.reviews.set(review.id, review)
    pull.reviewIds.push(review.id)
    pull.requestedReviewerIds.delete(actor.id)
    this.#world.threads.record(pull, actor.id, { kind: 'reviewed', reviewId: review.id })
    this.#emit('submitted', actor, review)
    return review
  }

  /** Sends `pull_request_review.dismissed`. */
  dismiss(actor: Actor, review: Review): void {
    review.state = 'DISMISSED'
    review.updatedAt = this.#world.now()
    this.#emit('dismissed', actor, review)
  }

  #emit(action: string, actor: Actor, review: Review): void {
    const pull = existing(this.#world.state.pulls, review.pullId, 'pull request')
    this.#world.webhooks.emit('pull_request_review', action, repositoryOf(this.#world.state, pull), actor, () => ({
      pull_request: pullRequestPayload(this.#world, pull),
      review: reviewPayload(this.#world, review),
    }))
  }
}
