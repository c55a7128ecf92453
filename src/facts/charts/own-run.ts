import type { CheckName } from '../../domain/finding.ts'
import type { CheckRunNode, CommitWithRuns } from '../queries/chart-pulls.ts'

export const chartsCheckName: CheckName = 'claims/chart-versions'

/** Our own newest check run of `claims/chart-versions` at one commit. */
export interface OwnRun {
  readonly databaseId: number
  readonly externalId: string | null
  /** GraphQL's word: `COMPLETED`, `IN_PROGRESS`, …. */
  readonly status: string
  readonly conclusion: string | null
  readonly text: string | null
}

/** The newest is the one with the largest id: the order of the list says nothing. Null where there is none. */
export function ownRunOf(commit: Partial<CommitWithRuns>): OwnRun | null {
  const runs = (commit.checkSuites?.nodes ?? []).flatMap((suite) => suite?.checkRuns?.nodes ?? []).flatMap(asRun)
  return runs.reduce<OwnRun | null>(
    (newest, run) => (newest && newest.databaseId > run.databaseId ? newest : run),
    null,
  )
}

function asRun(node: CheckRunNode | null): readonly OwnRun[] {
  return node === null || node.databaseId === null ? [] : [{ ...node, databaseId: node.databaseId }]
}
