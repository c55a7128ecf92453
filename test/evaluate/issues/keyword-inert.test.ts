import { expect, test } from '@jest/globals'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { backend, facts, issue, ref, type World, whole } from './issues-facts.ts'

const { issues } = defaultPolicy
const inert = (world: World, autoClose = true) =>
  evaluateIssues(facts(world), { ...defaultPolicy, issues: { ...issues, autoClose } }).verdict.findings.filter(
    ({ rule }) => rule === 'keyword-inert',
  )

test('says what stands where, and what would work', () => {
  const world = { body: 'Why.\n\nFixes issue tracebloc/backend#8' }
  expect(inert(world).map(whole)).toEqual([
    {
      severity: 'note',
      claim: 'tracebloc/backend#8',
      says: 'Merging leaves backend#8 as it is: something stands between keyword and number',
      seen: 'line 3: Fixes issue tracebloc/backend#8',
      wanted: 'a closing keyword that works, or words that promise none',
      fixes: [['If the merge is to close backend#8, write on a line of its own', 'Closes tracebloc/backend#8']],
      line: 3,
    },
  ])
  expect(inert(world)[0]?.place).toEqual({ path: '.github', startLine: 3, endLine: 3 })
})

test.each<[string, World, boolean]>([
  ['another base', { body: 'Fixes #8', pull: { baseRefName: 'release' } }, true],
  ['a repository that closes no linked issues', { body: 'Fixes #8' }, false],
])('in %s no words would work, so none are offered', (_name, world, autoClose) => {
  expect(inert(world, autoClose).map(({ fixes }) => fixes)).toEqual([[]])
})

test('in a repository that closes no linked issues, words that close nowhere are told as well', () => {
  expect(inert({ body: 'Fixes #8\n\nFixes issue #9' }, false).map(({ claim }) => claim)).toEqual([
    'tracebloc/client#8',
    'tracebloc/client#9',
  ])
})

test('a number is told once, the first time', () => {
  const found = inert({ body: 'Fixes issue #8\n\nclosing #8\n\nclosing #9\n\nclosing tracebloc/backend#8' })
  expect(found.map(({ claim, place }) => [claim, place?.startLine])).toEqual([
    ['tracebloc/client#8', 1],
    ['tracebloc/client#9', 5],
    ['tracebloc/backend#8', 7],
  ])
})

test('a number that is claimed in another way is left out, and the next is told', () => {
  const seven = issue(ref(7), { body: '- [x] a' })
  const world = { body: 'Closes #7\n\nclosing #7\n\nclosing #9', linked: [ref(7)], issues: [seven] }
  expect(inert(world).map(({ claim }) => claim)).toEqual(['tracebloc/client#9'])
  expect(
    inert({ ...world, linked: [ref(7, backend)], issues: [issue(ref(7, backend))] }).map(({ claim }) => claim),
  ).toEqual(['tracebloc/client#7', 'tracebloc/client#9'])
})

test('more than ten help nobody', () => {
  const numbers = Array.from({ length: 12 }, (_, index) => index + 20)
  const found = inert({ body: numbers.map((number) => `closing #${number}`).join('\n\n') })
  expect(found.map(({ claim }) => claim)).toEqual(numbers.slice(0, 10).map((number) => `tracebloc/client#${number}`))
})
