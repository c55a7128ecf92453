import { expect, test } from '@jest/globals'
import { targetOf } from '../../../src/facts/charts/chart-links.ts'

test.each<[string, string, string | null]>([
  ['charts/shop', 'shop.yaml', 'charts/shop/shop.yaml'],
  ['charts/shop', './a/../shop.yaml', 'charts/shop/shop.yaml'],
  ['charts/shop', '../../versions//shop.yaml', 'versions/shop.yaml'],
  ['.', 'shop.yaml', 'shop.yaml'],
  ['.', '../shop.yaml', null],
  ['charts', '../../charts/shop.yaml', null],
  ['charts', '/charts/shop.yaml', null],
])('in %s a link to %s leads to %s', (directory, link, target) => {
  expect(targetOf(directory, link)).toBe(target)
})
