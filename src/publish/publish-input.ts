import type { RepositoryName } from '../domain/repository.ts'
import type { OwnRun } from '../facts/queries/own-runs.ts'
import type { RenderedCheckRun } from '../render/check-run.ts'

export interface PublishInput {
  readonly repository: RepositoryName
  readonly headSha: string
  readonly rendered: RenderedCheckRun
  /** What the verdict was computed for; checked again just before the write. */
  readonly subject: PublishSubject
  /** Our newest run on the head as read with the facts; undefined when it was not read. */
  readonly newest: OwnRun | null | undefined
  readonly fresh: boolean
  /** Called right before a write and right after it. */
  readonly aroundWrite?: () => Promise<void>
}

export type PublishSubject =
  | {
      readonly kind: 'pull'
      readonly number: number
      readonly baseRefName: string
      readonly sharing: readonly number[]
    }
  | { readonly kind: 'merge-group'; readonly headRef: string; readonly pulls: readonly number[] }
