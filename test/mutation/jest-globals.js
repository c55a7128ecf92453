import { jestExpect } from '@jest/expect'
import { bind } from 'jest-each'

// What `@jest/globals` is while mutants are run: the tests are listed, and what they expect is checked, by Jest's own parts.

/** @type {{ readonly id: string, readonly fileName: string, readonly run: () => unknown }[]} */
export const tests = []

const titles = []
let fileName = ''

/** Tests that are defined from now on stand in this file. */
export function enterFile(name) {
  fileName = name
}

export function describe(title, define) {
  titles.push(title)
  define()
  titles.pop()
}

export function test(title, run) {
  tests.push({ id: [...titles, title].join(' '), fileName, run })
}

test.each = bind(test)
describe.each = bind(describe, false)

export { jestExpect as expect }
