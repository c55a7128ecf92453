import { expect, test } from '@jest/globals'
import { evidenceChange, pullsConcerned } from '../../src/events/evidence.ts'
import { createEvidenceWatch } from '../../src/reconcile/evidence-watch.ts'

const here = { owner: 'acme', name: 'client' }
const sha = 'a'.repeat(40)
const pull = { repository: here, number: 7, headRefOid: sha, state: 'OPEN' as const }

/** Pull requests that an event concerns, where #7 needs all evidence there is or nobody is remembered. */
async function concerned(name: string, action: string, payload: object, isRemembered = true) {
  const watch = createEvidenceWatch()
  if (isRemembered) await watch.remember(pull, { checks: true, reviews: true, comments: true })
  const change = evidenceChange(name, action, payload, 17)
  return change === null ? [] : await pullsConcerned(change, here, watch)
}

const run = (more: object = {}) => ({ check_run: { head_sha: sha, status: 'completed', app: { id: 1 }, ...more } })
const comment = (more: object = {}, sender = 'User') => ({
  sender: { type: sender },
  issue: { number: 7, pull_request: {} },
  comment: { performed_via_github_app: null },
  ...more,
})
const ours = { comment: { performed_via_github_app: { id: 17 } } }

test.each<[string, string, string, object, number[]]>([
  ['a check that ends', 'check_run', 'completed', run(), [7]],
  ['a check that is made when it is over', 'check_run', 'created', run(), [7]],
  ['a check that begins', 'check_run', 'created', run({ status: 'in_progress' }), []],
  ['a check of our own', 'check_run', 'completed', run({ app: { id: 17 } }), []],
  ['a check on another head', 'check_run', 'completed', run({ head_sha: 'b'.repeat(40) }), []],
  ['a status', 'status', '', { sha }, [7]],
  ['a review', 'pull_request_review', 'submitted', { pull_request: { number: 7 } }, [7]],
  ['a dismissed review', 'pull_request_review', 'dismissed', { pull_request: { number: 7 } }, [7]],
  ['an edited review', 'pull_request_review', 'edited', { pull_request: { number: 7 } }, []],
  ['a review of another', 'pull_request_review', 'submitted', { pull_request: { number: 8 } }, []],
  ['a comment', 'issue_comment', 'created', comment(), [7]],
  ['a deleted comment', 'issue_comment', 'deleted', comment(), [7]],
  ['a comment on an issue', 'issue_comment', 'created', comment({ issue: { number: 7 } }), []],
  ['our comment, as we write it', 'issue_comment', 'edited', comment(ours, 'Bot'), []],
  ['our comment in the hands of a person', 'issue_comment', 'edited', comment(ours), [7]],
  ['another shape', 'check_run', 'completed', { check_run: null }, []],
])('%s', async (_name, name, action, payload, wanted) => {
  expect(await concerned(name, action, payload)).toEqual(wanted)
})

test('our comment in the hands of a person concerns a pull request that nobody remembers', async () => {
  expect(await concerned('issue_comment', 'deleted', comment(ours), false)).toEqual([7])
  expect(await concerned('issue_comment', 'created', comment(), false)).toEqual([])
  expect(await concerned('status', '', { sha }, false)).toEqual([])
})
