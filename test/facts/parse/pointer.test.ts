import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Pointers, readPointers } from '../../../src/facts/parse/pointer.ts'

const home = { owner: 'acme', name: 'client' }

function read(source: string): Pointers {
  const reading = readPointers(source, { home })
  if (!reading.known) throw new Error(reading.what)
  return reading.value
}

describe('paths', () => {
  test.each([
    ['a name with an extension', 'covered by telemetry_test.yaml', ['telemetry_test.yaml']],
    ['a path', 'see src/a/b.ts.', ['src/a/b.ts']],
    ['a path from here', './src/a.ts', ['src/a.ts']],
    ['a line', 'src/a.ts:12', ['src/a.ts']],
    ['a line and column', 'src/a.ts:12:3', ['src/a.ts']],
    ['lines as in an address', 'src/a.ts#L12-L20', ['src/a.ts']],
    ['in a code span', '`src/a.ts`', ['src/a.ts']],
    ['a name without extension in a code span', '`Makefile`', ['Makefile']],
    ['no bare word', 'the Makefile does it', []],
    ['in parentheses', 'done (src/a.ts, b.md)', ['src/a.ts', 'b.md']],
    ['a link to a file', '[here](https://github.com/acme/client/blob/main/src/a.ts#L3)', ['src/a.ts']],
    ['no link to a file of another repository', '[here](https://github.com/acme/web/blob/main/src/a.ts)', []],
    ['no quoted text', '> src/a.ts', []],
    ['no comment', '<!-- src/a.ts -->', []],
  ])('%s', (_name, source, paths) => {
    expect(read(source).paths).toEqual(paths)
  })
})

describe('commits', () => {
  test.each([
    ['seven digits', 'in 0123abc', ['0123abc']],
    ['forty digits', `${'0123456789'.repeat(4)}.`, ['0123456789'.repeat(4)]],
    ['upper case', '`0123ABC`', ['0123abc']],
    ['six are too few', '0123ab', []],
    ['forty-one are too many', '0'.repeat(41), []],
    ['an address', 'https://github.com/acme/client/commit/0123abcd', ['0123abcd']],
    ['an address below a pull request', '[c](https://github.com/acme/client/pull/9/commits/0123abcd)', ['0123abcd']],
    ['no address in another repository', '[c](https://github.com/acme/web/commit/0123abcd)', []],
  ])('%s', (_name, source, commits) => {
    expect(read(source).commits).toEqual(commits)
  })
})

describe('checks', () => {
  test.each([
    ['a code span', 'the check `e2e / linux`', ['e2e / linux']],
    ['a quotation', 'the check "e2e / linux" and “lint”', ['e2e / linux', 'lint']],
    ['no bare word', 'the check lint', []],
  ])('%s', (_name, source, checks) => {
    expect(read(source).checks).toEqual(checks)
  })
})

describe('issues, pull requests and runs', () => {
  const web = { owner: 'acme', name: 'web' }
  test.each([
    ['a number', 'see #12', [{ repository: home, number: 12 }]],
    ['a number elsewhere', 'see acme/web#12', [{ repository: web, number: 12 }]],
    ['an address', 'https://github.com/acme/web/pull/12#issuecomment-4', [{ repository: web, number: 12 }]],
    ['a link', '[there](https://github.com/acme/web/issues/12)', [{ repository: web, number: 12 }]],
    ['once each', '#12 and https://github.com/acme/client/issues/12', [{ repository: home, number: 12 }]],
    ['no other host', 'https://gitlab.com/acme/web/issues/12', []],
    ['no code', '`#12`', []],
  ])('%s', (_name, source, references) => {
    expect(read(source).references).toEqual(references)
  })

  test('a run by its address', () => {
    const runs = [{ repository: web, runId: 33548 }]
    expect(read('https://github.com/acme/web/actions/runs/33548/job/7').runs).toEqual(runs)
    expect(read('run 33548').runs).toEqual([])
  })

  test('on an Enterprise host', () => {
    const reading = readPointers('https://git.acme.example/acme/web/actions/runs/5', {
      home,
      hosts: ['git.acme.example'],
    })
    expect(reading).toMatchObject({ known: true, value: { runs: [{ repository: web, runId: 5 }] } })
  })
})

test('never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      expect(readPointers(source, { home }).known).toBe(true)
    }),
  )
})
