import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Evaluation, exitCodeOfVerdicts, judgeEvaluation } from '../../src/cli/evaluation.ts'
import { readFacts, writeFacts } from '../../src/cli/facts-file.ts'
import { evaluationSchema } from '../../src/cli/facts-schema.ts'
import { known } from '../../src/domain/reading.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { factsOf } from '../evaluate/charts/facts.ts'
import { facts, issue, ref } from '../evaluate/issues/issues-facts.ts'
import { arbitraryOf } from './arbitrary-of-schema.ts'

const policy = known({ kind: 'policy' as const, policy: defaultPolicy, source: { from: 'defaults' as const } })

const evaluation: Evaluation = {
  pull: { repository: { owner: 'tracebloc', name: 'client' }, number: 951 },
  headSha: 'a'.repeat(40),
  base: { baseRefName: 'develop', baseSha: 'b'.repeat(40) },
  readAt: Date.UTC(2026, 10, 2, 12),
  appId: 0,
  hosts: ['github.com'],
  issues: known([
    {
      facts: facts({
        body: 'Closes #7',
        linked: [ref(7)],
        issues: [issue(ref(7), { body: '## Acceptance\n\n- [ ] a' })],
      }),
      policy,
    },
  ]),
  charts: {
    facts: factsOf({
      pulls: [
        { number: 922, age: 90, charts: [{ version: '1.9.94' }] },
        { number: 951, age: 40, head: 'a'.repeat(40), charts: [{ version: '1.9.94' }] },
      ],
    }),
    policy,
  },
}

describe('a saved evaluation', () => {
  test('says what it is, of which head and when', () => {
    expect(JSON.parse(writeFacts(evaluation))).toMatchObject({
      format: 'claimwarden-facts',
      version: 1,
      head: 'a'.repeat(40),
      read: '2026-11-02T12:00:00.000Z',
    })
  })

  test('is judged as before it was saved', () => {
    const read = readFacts(writeFacts(evaluation))
    if ('wrong' in read) throw new Error(read.wrong)
    expect(read.evaluation).toEqual(evaluation)
    const [before, after] = [judgeEvaluation(evaluation), judgeEvaluation(read.evaluation)]
    expect(after.map(({ rendered }) => rendered.digest)).toEqual(before.map(({ rendered }) => rendered.digest))
    expect(exitCodeOfVerdicts(after)).toBe(1)
  })

  test('comes back whole, whatever was read', () => {
    fc.assert(
      fc.property(arbitraryOf(evaluationSchema), (saved) => {
        expect(readFacts(writeFacts(saved as Evaluation))).toEqual({ evaluation: saved })
      }),
      { numRuns: 200 },
    )
  })

  test('keeps facts that this version does not know', () => {
    const more = { ...evaluation, later: { known: true } }
    expect(readFacts(writeFacts(more))).toEqual({ evaluation: more })
  })
})

describe('a file that cannot be used says what is wrong, and where', () => {
  test.each([
    ['no JSON', '{', 'it is no JSON'],
    ['nothing', '', 'it is no JSON'],
    ['something else', '[]', 'it is no file of --save-facts'],
    ['another file of JSON', '{"version": 1}', 'it is no file of --save-facts'],
    [
      'a later format',
      writeFacts(evaluation).replace('"version": 1', '"version": 2'),
      'it has version 2 of the format, and this program reads version 1',
    ],
    [
      'a missing head',
      writeFacts(evaluation).replace('"headRefOid"', '"headRefOld"'),
      /^evaluation\.issues\.value\.0\.facts\.pull\.headRefOid: .*expected string/,
    ],
    [
      'a reading without a reason',
      writeFacts({ ...evaluation, charts: { ...charts(), policy: { known: false } as never } }),
      /^evaluation\.charts\.policy\.reason: /,
    ],
    [
      'a state that there is not',
      writeFacts(evaluation).replace('"OPEN"', '"AJAR"'),
      /^evaluation\.issues\.value\.0\.facts\.pull\.state: /,
    ],
    [
      'a moment that no date can hold',
      writeFacts({ ...evaluation, readAt: 0 }).replace('"readAt": 0', '"readAt": 1e300'),
      /^evaluation\.readAt: /,
    ],
  ])('%s', (_, text, wrong) => {
    const read = readFacts(text)
    expect('wrong' in read ? read.wrong : 'it was read').toEqual(
      typeof wrong === 'string' ? wrong : expect.stringMatching(wrong),
    )
  })

  test('any value of it that is taken away is missed, or was one that may be absent', () => {
    const file = JSON.parse(writeFacts(evaluation))
    for (const path of pathsIn(file)) {
      const damaged = structuredClone(file)
      const [holder, key] = [path.slice(0, -1).reduce((at, step) => at[step], damaged), path.at(-1) ?? '']
      delete holder[key]
      const read = readFacts(JSON.stringify(damaged))
      if ('wrong' in read) expect(read.wrong).toMatch(/^[\w.@-]+: |^it (?:is|has) /)
      else expect(() => judgeEvaluation(read.evaluation)).not.toThrow()
    }
  })
})

function charts(): NonNullable<Evaluation['charts']> {
  if (evaluation.charts === undefined) throw new Error('no charts')
  return evaluation.charts
}

function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return Array.isArray(value)
      ? value.flatMap((one, index) => pathsIn(one).map((path) => [String(index), ...path]))
      : []
  }
  return Object.entries(value).flatMap(([key, one]) => [[key], ...pathsIn(one).map((path) => [key, ...path])])
}
