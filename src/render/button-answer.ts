import { markerOf } from '../domain/own-comment.ts'
import { code, join, type Words, words } from '../domain/words.ts'
import { joinBlocks } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { ours } from './ours.ts'

/** What a click on a button came to. */
export type ButtonAnswer =
  | {
      readonly kind: 'rewritten'
      readonly actor: string
      /** The words that were taken out, with their lines. */
      readonly mentions: readonly { readonly text: string; readonly line: number }[]
      /** Blocked keywords that the button leaves alone. */
      readonly left: number
    }
  | { readonly kind: 'nothing-to-rewrite'; readonly actor: string; readonly why: 'unblocked' | 'denied' | 'moved' }
  | { readonly kind: 'not-allowed'; readonly actor: string; readonly label: string }

/** The comment that answers the last click. */
export function buttonAnswer(answer: ButtonAnswer): string {
  const [first = '', ...rest] = sentences(answer).map((sentence) => toMarkdown(sentence))
  return joinBlocks([`${markerOf('button')}\n${first}`, ...rest], [])
}

function sentences(answer: ButtonAnswer): Words[] {
  const actor = code(answer.actor)
  switch (answer.kind) {
    case 'rewritten': {
      const places = answer.mentions.map(({ text, line }) => words`${code(text)} on line ${line}`)
      const left =
        answer.left === 0
          ? []
          : [
              words`${answer.left} blocked ${ours(answer.left === 1 ? 'keyword was' : 'keywords were')} left as written: other words would make nonsense of a sentence that denies the claim. Rewrite such a sentence by hand.`,
            ]
      return [
        words`For ${actor}, who used the button "Part of": ${ours('the description says')} ${code('Part of')} ${ours('now instead of')} ${join(places, ', ')}. A comment beside it tells why. Nothing else was changed.`,
        ...left,
      ]
    }
    case 'nothing-to-rewrite':
      return [words`For ${actor}, who used the button "Part of": nothing was changed. ${ours(unchanged[answer.why])}`]
    case 'not-allowed':
      return [
        words`For ${actor}, who used the button "${ours(answer.label)}": nothing was done. Buttons act for the pull request's author and for people with write permission.`,
      ]
  }
}

const unchanged = {
  unblocked: 'No closing keyword of the description is blocked any more.',
  denied: 'The blocked keywords stand in sentences that deny the claim, which only their author can rewrite.',
  moved: 'The description changed again and again meanwhile; use the button once more.',
}
