import type { AcceptanceOptions } from '../../../src/facts/parse/acceptance.ts'

/** The defaults of the policy. */
export const options: AcceptanceOptions = {
  home: { owner: 'acme', name: 'backend' },
  headings: [
    'acceptance',
    'acceptance criteria',
    'acceptance tests',
    'definition of done',
    'dod',
    'done when',
    'done means',
    'exit criteria',
    'success criteria',
  ],
  sectionsOnly: false,
  postMergeWords: ['post-merge', 'after merge'],
}
