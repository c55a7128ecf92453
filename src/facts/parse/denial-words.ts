import { isNegatorInOtherWords } from './denial-languages.ts'
import type { Token } from './sentences-tokens.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words that negate what follows. `n't` is asked for separately. */
const NEGATORS = set(
  'not never cannot cant dont doesnt didnt wont isnt wasnt hasnt without neither nor hardly barely scarcely unable fail fails failed failing refuses non',
)

/** Words that negate a whole sentence as its subject: "nothing here fixes #12". */
export const NEGATIVE_SUBJECTS = set('no nothing none neither nobody')

/**
 * Words through which a negation, a condition or a part reaches the keyword behind them: auxiliaries, pronouns, the
 * pull request itself, verbs of intending and saying.
 */
const TRANSPARENT = set(`
  do does did doing will would can could should must may might shall be been being is are was were am have has had to get gets
  a an the any this it that these those pr mr pull request change changes patch commit branch diff series we i you they itself
  think believe expect claim claims claimed claiming promised mean meant intend intends intended plan plans planned want wants wanted aim aims aimed
  try tries trying tried attempt attempts attempting supposed pretend pretends purport purports promise promises seem seems
  appear appears manage manages need needs enough sufficient ready able allowed suitable yet even ever quite here also again
  at all either in way such alone longer real proper complete full total true permanent final so far still already then there
  itself us going about by means circumstances intention anything much everything what`)

/** Subordinating words and conjunctions that open a clause of its own. */
const CLAUSE_OPENERS = set(
  'but because since so while whereas although though if when where who which whose after before',
)

/** Verbs of a keyword that stand in the base form: behind "does not", "to", "will". */
const BASE_FORMS = set('close fix resolve')

export function wordAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index]
  return token?.kind === 'word' ? token.word : undefined
}

export function markAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index]
  return token?.kind === 'mark' ? token.mark : undefined
}

export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't") || isNegatorInOtherWords(word)
}

/** Transparent words, and adverbs in `-ly` but for "only". */
export function isTransparent(word: string): boolean {
  return TRANSPARENT.has(word) || (word.endsWith('ly') && word !== 'only')
}

export function opensClause(word: string): boolean {
  return CLAUSE_OPENERS.has(word)
}

export function isBaseForm(word: string): boolean {
  return BASE_FORMS.has(word)
}

/** Whether the word is any form of closing, fixing or resolving. */
export function isSolving(word: string): boolean {
  return /^(?:clos(?:e[sd]?|ing)|fix(?:e[sd])?|fixing|resolv(?:e[sd]?|ing))$/.test(word)
}

/** Marks that end a clause for whoever looks back from the keyword. */
export function endsClause(mark: string | undefined): boolean {
  return mark === 'semicolon' || mark === 'stop' || mark === 'dash' || mark === 'colon' || mark === 'open'
}

/** Index of the first token of the clause that holds `index`, looking back. */
export function clauseStart(tokens: readonly Token[], index: number): number {
  let at = index
  while (at > 0 && !endsClause(markAt(tokens, at - 1))) at -= 1
  return at
}

/** Whether the words at `index` are these, one after the other. */
export function wordsAt(
  tokens: readonly Token[],
  index: number,
  ...expected: readonly (string | ReadonlySet<string>)[]
): boolean {
  return expected.every((want, offset) => {
    const word = wordAt(tokens, index + offset)
    return word !== undefined && (typeof want === 'string' ? word === want : want.has(word))
  })
}
