const PERMISSIONS: Readonly<Record<string, string>> = {
  check_run: 'checks',
  check_suite: 'checks',
  create: 'contents',
  delete: 'contents',
  issue_comment: 'issues',
  issue_dependencies: 'issues',
  issues: 'issues',
  merge_group: 'merge_queues',
  pull_request: 'pull_requests',
  pull_request_review: 'pull_requests',
  push: 'contents',
  release: 'contents',
  repository: 'metadata',
  status: 'statuses',
  sub_issues: 'issues',
}

/** The repository permission without which GitHub does not deliver an event. @throws for an event nobody can subscribe to here */
export function permissionFor(event: string): string {
  const permission = PERMISSIONS[event]
  if (permission === undefined) throw new Error(`no permission is known for ${event}`)
  return permission
}
