import type { CheckName } from '../domain/finding.ts'
import type { Unknown } from '../domain/reading.ts'
import type { RepositoryName } from '../domain/repository.ts'
import type { Verdict } from '../domain/verdict.ts'
import { words } from '../domain/words.ts'
import { type RenderedCheckRun, renderCheckRun } from './check-run.ts'
import { ours } from './ours.ts'
import type { JudgedBase } from './provenance.ts'

export interface UnreadInput {
  readonly home: RepositoryName
  readonly headSha: string
  readonly readAt: number
  readonly pulls: readonly JudgedBase[]
  /** What could not be read, in our own words. */
  readonly unknown: Unknown
}

/** A check that could not even begin: what it needs was not readable, so it says that and is never green. */
export function renderUnread(
  check: CheckName,
  { home, headSha, readAt, pulls, unknown }: UnreadInput,
): RenderedCheckRun {
  const verdict: Verdict = {
    check,
    kind: 'unknown',
    retry: unknown.retry,
    title: words`Not judged: ${ours(unknown.what)}`,
    findings: [],
  }
  const common = {
    home,
    mode: 'enforce' as const,
    provenance: { headSha, readAt, policy: { from: 'unread' as const } },
  }
  return check === 'claims/issues'
    ? renderCheckRun({
        check,
        ...common,
        pulls: pulls.map((pull) => ({ ...pull, evaluation: { verdict, claims: [] } })),
      })
    : renderCheckRun({
        check,
        ...common,
        pulls: pulls.map((pull) => ({ ...pull, evaluation: { verdict, claims: [], boards: [] } })),
      })
}
