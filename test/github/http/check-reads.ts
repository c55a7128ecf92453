import type { Oid } from '../git/objects.ts'
import type { CheckRun, CheckSuite, CommitStatus, Repository, WorldState } from '../world/model.ts'

/** The check suites of a commit, oldest first. */
export function suitesOf(state: WorldState, repository: Repository, sha: Oid): CheckSuite[] {
  const found: CheckSuite[] = []
  for (const suite of state.checkSuites.values()) {
    if (suite.headSha === sha && suite.repositoryId === repository.id) found.push(suite)
  }
  return found
}

/** The runs of a suite that GitHub still keeps, oldest first. */
export function runsOf(state: WorldState, suite: CheckSuite): CheckRun[] {
  return suite.checkRunIds.flatMap((id) => state.checkRuns.get(id) ?? [])
}

/** The newest run of each name in each suite. The largest id is the newest. */
export function latestPerName(runs: readonly CheckRun[]): CheckRun[] {
  const latest = new Map<string, CheckRun>()
  for (const run of runs) {
    const key = `${run.checkSuiteId}:${run.name}`
    const known = latest.get(key)
    if (known === undefined || run.id > known.id) latest.set(key, run)
  }
  return [...latest.values()]
}

/** The statuses of a commit, oldest first. */
export function statusesOf(state: WorldState, repository: Repository, sha: Oid): CommitStatus[] {
  const found: CommitStatus[] = []
  for (const status of state.statuses.values()) {
    if (status.sha === sha && status.repositoryId === repository.id) found.push(status)
  }
  return found
}

/** The newest status of each context. */
export function latestPerContext(statuses: readonly CommitStatus[]): CommitStatus[] {
  const latest = new Map<string, CommitStatus>()
  for (const status of statuses) latest.set(status.context, status)
  return [...latest.values()]
}
