import type { Disclaims, Judged } from './judged.ts'

/** How often a statement was made, and how often it was right. */
export interface Figures {
  /** Rightly said, wrongly said, and wrongly left unsaid. */
  readonly right: number
  readonly false: number
  readonly missed: number
}

/** Of what was said, the part that is right. */
export function precision({ right, false: wrong }: Figures): number {
  return right + wrong === 0 ? 1 : right / (right + wrong)
}

/** Of what should be said, the part that was. */
export function recall({ right, missed }: Figures): number {
  return right + missed === 0 ? 1 : right / (right + missed)
}

/** "This number is denied", for each number. */
export function deniedFigures(judged: readonly Judged[]): Figures {
  const numbers = judged.flatMap((one) => one.numbers)
  return count(numbers.map(({ isDenied, saysDenied }) => [isDenied, saysDenied]))
}

/** "This description has a disclaimer of that kind", for each description. */
export function disclaimerFigures(judged: readonly Judged[], kind: Disclaims): Figures {
  return count(judged.map(({ description, disclaims }) => [description.disclaims === kind, disclaims === kind]))
}

function count(pairs: readonly (readonly [is: boolean, says: boolean])[]): Figures {
  const number = (is: boolean, says: boolean) => pairs.filter((pair) => pair[0] === is && pair[1] === says).length
  return { right: number(true, true), false: number(false, true), missed: number(true, false) }
}

/** What was said wrongly or left unsaid, each by style and name. */
export function wrongOnes(judged: readonly Judged[]): readonly string[] {
  return judged.flatMap(({ description, numbers, disclaims }) => {
    const name = `${description.style}: ${description.name}`
    const first = (kind: Disclaims) => kind === 'first'
    return [
      ...numbers
        .filter(({ isDenied, saysDenied }) => isDenied !== saysDenied)
        .map(({ label, isDenied }) => `${name}: ${isDenied ? 'missed the denial' : 'false alarm'} of ${label}`),
      ...(first(description.disclaims) === first(disclaims)
        ? []
        : [`${name}: disclaims ${description.disclaims}, read as ${disclaims}`]),
    ]
  })
}
