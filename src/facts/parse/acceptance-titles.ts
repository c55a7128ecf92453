/** Compares a title with the configured ones: whole, without case, numbering, emoji, punctuation, closing parenthesis. */
export class AcceptanceTitles {
  readonly #keys: ReadonlySet<string>

  constructor(headings: readonly string[]) {
    this.#keys = new Set(headings.map(titleKey).filter((key) => key !== ''))
  }

  matches(title: string): boolean {
    return title.length <= longestTitle && this.#keys.has(titleKey(title))
  }

  /** Where the criterion starts in a sentence such as "Acceptance is …" or "Done when …"; null for other sentences. */
  openingOf(sentence: string): number | null {
    const words = [...sentence.slice(0, longestTitle).matchAll(/[^\s]+/gu)]
    for (let count = Math.min(words.length - 1, 8); count > 0; count -= 1) {
      const last = words[count - 1]
      const next = words[count]
      if (last === undefined || next === undefined) continue
      const end = last.index + last[0].length
      const key = titleKey(sentence.slice(0, end).replace(/^the\s/iu, ''))
      if (!this.#keys.has(key)) continue
      if (last[0].endsWith(':') || /(?:when|means|once|until)$/u.test(key)) return next.index
      if (copula.test(next[0])) return words[count + 1]?.index ?? sentence.length
    }
    return null
  }
}

const longestTitle = 200

const copula = /^(?:is|are|means|=|:|–|—|requires?)[:,]?$/iu

function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/:[a-z0-9_+-]+:/gu, ' ')
    .replace(/\p{Extended_Pictographic}|\uFE0F|\u200D/gu, ' ')
    .trim()
    .replace(/[\s:.]*\([^()]*\)[\s:.]*$/u, '')
    .replace(/^(?:\d+[.)]?)+\s+|^\d+[.)]/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
