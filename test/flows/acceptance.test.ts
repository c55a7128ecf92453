import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOf } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import type { Repository } from '../github/world/model.ts'
import { closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

type State = 'open' | 'met' | 'waived' | 'only after the merge'

/** Issue bodies from public threads, each closed by a pull request and read back from its check run. */
interface Case {
  readonly name: string
  /** The thread that it was seen in. */
  readonly source?: string
  readonly body: string
  readonly criteria: readonly (readonly [text: string, state: State, id?: string])[]
}

const cases: readonly Case[] = [
  {
    name: 'a paragraph in the section',
    source: 'tracebloc/client#951',
    body: 'Exit 1 has no owner.\n\n## Acceptance\n\nRoot-cause the exit 1 path on the affected edge, using the collected logs.',
    criteria: [['Root-cause the exit 1 path on the affected edge, using the collected logs.', 'open']],
  },
  {
    name: 'plain bullets, one with a mark',
    source: 'Vexa-ai/vexa#712',
    body: '## Acceptance\n\n- unit leg is green ✅\n- live run on one real session',
    criteria: [
      ['unit leg is green', 'met'],
      ['live run on one real session', 'open'],
    ],
  },
  {
    name: 'a mark counts at the start only',
    source: 'mfittko/dev-loops#1908',
    body: '## Acceptance criteria\n- [ ] verify [x] flags are kept',
    criteria: [['verify [x] flags are kept', 'open']],
  },
  {
    name: 'a parent with an open child is open',
    body: '## Acceptance criteria\n- [x] parent\n  - [ ] child',
    criteria: [
      ['parent', 'open'],
      ['child', 'open'],
    ],
  },
  {
    name: 'a child says N/A',
    source: 'stilliard/github-task-list-completed#34',
    body: '## Acceptance\n- [ ] parent\n  - [ ] child N/A',
    criteria: [
      ['parent', 'open'],
      ['child N/A', 'waived'],
    ],
  },
  {
    name: 'N/A inside of a sentence waives nothing',
    body: '## Acceptance\n- [ ] handle N/A values in the importer',
    criteria: [['handle N/A values in the importer', 'open']],
  },
  {
    name: 'all list markers',
    body: '## DoD\n* [ ] a\n+ [x] b\n\n1. [ ] c',
    criteria: [
      ['a', 'open'],
      ['b', 'met'],
      ['c', 'open'],
    ],
  },
  {
    name: 'boxes in fences and comments are none',
    source: 'github/spec-kit#4272',
    body: '## Acceptance criteria\n```\n- [ ] sample\n```\n<!-- - [ ] template -->\n- [x] real',
    criteria: [['real', 'met']],
  },
  {
    name: 'done means',
    source: 'macanderson/stella#5193',
    body: '### Done means\n- every caller moved',
    criteria: [['every caller moved', 'open']],
  },
  {
    name: 'an issue form',
    body: '### What happened\n\nIt broke.\n\n### Acceptance criteria\n\n- [ ] AC-US3-01: it does not break\n\n### Version\n\n1.2',
    criteria: [['it does not break', 'open', 'AC-US3-01']],
  },
  {
    name: 'the section ends at the next heading',
    body: '## Acceptance\n- [x] one\n\n## Notes\n- [ ] not a criterion',
    criteria: [['one', 'met']],
  },
  { name: 'unstated', body: 'Please fix the crash.', criteria: [] },
  {
    name: 'a criterion for after the merge',
    source: 'kamp-us/phoenix#9568',
    body: '## Acceptance\n- [x] built\n- [ ] post-merge: seen on the dashboard',
    criteria: [
      ['built', 'met'],
      ['seen on the dashboard', 'only after the merge'],
    ],
  },
  {
    name: 'line breaks spelled as backslash n',
    source: 'macanderson/stella#6392',
    body: '## Acceptance criteria\\n- [ ] first\\n- [x] second',
    criteria: [
      ['first', 'open'],
      ['second', 'met'],
    ],
  },
  {
    name: 'a sentence in prose',
    source: 'tracebloc/client#951',
    body: 'The exits have no owner. Acceptance is root-causing the exit 1 path on the affected edge.',
    criteria: [['root-causing the exit 1 path on the affected edge', 'open']],
  },
  {
    name: 'a label with its text behind it',
    body: 'No owner.\n\nAcceptance: root-cause the exit 1 path, using the new logs.',
    criteria: [['root-cause the exit 1 path, using the new logs', 'open']],
  },
]

/** What a reader sees of a criterion in each state: the verdict on it and why. */
const shown: Readonly<Record<State, readonly [verdict: string, why: RegExp]>> = {
  open: ['unmet', /\bopen\b/],
  met: ['met', /^(ticked|marked)/],
  waived: ['met', /^waived/],
  'only after the merge': ['unmet', /after the merge/],
}

let bed: Testbed
let repository: Repository

beforeAll(async () => {
  bed = await startTestbed()
  repository = freshRepository(bed)
})

afterAll(async () => {
  await closeHealthy(bed)
})

/** Cells of the table of criteria, as a reader sees them. */
function criteriaIn(markdown: string): readonly (readonly string[])[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const tables = tree.children.flatMap((node) => (node.type === 'table' ? [node] : []))
  const rows = tables.flatMap(({ children }) => children.map((row) => row.children.map((cell) => textOf(cell))))
  return rows.filter(([first]) => first !== 'Criterion')
}

test.each(cases)('$name', async ({ name, body, criteria }) => {
  const issue = bed.world.issues.open(bed.ada, repository, { body })
  const branch = name.replaceAll(/\W+/g, '-')
  const pull = openPull(bed.world, bed.ada, repository, {
    branch,
    files: { [`${branch}.txt`]: 'w\n' },
    body: `Closes #${issue.number}`,
  })
  const open = criteria.filter(([, state]) => state === 'open' || state === 'only after the merge')
  const title = open.length > 0 ? new RegExp(`${open.length} of ${criteria.length} criteri\\w+ unmet`) : undefined
  const run = await bed.concluded(pull, 'issues', open.length > 0 ? 'failure' : 'success', title)
  expect(criteriaIn(run.output.text ?? '')).toEqual(
    criteria.map(([text, state, id = null], index) => {
      const [verdict, why] = shown[state]
      return [id ?? `AC${index + 1}`, text, verdict, expect.stringMatching(why)]
    }),
  )
  if (criteria.length === 0) expect(run.output.summary).toContain('states no acceptance')
})
