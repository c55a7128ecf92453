import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { MergeSettings } from '../../../src/domain/issues-facts.ts'
import { commitsReachBase, type MergeText, mergeTexts } from '../../../src/facts/parse/merge-text.ts'
import { World } from '../../github/world/world.ts'

const defaults: MergeSettings = {
  mergeCommitAllowed: true,
  squashMergeAllowed: true,
  rebaseMergeAllowed: true,
  mergeCommitTitle: 'MERGE_MESSAGE',
  mergeCommitMessage: 'PR_TITLE',
  squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
  squashMergeCommitMessage: 'COMMIT_MESSAGES',
  autoMerge: null,
}
const pull = { number: 951, title: 'Collect logs', body: 'What it does.', headRefName: 'logs', headOwner: 'tracebloc' }
const commit = (message: string, isMerge = false) => ({ oid: 'a'.repeat(40), message, isMerge })

const textOf = ({ parts }: MergeText) => parts.map(({ text }) => text).join('')
const texts = (settings: Partial<MergeSettings>, messages: readonly string[] = ['One\n\nbody']) =>
  Object.fromEntries(
    mergeTexts(
      pull,
      { ...defaults, ...settings },
      messages.map((message) => commit(message)),
    ).map((text) => [text.method, textOf(text)]),
  )

describe('the text that a merge writes', () => {
  test.each<[string, Partial<MergeSettings>, readonly string[], Record<string, string>]>([
    [
      'as GitHub sets up a repository',
      {},
      ['One\n\nbody', 'Two'],
      {
        MERGE: 'Merge pull request #951 from tracebloc/logs\n\nCollect logs',
        SQUASH: 'Collect logs (#951)\n\n* One\n\nbody\n\n* Two',
      },
    ],
    ['one commit gives its headline and its body', {}, ['One\n\nbody'], { SQUASH: 'One (#951)\n\nbody' }],
    [
      'one commit under the title keeps its headline in the body',
      { squashMergeCommitTitle: 'PR_TITLE' },
      ['One\n\nbody'],
      { SQUASH: 'Collect logs (#951)\n\nOne\n\nbody' },
    ],
    [
      'title and description',
      { squashMergeCommitTitle: 'PR_TITLE', squashMergeCommitMessage: 'PR_BODY', mergeCommitMessage: 'PR_BODY' },
      ['One'],
      {
        SQUASH: 'Collect logs (#951)\n\nWhat it does.',
        MERGE: 'Merge pull request #951 from tracebloc/logs\n\nWhat it does.',
      },
    ],
    [
      'no body',
      { squashMergeCommitMessage: 'BLANK', mergeCommitMessage: 'BLANK', mergeCommitTitle: 'PR_TITLE' },
      ['One', 'Two'],
      { SQUASH: 'Collect logs (#951)', MERGE: 'Collect logs (#951)' },
    ],
    [
      'auto-merge writes what was typed, for its own method',
      { autoMerge: { mergeMethod: 'SQUASH', commitHeadline: 'Typed', commitBody: '' } },
      ['One'],
      { SQUASH: 'Typed' },
    ],
    [
      'auto-merge without typed text leaves the proposal',
      { autoMerge: { mergeMethod: 'SQUASH', commitHeadline: null, commitBody: null } },
      ['One'],
      { SQUASH: 'One (#951)' },
    ],
  ])('%s', (_name, settings, messages, wanted) => {
    expect(texts(settings, messages)).toMatchObject(wanted)
  })

  test('a method that is not allowed writes nothing, and a rebase writes no commit of its own', () => {
    expect(texts({ mergeCommitAllowed: false, squashMergeAllowed: false })).toEqual({})
    expect(Object.keys(texts({}))).toEqual(['MERGE', 'SQUASH'])
  })

  test('squashing skips merge commits of the branch', () => {
    const [, squash] = mergeTexts(pull, defaults, [commit('One\n\nbody'), commit('Merge develop into logs', true)])
    expect(squash === undefined ? '' : textOf(squash)).toBe('One (#951)\n\nbody')
  })

  test('every part stands in its source where it says', () => {
    for (const { parts } of mergeTexts(pull, { ...defaults, mergeCommitMessage: 'PR_BODY' }, [commit('A\r\n\r\nb')])) {
      for (const { text, source, from } of parts) expect(source.slice(from, from + text.length)).toBe(text)
    }
  })

  test.each<[string, Partial<MergeSettings>, boolean]>([
    ['merge commits carry them', { squashMergeAllowed: false, rebaseMergeAllowed: false }, true],
    ['a squash lists them', { mergeCommitAllowed: false, rebaseMergeAllowed: false }, true],
    [
      'a squash of title and description leaves them out',
      {
        mergeCommitAllowed: false,
        rebaseMergeAllowed: false,
        squashMergeCommitTitle: 'PR_TITLE',
        squashMergeCommitMessage: 'PR_BODY',
      },
      false,
    ],
  ])('whether commit messages reach the base: %s', (_name, settings, wanted) => {
    expect(commitsReachBase({ ...defaults, ...settings })).toBe(wanted)
  })
})

describe('agrees with the simulated GitHub', () => {
  const title = fc.constantFrom('Collect logs', 'One', 'fix')
  const message = fc.constantFrom('One', 'One\n\nbody', 'Two\n\nmore\nlines', 'fix')
  const settings = fc.record({
    mergeCommitTitle: fc.constantFrom('PR_TITLE' as const, 'MERGE_MESSAGE' as const),
    mergeCommitMessage: fc.constantFrom('PR_TITLE' as const, 'PR_BODY' as const, 'BLANK' as const),
    squashMergeCommitTitle: fc.constantFrom('PR_TITLE' as const, 'COMMIT_OR_PR_TITLE' as const),
    squashMergeCommitMessage: fc.constantFrom('PR_BODY' as const, 'COMMIT_MESSAGES' as const, 'BLANK' as const),
  })

  test('for every pair of settings and some commits', () => {
    fc.assert(
      fc.property(title, fc.array(message, { minLength: 1, maxLength: 3 }), settings, (headline, messages, set) => {
        const world = new World({})
        const ada = world.accounts.user('ada')
        const acme = world.accounts.organization('acme', { admins: [ada] })
        const shop = world.repositories.create(acme, 'shop', { files: { 'a.txt': 'a\n' }, settings: set })
        messages.forEach((text, index) => {
          world.branches.commit(ada, shop, 'topic', { [`${index}.txt`]: 'x\n' }, text)
        })
        const opened = world.pulls.open(ada, shop, { head: 'topic', title: headline, body: 'Why.' })
        const predicted = mergeTexts(
          { number: opened.number, title: headline, body: 'Why.', headRefName: 'topic', headOwner: 'acme' },
          { ...defaults, ...set },
          messages.map((text) => commit(text)),
        )
        for (const text of predicted) {
          const { headline: first, body } = world.merging.proposedText(
            opened,
            text.method === 'MERGE' ? 'merge' : 'squash',
          )
          expect(textOf(text)).toBe(body === '' ? first : `${first}\n\n${body}`)
        }
      }),
      { numRuns: 60 },
    )
  })
})
