import { expect, test } from '@jest/globals'
import { pullsByEvidence, type WatchedEvidence } from '../src/evidence-events.ts'
import { EvidenceWatch } from '../src/reconcile/evidence-watch.ts'

const here = { owner: 'acme', name: 'client' }
const sha = 'a'.repeat(40)
const watch = new EvidenceWatch()
const pull = { repository: here, number: 7, headRefOid: sha, state: 'OPEN' as const }
watch.remember(pull, { checks: true, reviews: true, comments: true })

function concerned(name: string, action: string, payload: object, remembered: WatchedEvidence = watch) {
  return pullsByEvidence(name, action, payload, here, { appId: 17, watch: remembered })
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
])('%s', (_name, name, action, payload, wanted) => {
  expect(concerned(name, action, payload)).toEqual(wanted)
})

test('our comment in the hands of a person concerns a pull request that nobody remembers', () => {
  expect(concerned('issue_comment', 'deleted', comment(ours), new EvidenceWatch())).toEqual([7])
  expect(concerned('issue_comment', 'created', comment(), new EvidenceWatch())).toEqual([])
})

test('a pull request is forgotten with its needs, its old head with a push', () => {
  const own = new EvidenceWatch()
  const needs = { checks: true, reviews: false, comments: false }
  own.remember(pull, needs)
  own.remember({ ...pull, number: 8 }, needs)
  expect(own.needingChecks({ owner: 'ACME', name: 'Client' }, sha)).toEqual([7, 8])
  own.remember({ ...pull, headRefOid: 'c'.repeat(40) }, needs)
  expect(own.needingChecks(here, sha)).toEqual([8])
  expect(own.needingChecks(here, 'c'.repeat(40))).toEqual([7])
  own.remember({ ...pull, number: 8, state: 'CLOSED' }, needs)
  expect(own.needingChecks(here, sha)).toEqual([])
  own.remember({ ...pull, headRefOid: 'c'.repeat(40) }, { ...needs, checks: false })
  expect(own.needingChecks(here, 'c'.repeat(40))).toEqual([])
})
