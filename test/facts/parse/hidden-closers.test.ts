import { describe, expect, test } from '@jest/globals'
import type { MergeSettings } from '../../../src/domain/issues-facts.ts'
import { readHiddenClosers } from '../../../src/facts/parse/hidden-closers.ts'
import { facts, home, type World } from '../../evaluate/issues/issues-facts.ts'

const read = (world: Partial<World>) => {
  const { pull, merging, commits } = facts({ body: 'Why.', ...world })
  if (!commits.known) throw new Error('commits are known here')
  return readHiddenClosers(pull, merging, commits.value, { home }).map(({ route, methods, mention }) => [
    route,
    mention.place,
    mention.target.number,
    mention.line,
    mention.text,
    [...methods].sort().join(' '),
  ])
}

const all = 'MERGE REBASE SQUASH'
const squashOnly: Partial<MergeSettings> = { mergeCommitAllowed: false, rebaseMergeAllowed: false }

describe('keywords that no page shows', () => {
  test.each<[string, Partial<World>, unknown[]]>([
    ['none', { commits: ['Work'] }, []],
    [
      'in a commit, by every method',
      { commits: ['Work\n\nCloses #7'] },
      [['commit', 'commit', 7, 3, 'Closes #7', all]],
    ],
    ['in code', { commits: ['Text `Closes #7`'] }, [['commit', 'commit', 7, 1, 'Closes #7', all]]],
    ['over lines', { commits: ['W\n\nfixes\n\n#7'] }, [['commit', 'commit', 7, 3, 'fixes\n\n#7', all]]],
    [
      'in a commit that a squash leaves out',
      {
        commits: ['Closes #7', 'Two'],
        merging: { squashMergeCommitMessage: 'PR_BODY' },
      },
      [['commit', 'commit', 7, 1, 'Closes #7', 'MERGE REBASE']],
    ],
    [
      'in a commit where no method brings it along',
      {
        commits: ['Closes #7'],
        merging: { ...squashOnly, squashMergeCommitTitle: 'PR_TITLE', squashMergeCommitMessage: 'BLANK' },
      },
      [],
    ],
    [
      'in the title, by a merge commit',
      { commits: ['One', 'Two'], pull: { title: 'Fix #7' }, merging: { squashMergeAllowed: false } },
      [['squash-text', 'title', 7, 1, 'Fix #7', 'MERGE']],
    ],
    [
      'in the title, by both',
      { commits: ['One', 'Two'], pull: { title: 'Fix #7' } },
      [['squash-text', 'title', 7, 1, 'Fix #7', 'MERGE SQUASH']],
    ],
    [
      'in the raw text of the description',
      { commits: ['One', 'Two'], body: 'Why.\n\n`Fixes #7`', merging: { squashMergeCommitMessage: 'PR_BODY' } },
      [['squash-text', 'description', 7, 3, 'Fixes #7', 'SQUASH']],
    ],
    [
      'between the branch’s name and the title',
      { commits: ['One', 'Two'], pull: { title: '#7 crashes', headRefName: 'fix' } },
      [['squash-text', 'merge-text', 7, 1, 'fix\n\n#7', 'MERGE']],
    ],
    [
      'in the text of auto-merge',
      {
        commits: ['One', 'Two'],
        merging: { autoMerge: { mergeMethod: 'SQUASH', commitHeadline: 'All', commitBody: 'Closes #7' } },
      },
      [['squash-text', 'auto-merge', 7, 3, 'Closes #7', 'SQUASH']],
    ],
  ])('%s', (_name, world, wanted) => {
    expect(read(world)).toEqual(wanted)
  })

  test('a merge commit inside the branch is brought along by a merge commit only', () => {
    const { pull, merging } = facts({ body: '' })
    const commits = [
      { oid: 'a'.repeat(40), message: 'Merge #3, which closes #7', isMerge: true },
      { oid: 'b'.repeat(40), message: 'One', isMerge: false },
    ]
    expect(readHiddenClosers(pull, merging, commits, { home }).map(({ methods }) => methods)).toEqual([['MERGE']])
  })

  test('260 commits with two keywords each are read in a moment', () => {
    const commits = Array.from({ length: 260 }, (_, index) => `Work\n\nCloses #${index + 1}\nFixes #${index + 1000}`)
    const started = process.cpuUsage()
    expect(read({ commits })).toHaveLength(520)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000)
  })
})
