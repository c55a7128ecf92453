import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { CheckRun, Issue, PullRequest, Repository } from '../github/world/model.ts'
import { closeHealthy, freshRepository, startTestbed, type Testbed } from './testbed.ts'

/** Texts from public threads, each played by webhook and read back from the check run and from the merge itself. */
interface Case {
  readonly name: string
  /** The thread that it was seen in. */
  readonly source?: string
  readonly where: 'description' | 'commit' | 'title'
  readonly text: string
  /** Issues that merging closes. */
  readonly closes: readonly number[]
  /** A pull request that merging closes. */
  readonly pull?: number
  readonly base?: 'other'
  /** Rules that speak beside the merge, hardest first or not. */
  readonly rules: readonly string[]
}

const notClosesLine = "Part of tracebloc/backend#2961 — NOT Closes: #2961's acceptance is other work."

const cases: readonly Case[] = [
  { name: 'plain', where: 'description', text: 'Closes #12', closes: [12], rules: [] },
  {
    name: 'colon and capitals',
    source: 'github/docs#36607',
    where: 'description',
    text: 'CLOSES: #14',
    closes: [14],
    rules: [],
  },
  {
    name: 'comma list',
    source: 'os-santiago/homedir#1430',
    where: 'description',
    text: 'Closes #1, #2 and #3',
    closes: [1],
    rules: ['keyword-inert'],
  },
  {
    name: 'negated in bold',
    source: 'ShaftHQ/SHAFT_ENGINE#4142',
    where: 'description',
    text: "**Does not fix** #30's out-of-memory crash on one platform.",
    closes: [30],
    rules: ['claim-contradicted'],
  },
  {
    name: 'negated plainly',
    source: 'bdfinst/agentic-dev-team#977',
    where: 'description',
    text: 'This PR does not close #67.',
    closes: [67],
    rules: ['claim-contradicted'],
  },
  {
    name: 'negated with emphasis',
    source: 'kamp-us/phoenix#4471',
    where: 'description',
    text: 'Does **not** close #44; the second half is still open.',
    closes: [44],
    rules: ['claim-contradicted'],
  },
  {
    name: 'filed, not fixed',
    source: 'objectstack-ai/objectstack#10392',
    where: 'description',
    text: 'Filed, not fixed: #102',
    closes: [102],
    rules: ['claim-contradicted'],
  },
  {
    name: 'hyphen before the keyword',
    source: 'paiml/aprender#3497',
    where: 'description',
    text: 'no-close: #6',
    closes: [6],
    rules: ['claim-contradicted'],
  },
  {
    name: 'part of, and a later close',
    source: 'objectstack-ai/objectstack#8476',
    where: 'description',
    text: 'Part of #81. Whoever owns it should close #81 once #86 lands.',
    closes: [81],
    rules: ['claim-contradicted'],
  },
  {
    name: 'quoted',
    source: 'Jamie-BitFlight/claude_skills#3219',
    where: 'description',
    text: 'The earlier commit message said "closes #60", which was wrong.',
    closes: [60],
    rules: ['claim-contradicted'],
  },
  {
    name: 'not only',
    where: 'description',
    text: 'This not only fixes #12 but also speeds up start-up.',
    closes: [12],
    rules: [],
  },
  {
    name: 'negation in another sentence',
    where: 'description',
    text: 'This does not touch the parser. Fixes #12.',
    closes: [12],
    rules: [],
  },
  {
    name: 'code span',
    source: 'objectstack-ai/objectstack#8523',
    where: 'description',
    text: 'Write `Fixes #21` in the body.',
    closes: [],
    rules: ['keyword-inert'],
  },
  {
    name: 'fence',
    source: 'objectstack-ai/objectstack#8523',
    where: 'description',
    text: '```\nFixes #20\n```',
    closes: [],
    rules: ['keyword-inert'],
  },
  {
    name: 'word between',
    source: 'isaacs/github#413',
    where: 'description',
    text: 'Fixes issue #11',
    closes: [],
    rules: ['keyword-inert'],
  },
  {
    name: 'gerund',
    source: 'hamidfzm/glyph#268',
    where: 'description',
    text: 'closing #110',
    closes: [],
    rules: ['keyword-inert'],
  },
  {
    name: 'keyword on its own line',
    source: 'github/docs#35979',
    where: 'description',
    text: 'Closes:\n#19',
    closes: [],
    rules: ['keyword-inert'],
  },
  {
    name: 'permalink of a comment',
    source: 'isaacs/github#1731',
    where: 'description',
    text: 'Fix https://github.com/OWNER/REPO/issues/15#issuecomment-1',
    closes: [15],
    rules: [],
  },
  {
    name: 'a pull request as target',
    source: 'GD4AI/obsidian-llm-wiki#695',
    where: 'description',
    text: 'its **fix #684** sits on the patch line',
    pull: 684,
    closes: [],
    rules: ['target-is-pull-request'],
  },
  {
    name: 'the title alone',
    source: 'ShaftHQ/SHAFT_ENGINE#4154',
    where: 'title',
    text: 'Fix #45 (partial): handle empty input',
    closes: [45],
    rules: ['hidden-closer'],
  },
  {
    name: 'negated in a commit',
    source: 'StefanMaron/BusinessCentral.AL.Runner#2491',
    where: 'commit',
    text: 'Refactor reader\n\nIt does not close #79.',
    closes: [79],
    rules: ['claim-contradicted', 'hidden-closer'],
  },
  {
    name: 'code span in a commit',
    source: 'askalf/dario#1258',
    where: 'commit',
    text: 'Add gate\n\nThe text `Closes #44` is what it looks for.',
    closes: [44],
    rules: ['hidden-closer'],
  },
  {
    name: 'a blank line between, in a commit',
    source: 'cooneycw/claude-power-pack#1191',
    where: 'commit',
    text: "Work\n\n## What this does NOT close\n\n#31's remaining half",
    closes: [31],
    rules: ['claim-contradicted', 'hidden-closer'],
  },
  {
    name: 'reverted in a commit',
    source: 'samchon/ttsc#924',
    where: 'commit',
    text: 'Revert "Close #35: new cache"',
    closes: [35],
    rules: ['claim-contradicted', 'hidden-closer'],
  },
  {
    name: 'another base',
    source: 'link-assistant/hive-mind#1896',
    where: 'description',
    base: 'other',
    text: 'Fixes #49',
    closes: [],
    rules: ['keyword-inert'],
  },
  {
    name: 'not-closes line, such an issue here',
    source: 'tracebloc/client#951',
    where: 'description',
    text: notClosesLine,
    closes: [2961],
    rules: ['claim-contradicted'],
  },
  {
    name: 'section of limits',
    source: 'tracebloc/client#951',
    where: 'description',
    text: 'Closes #61\n\n## What this does not do\n\nIt does not fix the upgrade.',
    closes: [61],
    rules: ['work-disclaimed'],
  },
]

