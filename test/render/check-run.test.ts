import { describe, expect, test } from '@jest/globals'
import type { Finding } from '../../src/domain/finding.ts'
import { code, words } from '../../src/domain/words.ts'
import type { CheckRunInput } from '../../src/render/check-run.ts'
import { readClaimTimes } from '../../src/render/claim-times.ts'
import { byteLength, longestOutput } from '../../src/render/cut.ts'
import { readToldFindings } from '../../src/render/told-findings.ts'
import {
  base,
  closing,
  closingNothing,
  colliding,
  disclaimed,
  headSha,
  home,
  issuesInput,
  provenance,
  readAt,
  render,
  unavailable,
  unmet,
  unreadable,
  verdictOf,
} from './story.ts'

const lastLine = `Head \`${'a'.repeat(40)}\` · base \`develop\` at \`bbbbbbbbbbbb\` · policy \`.github/claimwarden.yml\` at \`cccccccccccc\` · read 2026-11-03 14:05:09 UTC · to judge again, use Re-run or comment \`/claims recheck\``

const charts: CheckRunInput = {
  check: 'claims/chart-versions',
  home,
  mode: 'enforce',
  provenance,
  pulls: [{ ...base, evaluation: colliding }],
}

/** The text that people see, and what the run tells the next one. */
function parted(text = ''): { shownText: string; told: string } {
  const at = text.lastIndexOf('\n\n<!-- ')
  return { shownText: text.slice(0, at), told: text.slice(at + 2) }
}

describe('claims/issues', () => {
  test('a blocked pull request says what is unmet and the ways out', () => {
    const run = render(issuesInput(closing([unmet, disclaimed])))
    expect(run).toMatchObject({
      name: 'claims/issues',
      conclusion: 'failure',
      mayCure: false,
      title: 'Merging would close backend#2961: 1 of 1 criteria unmet',
    })
    expect(run.summary).toBe(`| Issue | Closed by | Seen | Verdict |
| --- | --- | --- | --- |
| tracebloc/backend#2961 | description, line 12: \`Closes tracebloc/backend#2961\` | 1 of 1 criteria unmet | blocked |

### How to unblock

**Merging would close backend#2961: 1 of 1 criteria unmet** (\`acceptance-unmet\`)

1. Do not close it: replace the words on line 12 of the description

   \`\`\`
   Part of tracebloc/backend#2961
   \`\`\`

2. Finish the work and tick the box in tracebloc/backend#2961

### Also seen

- Note \`work-disclaimed\`: The description limits its own work: "It does not fix the auto-upgrade"

${lastLine}`)
    const { shownText, told } = parted(run.text)
    expect(readToldFindings(told)).toEqual(run.told)
    expect(shownText).toBe(`**Acceptance of tracebloc/backend#2961**

| Criterion | Text | State | Why |
| --- | --- | --- | --- |
| \`AC1\` | root-cause the exit 1 path on the affected edge | unmet | its box is open |

**Blocks: \`acceptance-unmet\`** · \`tracebloc/backend#2961\` · description, line 12
- Seen: AC1 "root-cause the exit 1 path on the affected edge": its box is open
- Wanted: every criterion met before the merge closes the issue

**Note: \`work-disclaimed\`**
- Seen: "It does not fix the auto-upgrade"
- Wanted: nothing`)
  })

  test('a passing one is brief', () => {
    expect(render(issuesInput(closingNothing))).toEqual({
      name: 'claims/issues',
      kind: 'pass',
      conclusion: 'success',
      mayCure: false,
      title: 'Merging closes no issue',
      summary: `Merging closes no issue\n\n${lastLine}`,
      annotations: [],
      actions: [],
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      told: { head: headSha, pulls: { 951: [] } },
      outputWith: expect.any(Function),
    })
  })

  test('what cannot be read asks for action at once', () => {
    const run = render(issuesInput(closing([unreadable])))
    expect(run).toMatchObject({ conclusion: 'action_required', mayCure: false, title: 'backend#2961 cannot be read' })
    expect(run.summary).toContain('| GitHub shows the app no such issue | could not be told |')
    expect(run.summary).toContain('1. Install the app on `tracebloc/backend`')
  })

  test('what may be read later may stay in progress, and asks for action when it does not', () => {
    const run = render(issuesInput(closing([unavailable])))
    expect(run).toMatchObject({ conclusion: 'action_required', mayCure: true })
    expect(run.summary).toContain('Nothing needs to be done at first: it is read again by itself.')
  })

  test('shows a way out that several findings share once', () => {
    const run = render(issuesInput(closing([unmet, { ...unmet, rule: 'claim-contradicted' }])))
    expect(run.summary.split('Part of tracebloc/backend#2961')).toHaveLength(2)
  })

  test('a block beside an unknown fails', () => {
    const run = render(issuesInput(closing([unmet, unavailable])))
    expect(run).toMatchObject({ conclusion: 'failure', mayCure: false })
  })
})

