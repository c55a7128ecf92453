import { expect, test } from '@jest/globals'
import { bodiesOf951, chartYaml } from '../story/story.ts'
import { ticketNamed, versionChanged } from './classic-gates.ts'

test.each(Object.entries(bodiesOf951))('the classic ticket gate passes the body %s of #951', (_name, body) => {
  expect(ticketNamed(body)).toMatch(/^tracebloc\/backend#29(35|61)$/)
})

test('the classic ticket gate blocks a description that names no ticket', () => {
  expect(ticketNamed('Tidies up')).toBeNull()
})

test.each([
  ['1.9.93', '1.9.94', true],
  ['1.9.93', '1.9.91', true],
  ['1.9.93', '1.9.93', false],
])('the classic version gate, from %s to %s: %s', (before, after, passes) => {
  expect(versionChanged(chartYaml(before), chartYaml(after))).toBe(passes)
})
