/**
 * The app's own check runs of one name at one commit. An ordinary app has one suite per commit; `ALL` because `LATEST`
 * is by time and the newest run is the one with the largest id.
 */
export const ownRunsFragment = `
fragment OwnRuns on Commit {
  checkSuites(first: 1, filterBy: { appId: $appId }) {
    nodes {
      checkRuns(last: 10, filterBy: { checkName: $checkName, checkType: ALL }) {
        nodes { databaseId name status conclusion externalId startedAt }
      }
    }
  }
}`

export interface OwnRunsAnswer {
  readonly checkSuites: {
    readonly nodes:
      | readonly ({ readonly checkRuns: { readonly nodes: readonly (OwnRunNode | null)[] | null } | null } | null)[]
      | null
  } | null
}

export interface OwnRunNode {
  readonly databaseId: number | null
  readonly name: string
  readonly status: string
  readonly conclusion: string | null
  readonly externalId: string | null
  readonly startedAt: string | null
}

/** A check run of our own, as far as publishing needs it. */
export interface OwnRun {
  readonly id: number
  readonly completed: boolean
  readonly conclusion: string | null
  readonly externalId: string
  /** Milliseconds since 1970. */
  readonly startedAt: number | null
}

function runsOf(answer: OwnRunsAnswer | null | undefined): readonly (OwnRunNode | null)[] {
  return (answer?.checkSuites?.nodes ?? []).flatMap((suite) => suite?.checkRuns?.nodes ?? [])
}

/** Ids of the last own runs. */
export function ownRunIds(answer: OwnRunsAnswer | null | undefined): readonly number[] {
  return runsOf(answer).flatMap((run) => (typeof run?.databaseId === 'number' ? [run.databaseId] : []))
}

/** The newest own run (the largest id), or null when there is none. */
export function newestOwnRun(answer: OwnRunsAnswer | null | undefined): OwnRun | null {
  const runs = runsOf(answer)
  let newest: OwnRunNode | null = null
  for (const run of runs) {
    if (run !== null && (newest === null || (run.databaseId ?? 0) > (newest.databaseId ?? 0))) newest = run
  }
  if (newest === null || newest.databaseId === null) return null
  return {
    id: newest.databaseId,
    completed: newest.status.toUpperCase() === 'COMPLETED',
    conclusion: newest.conclusion === null ? null : newest.conclusion.toLowerCase(),
    externalId: newest.externalId ?? '',
    startedAt: newest.startedAt === null ? null : Date.parse(newest.startedAt),
  }
}
