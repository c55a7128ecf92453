import type { Proof, Reviewer } from '../../domain/proof.ts'

/**
 * Reads what stands behind `proof:` in one comment: proofs separated by commas or new lines. Whatever is not understood
 * becomes a malformed proof, so that a typing error never frees a criterion. At least one proof comes out.
 */
export function readProofs(text: string): readonly Proof[] {
  const proofs = splitProofs(text).map(readProof)
  return proofs.length > 0 ? proofs : [malformed('', 'it is empty')]
}

/** Separators within quotation marks separate nothing. */
function splitProofs(text: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    const ends = character === '\n' || character === '\r' || (character === ',' && !quoted)
    if (ends) {
      parts.push(part)
      part = ''
      // A quotation mark that is still open at the end of a line was never closed.
      quoted = character === ',' && quoted
    } else {
      part += character
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

type Token = { readonly quoted: boolean; readonly text: string }

function readProof(written: string): Proof {
  const tokens = tokensOf(written)
  if (tokens === null) return malformed(written, 'a quotation mark is not closed')
  const [kind, value, ...rest] = tokens
  if (kind === undefined || kind.quoted) return malformed(written, 'it does not start with the kind of proof')
  const reader = Object.hasOwn(readers, kind.text.toLowerCase()) ? readers[kind.text.toLowerCase()] : undefined
  if (reader === undefined) return malformed(written, `only ${Object.keys(readers).join(', ')} can prove something`)
  if (value?.quoted !== true || value.text.trim() === '')
    return malformed(written, 'it needs a text in "quotation marks"')
  return reader(value.text.trim(), rest, written)
}

/** Words and quoted texts; null when a quotation mark is left open. */
function tokensOf(written: string): readonly Token[] | null {
  const tokens: Token[] = []
  const pieces = written.split('"')
  if (pieces.length % 2 === 0) return null
  pieces.forEach((piece, index) => {
    if (index % 2 === 1) tokens.push({ quoted: true, text: piece })
    else for (const word of piece.split(/\s+/u)) if (word !== '') tokens.push({ quoted: false, text: word })
  })
  return tokens
}

type Reader = (value: string, rest: readonly Token[], written: string) => Proof

const readers: Readonly<Record<string, Reader>> = {
  check(name, rest, written) {
    const [from, app, ...more] = rest
    if (from === undefined) return { kind: 'check', name }
    const names = isWord(from, 'from') && app?.quoted === true && app.text.trim() !== '' && more.length === 0
    return names
      ? { kind: 'check', name, app: app.text.trim().toLowerCase() }
      : malformed(written, 'behind the name only from "APP" can follow')
  },
  path: (glob, rest, written) => (rest.length === 0 ? { kind: 'path', glob } : tooMuch(written)),
  label: (name, rest, written) => (rest.length === 0 ? { kind: 'label', name } : tooMuch(written)),
  comment(line, rest, written) {
    const [option, ...more] = rest
    if (option === undefined) return { kind: 'comment', line, notAuthor: false }
    return isWord(option, 'not-author') && more.length === 0
      ? { kind: 'comment', line, notAuthor: true }
      : malformed(written, 'behind the line only not-author can follow')
  },
  review(name, rest, written) {
    const by = readReviewer(name)
    if (by === null) return malformed(written, 'a reviewer is "@user" or "@organisation/team"')
    return rest.length === 0 ? { kind: 'review', by } : tooMuch(written)
  },
}

function isWord(token: Token, word: string): boolean {
  return !token.quoted && token.text.toLowerCase() === word
}

function readReviewer(name: string): Reviewer | null {
  const match = /^@([a-z0-9][a-z0-9_-]{0,99})(?:\/([a-z0-9][a-z0-9._-]{0,99}))?$/i.exec(name)
  const [, login, slug] = match ?? []
  if (login === undefined) return null
  return slug === undefined ? { kind: 'user', login } : { kind: 'team', organisation: login, slug: slug.toLowerCase() }
}

function malformed(written: string, why: string): Proof {
  return { kind: 'malformed', written, why }
}

function tooMuch(written: string): Proof {
  return malformed(written, 'nothing can follow behind the quotation marks')
}
