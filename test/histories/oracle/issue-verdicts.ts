import type { Issue, PullRequest, Repository } from '../../github/world/model.ts'

/** What was written into an issue, known by construction. */
export interface IssueTruth {
  readonly issue: Issue
  /** One for each box under its heading, ticked or not; null for an issue that states no acceptance. */
  boxes: readonly boolean[] | null
}

/** What was written into a description, known by construction. */
export interface DescriptionTruth {
  /** Numbers behind a live closing keyword. */
  readonly closes: readonly number[]
  /** The description also says that it is only a part of these. */
  readonly partOf: readonly number[]
  /** An attestation of AC1 of the one issue closed, pointing at this path. */
  readonly attests: string | null
}

/** Why merging would close an issue that this pull request does not finish; null when nothing stands against it. */
export function issueBlocker(
  repository: Repository,
  pull: PullRequest,
  description: DescriptionTruth,
  issues: ReadonlyMap<number, IssueTruth>,
  changedPaths: ReadonlySet<string>,
): string | null {
  if (pull.baseRefName !== repository.defaultBranch) return null
  for (const number of description.closes) {
    const truth = issues.get(number)
    if (truth === undefined || truth.issue.state === 'closed') continue
    if (truth.issue.labels.has('epic')) return `protected: #${number} is an epic`
    if (description.partOf.includes(number)) return `contradicted: #${number} is said to be finished in part`
    const attested = description.attests !== null && changedPaths.has(description.attests)
    const open = (truth.boxes ?? []).filter((ticked, index) => !ticked && !(index === 0 && attested))
    if (open.length > 0) return `unmet: #${number} has ${open.length} open criteria`
  }
  return null
}
