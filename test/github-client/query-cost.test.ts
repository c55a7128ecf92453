import { expect, test } from '@jest/globals'
import { costIn } from '../../src/github/query-cost.ts'

test.each<[string, unknown, number]>([
  ['a cost', { rateLimit: { cost: 3 }, repository: null }, 3],
  ['a server without limits', { rateLimit: null }, 0],
  ['an answer without data', null, 0],
  ['no number', { rateLimit: { cost: '3' } }, 0],
])('%s', (_, data, points) => {
  expect(costIn(data)).toBe(points)
})