let bed: Testbed

beforeAll(async () => {
  bed = await startTestbed({ organization: 'octo-org' })
})

afterAll(async () => {
  await closeHealthy(bed)
})

const met = '## Acceptance\n\n- [x] done\n'

/** Every number that the text names is an issue whose acceptance is met, or the pull request that the case says. */
function numbersIn(text: string): readonly number[] {
  const found = [...text.matchAll(/#(\d+)|issues\/(\d+)/g)].map((match) => Number(match[1] ?? match[2]))
  return [...new Set(found)].sort((a, b) => a - b)
}

function issueAt(repository: Repository, number: number): Issue {
  repository.nextNumber = number
  return bed.world.issues.open(bed.ada, repository, { body: met })
}

function pullAt(repository: Repository, number: number): PullRequest {
  bed.world.branches.commit(bed.ada, repository, `patch-${number}`, { 'patch.txt': 'p\n' }, 'Patch')
  repository.nextNumber = number
  return bed.world.pulls.open(bed.ada, repository, { head: `patch-${number}`, title: 'Patch line' })
}

function propose(repository: Repository, { where, text, base }: Case): PullRequest {
  const { world, ada } = bed
  if (base === 'other') world.branches.create(ada, repository, 'release', repository.defaultBranch)
  world.branches.commit(ada, repository, 'topic', { 'work.txt': 'w\n' }, where === 'commit' ? text : 'Work')
  repository.nextNumber = 5000
  return world.pulls.open(ada, repository, {
    head: 'topic',
    title: where === 'title' ? text : 'Some work',
    body: where === 'description' ? text : 'Some work.',
    ...(base === undefined ? {} : { base: 'release' }),
  })
}

/** The rules that speak on a check run, by its annotations. */
function rulesOn(run: CheckRun): readonly string[] {
  const spoken = run.output.annotations.map(
    ({ raw_details: details }) => (JSON.parse(details ?? '{}') as { rule: string }).rule,
  )
  return [...new Set(spoken)].sort()
}

/** What the check says and what the merge does are two readings of one text: they have to agree. */
describe('what closing texts do', () => {
  test.each(cases.map((one): [string, string, Case] => [one.name, one.source ?? 'own', one]))(
    '%s (%s)',
    async (_name, _source, one) => {
      const repository = freshRepository(bed)
      const text = one.text.replace('OWNER/REPO', `octo-org/${repository.name}`)
      const numbers = numbersIn(one.text)
      const issues = numbers.filter((number) => number !== one.pull).map((number) => issueAt(repository, number))
      const other = one.pull === undefined ? undefined : pullAt(repository, one.pull)
      const pull = propose(repository, { ...one, text })
      const blocked = one.rules.some((rule) => ['claim-contradicted', 'target-is-pull-request'].includes(rule))
      const run = await bed.concluded(pull, 'issues', blocked ? 'failure' : 'success')
      expect(rulesOn(run)).toEqual([...one.rules].sort())
      bed.world.merging.merge(bed.ada, pull, { override: true })
      expect(issues.filter(({ state }) => state === 'closed').map(({ number }) => number)).toEqual(one.closes)
      if (other !== undefined) expect(other.state).toBe('closed')
    },
  )

  test('an issue of an owner with a hyphen, in another repository', async () => {
    const elsewhere = freshRepository(bed)
    const issue = issueAt(elsewhere, 100)
    const text = `Fixes octo-org/${elsewhere.name}#100`
    const pull = propose(freshRepository(bed), { name: '', where: 'description', text, closes: [], rules: [] })
    const run = await bed.concluded(pull, 'issues', 'success', /its one criterion is met/)
    expect(rulesOn(run)).toEqual([])
    bed.world.merging.merge(bed.ada, pull)
    expect(issue.state).toBe('closed')
  })

  test('not-closes line, no such issue here (tracebloc/client#951)', async () => {
    const pull = propose(freshRepository(bed), {
      name: '',
      where: 'description',
      text: notClosesLine,
      closes: [],
      rules: [],
    })
    const run = await bed.concluded(pull, 'issues', 'success', /Merging closes no issue/)
    expect(rulesOn(run)).toEqual([])
  })
})
