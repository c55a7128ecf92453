/**
 * Characters that change what a reader sees without being seen: direction marks, zero-width and other ignorable
 * characters, controls, halves of surrogate pairs, and the blank Braille pattern. Line and paragraph separators too.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** What a text may hold all the same: a joiner or a colour selector inside a pictograph changes only the pictograph. */
const insidePictograph =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\uFE0F?(?:\u200D(?=\p{Extended_Pictographic}))?/gu

/** Shows what is hidden as `⟨U+202E⟩`; white space of any kind and length becomes one space. */
export function visibleLine(text: string): string {
  // Not trim(), which also drops a byte order mark unseen.
  return showHidden(text.replace(/[\t\n\v\f\r\u0085\p{Z}]+/gu, ' ').replace(/^ | $/g, ''))
}

export function startsBlank(text: string): boolean {
  return /^[\t\n\v\f\r\u0085\p{Z}]/u.test(text)
}

export function endsBlank(text: string): boolean {
  return /[\t\n\v\f\r\u0085\p{Z}]$/u.test(text)
}

/** The same for a text of several lines, whose line ends, tabs and indentation stay. */
export function visibleLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/([\n\t])/)
    .map((part, index) => (index % 2 === 1 ? part : showHidden(part)))
    .join('')
}

function showHidden(text: string): string {
  let shown = ''
  let from = 0
  for (const match of text.matchAll(insidePictograph)) {
    if (match[0] === '') continue
    shown += markHidden(text.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return shown + markHidden(text.slice(from))
}

function markHidden(text: string): string {
  return text.replace(hidden, (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return `⟨U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** At most so many characters (code points), the last an ellipsis when something was left out. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  // Twice as many units hold enough characters: a text of a megabyte is not taken apart to keep a line of it.
  const characters = [...text.slice(0, most * 2 + 2)]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
