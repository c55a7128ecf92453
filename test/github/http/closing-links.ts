import type { Id, PullRequest } from '../world/model.ts'

/** The issues a pull request is linked to, as readers see them at a time: by its description, and by hand. */
export function closingIssueIds(pull: PullRequest, now: number, userLinkedOnly: boolean): Id[] {
  const { described, describedBefore, visibleAt, manual } = pull.closing
  if (userLinkedOnly) return [...manual]
  return [...new Set([...(now >= visibleAt ? described : describedBefore), ...manual])]
}
