import process from 'node:process'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Attestation } from '../../../src/domain/closing-claim.ts'
import { fullName } from '../../../src/domain/repository.ts'
import { readAttestations } from '../../../src/facts/parse/attestation.ts'

const options = { home: { owner: 'acme', name: 'client' } }

function read(body: string): readonly Attestation[] {
  const reading = readAttestations(body, options)
  if (!reading.known) throw new Error(reading.what)
  return reading.value
}

/** What an attestation names and says: `owner/repo#7 AC1 text => evidence`. */
function outline(body: string): readonly string[] {
  return read(body).map(({ target, criterionId, criterionText, evidence }) => {
    const issue = target && `${fullName(target.repository)}#${target.number}`
    return `${[issue, criterionId, criterionText].filter(Boolean).join(' ')} => ${evidence}`
  })
}

describe('a ticked item attests', () => {
  test.each([
    ['by id', '- [x] AC2: covered by telemetry_test.yaml', ['AC2 => covered by telemetry_test.yaml']],
    ['by issue and id', '- [x] #7 AC1 — run 33548', ['acme/client#7 AC1 => run 33548']],
    ['by issue alone', '- [x] owner/repo#7: see a.ts', ['owner/repo#7 => see a.ts']],
    ['by a repository of the same owner', '- [x] backend#7 AC1: a.ts', ['acme/backend#7 AC1 => a.ts']],
    ['by URL', '- [x] https://github.com/acme/backend/issues/7 AC1: a.ts', ['acme/backend#7 AC1 => a.ts']],
    ['by text', '- [x] Every caller moved — a.ts', ['Every caller moved => a.ts']],
    ['by issue and text', '- [x] #7 every caller moved: a.ts', ['acme/client#7 every caller moved => a.ts']],
    ['several ids at once', '- [x] AC1, AC2 and AC3: a.ts', ['AC1 => a.ts', 'AC2 => a.ts', 'AC3 => a.ts']],
    ['with a dash', '- [x] AC1 – a.ts', ['AC1 => a.ts']],
    ['with a hyphen between spaces', '- [x] AC1 - a.ts', ['AC1 => a.ts']],
    ['with an arrow', '- [x] AC1 => a.ts', ['AC1 => a.ts']],
    ['with a bold id', '- [x] **AC1**: a.ts', ['AC1 => a.ts']],
    ['with evidence in a nested list', '- [x] AC1\n  - a.ts\n  - b.ts', ['AC1 => a.ts b.ts']],
    ['with evidence in a nested list behind a colon', '- [x] AC1:\n  - a.ts', ['AC1 => a.ts']],
    ['with evidence on its line and below', '- [x] AC1: see\n  - a.ts', ['AC1 => see a.ts']],
    ['with words behind the id', '- [x] AC1 callers moved: a.ts', ['AC1 => a.ts']],
    ['with an upper-case X', '- [X] AC1: a.ts', ['AC1 => a.ts']],
    ['in a numbered list', '1. [x] AC1: a.ts', ['AC1 => a.ts']],
  ])('%s', (_name, item, attestations) => {
    expect(outline(`## Acceptance\n\n${item}`)).toEqual(attestations)
  })

  test('once for each separator when it names a criterion by its text', () => {
    expect(outline('## Acceptance\n- [x] Logs: all pods — run 5')).toEqual([
      'Logs => all pods — run 5',
      'Logs: all pods => run 5',
    ])
  })

  test('and a nested box speaks for itself', () => {
    expect(outline('## Acceptance\n- [x] AC1: a.ts\n  - [x] AC2: b.ts\n  - [ ] AC3: c.ts')).toEqual([
      'AC1 => a.ts',
      'AC2 => b.ts',
    ])
  })

  test('with its line', () => {
    expect(read('Text.\r\n\r\n## Evidence\r\n- [ ] AC1: a\r\n- [x] AC2: b')).toMatchObject([
      { criterionId: 'AC2', line: 5 },
    ])
  })

  test('with its evidence as Markdown', () => {
    const [first] = read('## Evidence\n- [x] **AC1**: `a.ts` and [run](https://x.example)\n  - **b.ts**')
    expect(first?.evidenceSource).toBe('`a.ts` and [run](https://x.example)\n\n- **b.ts**')
  })
})

