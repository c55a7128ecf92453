import { describe, expect, test } from '@jest/globals'
import type { IssueRuleId } from '../../../src/domain/finding.ts'
import { known } from '../../../src/domain/reading.ts'
import { evaluateIssues } from '../../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'
import { facts, home, issue, ref } from './issues-facts.ts'

interface Case {
  readonly source?: string
  readonly text: string
  /** What GitHub's list holds. */
  readonly closes?: readonly number[]
  readonly closesIn?: { readonly owner: string; readonly name: string; readonly number: number }
  readonly pulls?: readonly number[]
  readonly base?: string
  readonly rules?: readonly IssueRuleId[]
}

const cases: Record<string, Case> = {
  plain: { text: 'Closes #12', closes: [12] },
  'colon and capitals': { source: 'github/docs#36607', text: 'CLOSES: #14', closes: [14] },
  'comma list': {
    source: 'os-santiago/homedir#1430',
    text: 'Closes #1, #2 and #3',
    closes: [1],
    rules: ['keyword-inert', 'keyword-inert'],
  },
  'negated in bold': {
    source: 'ShaftHQ/SHAFT_ENGINE#4142',
    text: "**Does not fix** #30's out-of-memory crash on one platform.",
    closes: [30],
    rules: ['claim-contradicted'],
  },
  'negated plainly': {
    source: 'bdfinst/agentic-dev-team#977',
    text: 'This PR does not close #67.',
    closes: [67],
    rules: ['claim-contradicted'],
  },
  'negated with emphasis': {
    source: 'kamp-us/phoenix#4471',
    text: 'Does **not** close #44; the second half is still open.',
    closes: [44],
    rules: ['claim-contradicted'],
  },
  'filed, not fixed': {
    source: 'objectstack-ai/objectstack#10392',
    text: 'Filed, not fixed: #102',
    closes: [102],
    rules: ['claim-contradicted'],
  },
  'hyphen before the keyword': {
    source: 'paiml/aprender#3497',
    text: 'no-close: #6',
    closes: [6],
    rules: ['claim-contradicted'],
  },
  'part of, and a later close': {
    source: 'objectstack-ai/objectstack#8476',
    text: 'Part of #81. Whoever owns it should close #81 once #86 lands.',
    closes: [81],
    rules: ['claim-contradicted'],
  },
  quoted: {
    source: 'Jamie-BitFlight/claude_skills#3219',
    text: 'The earlier commit message said "closes #60", which was wrong.',
    closes: [60],
    rules: ['claim-contradicted'],
  },
  'not only': { text: 'This not only fixes #12 but also speeds up start-up.', closes: [12] },
  'negation in another sentence': { text: 'This does not touch the parser. Fixes #12.', closes: [12] },
  'code span': {
    source: 'objectstack-ai/objectstack#8523',
    text: 'Write `Fixes #21` in the body.',
    rules: ['keyword-inert'],
  },
  fence: { source: 'objectstack-ai/objectstack#8523', text: '```\nFixes #20\n```', rules: ['keyword-inert'] },
  'word between': { source: 'isaacs/github#413', text: 'Fixes issue #11', rules: ['keyword-inert'] },
  gerund: { source: 'hamidfzm/glyph#268', text: 'closing #110', rules: ['keyword-inert'] },
  'keyword on its own line': { source: 'github/docs#35979', text: 'Closes:\n#19', rules: ['keyword-inert'] },
  'permalink of a comment': {
    source: 'isaacs/github#1731',
    text: 'Fix https://github.com/tracebloc/client/issues/15#issuecomment-1',
    closes: [15],
  },
  'a pull request as target': {
    source: 'GD4AI/obsidian-llm-wiki#695',
    text: 'its **fix #684** sits on the patch line',
    pulls: [684],
    rules: ['target-is-pull-request'],
  },
  'another base': {
    source: 'link-assistant/hive-mind#1896',
    text: 'Fixes #49',
    base: 'release',
    rules: ['keyword-inert'],
  },
  'an owner with a hyphen': {
    text: 'Fixes octo-org/octo-repo#100',
    closesIn: { owner: 'octo-org', name: 'octo-repo', number: 100 },
  },
  'not-closes line, no such issue here': {
    source: 'tracebloc/client#951',
    text: "Part of tracebloc/backend#2961 — NOT Closes: #2961's acceptance is other work.",
  },
  'not-closes line, such an issue here': {
    source: 'tracebloc/client#951',
    text: "Part of tracebloc/backend#2961 — NOT Closes: #2961's acceptance is other work.",
    closes: [2961],
    rules: ['claim-contradicted'],
  },
  'section of limits': {
    source: 'tracebloc/client#951',
    text: 'Closes #61\n\n## What this does not do\n\nIt does not fix the upgrade.',
    closes: [61],
    rules: ['work-disclaimed'],
  },
}

describe('a description whose targets all meet their acceptance', () => {
  test.each(Object.entries(cases).map(([name, one]): [string, string, Case] => [name, one.source ?? 'own', one]))(
    '%s (%s)',
    (_name, _source, { text, closes = [], closesIn, pulls = [], base, rules = [] }) => {
      const elsewhere =
        closesIn === undefined ? [] : [ref(closesIn.number, { owner: closesIn.owner, name: closesIn.name })]
      const linked = [...closes.map((number) => ref(number)), ...elsewhere]
      const { verdict, claims } = evaluateIssues(
        facts({
          body: text,
          linked,
          ...(base === undefined ? {} : { pull: { baseRefName: base } }),
          facts: { targets: targetsOf(linked, pulls, text) },
        }),
        defaultPolicy,
      )
      expect(claims.filter((claim) => claim.state === 'open').map((claim) => claim.target)).toEqual(linked)
      expect(verdict.findings.map((finding) => finding.rule)).toEqual(rules)
    },
  )
})

/** Every number that the text names is looked up; what is neither listed nor a pull request does not exist. */
function targetsOf(linked: readonly ReturnType<typeof ref>[], pulls: readonly number[], text: string) {
  const numbers = [...text.matchAll(/#(\d+)/g)].map((match) => Number(match[1]))
  const absent = numbers.filter((number) => !linked.some((one) => one.number === number) && !pulls.includes(number))
  return [
    ...linked.map((reference) => ({ reference, target: known(issue(reference, { body: '- [x] done' })) })),
    ...pulls.map((number) => ({
      reference: ref(number, home),
      target: known({ kind: 'pull' as const, reference: ref(number), state: 'OPEN' as const }),
    })),
    ...absent.map((number) => ({ reference: ref(number, home), target: known({ kind: 'absent' as const }) })),
  ]
}
