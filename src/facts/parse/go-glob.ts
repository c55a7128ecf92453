/** Whether a path, given by its names, matches. */
export type GoGlob = (names: readonly string[]) => boolean

/** One place of a pattern within a name: any run of characters, or one character that a test accepts. */
type Part = '*' | ((character: string) => boolean)

/**
 * A pattern of Go's `filepath.Match`: `*`, `?`, `[a-z]`, `[^a-z]` and `\x`, none of which crosses a `/`. Null for a
 * pattern that Go refuses. Matching takes time in proportion to pattern and name, whatever they hold: both come from
 * pull requests.
 */
export function parseGoGlob(pattern: string): GoGlob | null {
  const names: Part[][] = [[]]
  const characters = [...pattern]
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? ''
    if (character === '/') names.push([])
    else if (character === '*') names.at(-1)?.push('*')
    else if (character === '?') names.at(-1)?.push(() => true)
    else if (character === '[') {
      const found = readClass(characters, index + 1)
      if (found === null) return null
      names.at(-1)?.push(found.accepts)
      index = found.end
    } else {
      if (character === '\\') index += 1
      const literal = characters[index]
      if (literal === undefined) return null
      names.at(-1)?.push((other) => other === literal)
    }
  }
  return (path) => path.length === names.length && names.every((parts, index) => matchName(parts, path[index] ?? ''))
}

interface CharacterClass {
  readonly accepts: (character: string) => boolean
  /** Where its `]` stands. */
  readonly end: number
}

function readClass(characters: readonly string[], start: number): CharacterClass | null {
  const negated = characters[start] === '^'
  const ranges: { readonly low: string; readonly high: string }[] = []
  let index = negated ? start + 1 : start
  while (characters[index] !== ']' || ranges.length === 0) {
    const low = readClassCharacter(characters, index)
    if (low === null) return null
    index = low.next
    if (characters[index] !== '-') {
      ranges.push({ low: low.character, high: low.character })
      continue
    }
    const high = readClassCharacter(characters, index + 1)
    if (high === null) return null
    ranges.push({ low: low.character, high: high.character })
    index = high.next
  }
  const isIn = (character: string) => ranges.some(({ low, high }) => low <= character && character <= high)
  return { accepts: (character) => isIn(character) !== negated, end: index }
}

function readClassCharacter(characters: readonly string[], index: number) {
  const first = characters[index]
  if (first === undefined || first === '-' || first === ']') return null
  const isEscaped = first === '\\'
  const character = isEscaped ? characters[index + 1] : first
  return character === undefined ? null : { character, next: index + (isEscaped ? 2 : 1) }
}

/** Only the last `*` ever has to be tried anew: an earlier one that matches less leaves the later ones no less. */
function matchName(parts: readonly Part[], name: string): boolean {
  const characters = [...name]
  let part = 0
  let at = 0
  let star: { readonly part: number; at: number } | null = null
  while (at < characters.length) {
    const current = parts[part]
    if (current === '*') {
      star = { part, at }
      part += 1
    } else if (current?.(characters[at] ?? '') === true) {
      part += 1
      at += 1
    } else if (star !== null) {
      star.at += 1
      at = star.at
      part = star.part + 1
    } else return false
  }
  return parts.slice(part).every((rest) => rest === '*')
}
