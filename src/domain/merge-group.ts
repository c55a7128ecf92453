/** What the ref of a merge queue's group says. */
export interface MergeGroupRef {
  readonly baseRefName: string
  readonly pullNumber: number
  /** The commit the group was built on: the base with the groups before it, not a pull request's head. */
  readonly baseSha: string
}

/**
 * Reads `refs/heads/gh-readonly-queue/<base>/pr-<n>-<sha>` from its end, since a base name may contain anything, also
 * `pr-1-`. Null when it is no such ref.
 */
export function parseMergeGroupRef(headRef: string): MergeGroupRef | null {
  const match = /^refs\/heads\/gh-readonly-queue\/(.+)\/pr-(\d+)-([0-9a-f]{40}|[0-9a-f]{64})$/.exec(headRef)
  const [, baseRefName, number, baseSha] = match ?? []
  if (baseRefName === undefined || number === undefined || baseSha === undefined) return null
  return { baseRefName, pullNumber: Number(number), baseSha }
}

/** The ref of a group, as GitHub names it. */
export function mergeGroupRef({ baseRefName, pullNumber, baseSha }: MergeGroupRef): string {
  return `refs/heads/gh-readonly-queue/${baseRefName}/pr-${pullNumber}-${baseSha}`
}