describe('mode observe', () => {
  test.each([
    ['a block', [unmet], 'neutral', 'Would block: Merging would close backend#2961: 1 of 1 criteria unmet'],
    ['an unknown that may be cured', [unavailable], 'neutral', 'Would wait: backend#2961 could not be read now'],
    ['an unknown that stays', [unreadable], 'neutral', 'Would wait: backend#2961 cannot be read'],
    ['a note', [disclaimed], 'success', 'Merging closes backend#1'],
  ] as const)('concludes %s at once', (_, findings, conclusion, title) => {
    const evaluation = closing(findings, findings[0] === disclaimed ? words`Merging closes backend#1` : undefined)
    const run = render({ ...issuesInput(evaluation), mode: 'observe' })
    expect(run).toMatchObject({ conclusion, mayCure: false, title })
    expect(run.summary.startsWith('The policy says `mode: observe`')).toBe(conclusion === 'neutral')
  })
})

describe('claims/chart-versions', () => {
  test('a taken number shows its holder, the next free one and the board', () => {
    const run = render(charts)
    expect(run).toMatchObject({ conclusion: 'failure', title: 'client 1.9.94 is held by #922; next free is 1.9.95' })
    expect(run.summary).toBe(`| Chart | Version | Seen | Verdict |
| --- | --- | --- | --- |
| \`client\` | \`1.9.94\` | #922 claims it since 3 d | blocked |

### How to unblock

**client \`1.9.94\` is held by #922; next free is \`1.9.95\`** (\`version-collision\`)

1. Take the next free version in \`chart/Chart.yaml\`, line 4

   \`\`\`
   version: 1.9.95
   \`\`\`

### Board of \`client\`

\`develop\` has \`1.9.93\` · next free: patch \`1.9.95\`, minor \`1.10.0\`, major \`2.0.0\` · as of 2026-11-03 14:05:09 UTC

| Pull request | Version | Base | Author | Seen first | State |
| --- | --- | --- | --- | --- | --- |
| #922 | \`1.9.94\` | \`develop\` | carl | 3 d ago | holds it |
| #951 | \`1.9.94\` | \`develop\` | dora | 2 d ago | waits for #922 |
| #952 | \`1.9.93\` | \`develop\` | deleted account | 0 min ago | not ahead of its base, draft |

${lastLine}`)
  })

  test('the holder sees who waits', () => {
    const [board] = colliding.boards
    const claims = board?.rows.filter((row) => row.standing === 'holder').map((row) => row.claim) ?? []
    const verdict = verdictOf('claims/chart-versions', words`client ${code('1.9.94')} is held by this pull request`, [])
    const run = render({
      ...charts,
      pulls: [{ ...base, number: 922, evaluation: { ...colliding, verdict, claims } }],
    })
    expect(run.summary).toContain('| `client` | `1.9.94` | held by this pull request; #951 waits | passes |')
  })

  test('the text carries when each claim was first seen, and what is carried on', () => {
    const run = render({ ...charts, carriedTimes: { 'client@1.9.94': 1, 'other@2.0.0': 7 } })
    expect(readClaimTimes(run.text ?? '')).toEqual({ 'client@1.9.94': readAt - 2 * 86_400_000, 'other@2.0.0': 7 })
  })

  test('nothing is said about claims that could not be read', () => {
    const finding: Finding = {
      ...unavailable,
      rule: 'chart-unreadable',
      claim: '*',
      says: words`The charts could not be read`,
    }
    const verdict = verdictOf('claims/chart-versions', finding.says, [finding])
    const run = render({ ...charts, pulls: [{ ...base, evaluation: { verdict, claims: [], boards: [] } }] })
    expect(run.summary).toMatch(/^The charts could not be read\n\n### How to unblock/)
    expect(run.mayCure).toBe(true)
  })
})

describe('several pull requests on one head', () => {
  const other = { number: 900, baseRefName: 'main', baseSha: null }

  test('get the worst verdict, and all are named', () => {
    const run = render({
      ...issuesInput(closingNothing),
      pulls: [
        { ...other, evaluation: closingNothing },
        { ...base, evaluation: closing([unmet]) },
      ],
    })
    expect(run).toMatchObject({
      conclusion: 'failure',
      title: '#951: Merging would close backend#2961: 1 of 1 criteria unmet',
    })
    expect(run.summary).toMatch(
      /^This commit is the head of #900, #951, and a check belongs to a commit. #951 decides.\n\n## #900\n\nMerging closes no issue\n\n## #951\n\n\| Issue/,
    )
    expect(run.summary).toContain('base of #900 `main`, which is gone · base of #951 `develop`')
  })

  test.each([
    ['may be cured together', [unavailable], [unavailable], true, '#900: backend#2961 could not be read now'],
    ['cannot be cured when one cannot', [unavailable], [unreadable], false, '#951: backend#2961 cannot be read'],
  ])('unknowns %s', (_, first, second, mayCure, title) => {
    const run = render({
      ...issuesInput(closingNothing),
      pulls: [
        { ...other, evaluation: closing(first) },
        { ...base, evaluation: closing(second) },
      ],
    })
    expect(run).toMatchObject({ conclusion: 'action_required', mayCure, title })
  })

  test('a head without any is a mistake of the caller', () => {
    expect(() => render({ ...issuesInput(closingNothing), pulls: [] })).toThrow('without open pull requests')
  })
})

describe("GitHub's limits", () => {
  const many = Array.from({ length: 120 }, (_, index): Finding => ({ ...unmet, claim: `tracebloc/backend#${index}` }))
  const long = 'ab*c '.repeat(3000)
  const wordy = many.map((finding) => ({
    ...finding,
    says: words`${long}`,
    seen: words`${long}`,
    fixes: [{ how: words`${long}${finding.claim}`, paste: long }],
  }))

  test('a summary and a text that are too long are cut, and keep their ends', () => {
    const run = render({
      ...charts,
      pulls: [{ ...base, evaluation: { ...colliding, verdict: { ...colliding.verdict, findings: wordy } } }],
    })
    for (const part of [run.summary, run.text ?? '']) {
      expect(byteLength(part)).toBeLessThanOrEqual(longestOutput)
      expect(part).toMatch(/_Left out here, to stay within GitHub's limit: \d+ paragraphs._/)
    }
    expect(run.summary.endsWith(lastLine)).toBe(true)
    expect(readClaimTimes(run.text ?? '')).toEqual({ 'client@1.9.94': readAt - 2 * 86_400_000 })
  })

  test('all of 120 findings become annotations within their limits', () => {
    const { annotations } = render(issuesInput(closing(wordy)))
    expect(annotations).toHaveLength(120)
    for (const { title, message, raw_details } of annotations) {
      expect(title.length).toBeLessThanOrEqual(255)
      expect(byteLength(message)).toBeLessThanOrEqual(64 * 1024)
      expect(byteLength(raw_details)).toBeLessThanOrEqual(64 * 1024)
    }
  })

  test('a title is cut', () => {
    const run = render(issuesInput(closing([unmet], words`${'𝒂'.repeat(500)}`)))
    expect(run.title.length).toBeLessThanOrEqual(255)
    expect(run.title.endsWith('…')).toBe(true)
  })
})