describe('a ticked item has no evidence', () => {
  test.each([
    ['without any text behind it', '- [x] AC1'],
    ['behind a separator', '- [x] AC1:'],
    ['of dots only', '- [x] AC1: …'],
    ['that is a comment', '- [x] AC1: <!-- what shows it -->'],
    ['that is a template to fill in', '- [x] AC1: <evidence>'],
    ['that says TODO', '- [x] AC1: TODO'],
    ['that says N/A', '- [x] AC1: N/A'],
    ['without a separator', '- [x] AC1 done in a.ts'],
    ['in a quote below', '- [x] AC1:\n  > a.ts'],
    ['in an address', '- [x] AC1 https://x.example'],
  ])('%s', (_name, item) => {
    expect(read(`## Acceptance\n${item}`)).toMatchObject([{ criterionId: 'AC1', evidence: '', evidenceSource: '' }])
  })
})

describe('separators inside of', () => {
  test.each([
    ['a code span', '- [x] `a: b — c` works: d.ts', ['a: b — c works => d.ts']],
    ['an address', '- [x] AC1: https://x.example/a:b', ['AC1 => https://x.example/a:b']],
    ['a word', '- [x] std::vector re-used — d.ts', ['std::vector re-used => d.ts']],
  ])('%s separate nothing', (_name, item, attestations) => {
    expect(outline(`## Acceptance\n${item}`)).toEqual(attestations)
  })
})

describe('the title above', () => {
  test.each([
    ['names acceptance', '## How acceptance is met\n- [x] AC1: a.ts', 1],
    ['names evidence', '**Evidence**\n\n- [x] AC1: a.ts', 1],
    ['is a label', 'Acceptance evidence:\n- [x] AC1: a.ts', 1],
    ['is a definition of done', '### Definition of Done\n- [x] AC1: a.ts', 1],
    ['has a lower heading in between', '## Acceptance\n### backend#7\n- [x] AC1: a.ts', 1],
    ['is another', '## Checklist\n- [x] AC1: a.ts', 0],
    ['is another of the same level in between', '## Acceptance\n## Checklist\n- [x] AC1: a.ts', 0],
    ['is a label that a rule ended', '**Evidence**\n\n---\n- [x] AC1: a.ts', 0],
    ['is a label that another ended', '**Evidence**\n\n**Checklist**\n\n- [x] AC1: a.ts', 0],
    ['is missing', '- [x] AC1: a.ts', 0],
    ['is quoted', '> ## Acceptance\n> - [x] AC1: a.ts', 0],
    ['is above a quote', '## Acceptance\n> - [x] AC1: a.ts', 0],
    ['is above an open box', '## Acceptance\n- [ ] AC1: a.ts', 0],
    ['is above a bullet', '## Acceptance\n- AC1: a.ts', 0],
    ['is above a fence', '## Acceptance\n```\n- [x] AC1: a.ts\n```', 0],
    ['is above a comment', '## Acceptance\n<!-- - [x] AC1: a.ts -->', 0],
  ])('%s', (_name, body, count) => {
    expect(read(body)).toHaveLength(count)
  })
})

describe('any description', () => {
  test('is read without an error', () => {
    const part = fc.constantFrom(
      '## Evidence\n',
      '- [x] ',
      'AC1',
      '#7',
      ': ',
      ' — ',
      '`',
      '  ',
      '\n',
      'a.ts',
      '**',
      '<!--',
      '-->',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (body) => {
          expect(readAttestations(body, options).known).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['items', `## Evidence\n${'- [x] AC1: a.ts\n'.repeat(2_000)}`],
    ['separators', `## Evidence\n- [x] ${'a: '.repeat(20_000)}`],
    [
      'nested items',
      `## Evidence\n${Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- [x] AC1: a`).join('\n')}`,
    ],
    ['ids', `## Evidence\n- [x] ${'AC1, '.repeat(10_000)}: a`],
  ])('of many %s is read in bounded time', (_name, body) => {
    const started = process.cpuUsage()
    expect(readAttestations(body, options).known).toBe(true)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000)
  })

  test('that is too long is refused with its reason', () => {
    expect(readAttestations('a'.repeat(200_000), options)).toMatchObject({ known: false, reason: 'too-large' })
  })
})
