import { expect, test } from '@jest/globals'
import { ownRunOf } from '../../../src/facts/charts/own-run.ts'

const run = (databaseId: number | null) => ({
  databaseId,
  externalId: null,
  status: 'COMPLETED',
  conclusion: 'SUCCESS',
  text: null,
})

test.each<[string, readonly (number | null)[], number | undefined]>([
  ['the largest id is the newest, whatever the order', [3, 9, 5], 9],
  ['one that has no id does not count', [null, 2], 2],
  ['none', [], undefined],
])('%s', (_, ids, newest) => {
  const checkSuites = { nodes: [null, { checkRuns: { nodes: [null, ...ids.map(run)] } }] }
  expect(ownRunOf({ oid: 'a', checkSuites })?.databaseId).toBe(newest)
})

test('a commit on which the app never reported', () => {
  expect(ownRunOf({ oid: 'a', checkSuites: null })).toBeNull()
})
