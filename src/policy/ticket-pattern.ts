/**
 * Regular expressions of the policy file. RE2 syntax is promised because it cannot express what takes exponential time;
 * no RE2 runs here, so the part of it that JavaScript's engine also runs in bearable time is accepted and the rest is
 * named as unsupported.
 */

/** Why a pattern cannot be used, as a sentence part; null for a good one. */
export function ticketPatternProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'is empty'
  if (pattern.length > 200) return 'is longer than 200 characters'
  const source = withoutCaseFlag(pattern)
  // Named for what they are before the engine is asked: JavaScript would accept them, RE2 does not.
  const tokens = tokenize(source)
  if (tokens.some((token) => /^\(\?<?[=!]/.test(token))) return 'looks around, which RE2 does not have'
  if (tokens.some((token) => /^\\(?:[1-9]|k)/.test(token))) return 'refers back to a group, which RE2 does not have'
  const shape = repetitionProblem(tokens)
  if (shape !== null) return shape
  try {
    const compiled = compileTicketPattern(pattern)
    return compiled.test('') ? 'matches nothing at all, so every text would name a ticket' : null
  } catch {
    // The engine's own words quote the pattern; the policy error shows where it stands.
    return 'is no regular expression that is supported here'
  }
}

/** Compiles a pattern that `ticketPatternProblem` found good. A leading `(?i)` ignores case. Throws SyntaxError. */
export function compileTicketPattern(pattern: string): RegExp {
  const source = withoutCaseFlag(pattern)
  return new RegExp(source, source === pattern ? 'u' : 'iu')
}

function withoutCaseFlag(pattern: string): string {
  return pattern.startsWith('(?i)') ? pattern.slice('(?i)'.length) : pattern
}

/** Escapes, classes, group openings and quantifiers as one token each, every other character as its own. */
function tokenize(source: string): string[] {
  return source.match(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]|\(\?:|\(|\{\d+(?:,\d*)?\}|[\s\S]/g) ?? []
}

/** Nested and repeated unbounded repetition is what makes a backtracking engine slow. */
function repetitionProblem(tokens: readonly string[]): string | null {
  const open: { variable: boolean }[] = []
  let closed: { variable: boolean } | null = null
  let unbounded = 0
  for (const token of tokens) {
    if (token.startsWith('(')) {
      open.push({ variable: false })
      closed = null
      continue
    }
    if (token === ')') {
      closed = open.pop() ?? null
      const parent = open.at(-1)
      if (closed?.variable && parent) parent.variable = true
      continue
    }
    const repetition = readRepetition(token)
    const group = open.at(-1)
    if (repetition !== null) {
      if (repetition.least > 100 || (repetition.most ?? 0) > 100) return 'repeats something more than 100 times'
      if (closed?.variable && repetition.most !== 1) return 'repeats a group that itself repeats or branches'
      if (repetition.most === null) unbounded += 1
      if (group && repetition.most !== repetition.least) group.variable = true
    }
    if (token === '|' && group) group.variable = true
    closed = null
  }
  return unbounded > 2 ? 'holds more than two of * and +' : null
}

/** `most` is null for no upper end. */
function readRepetition(token: string): { readonly least: number; readonly most: number | null } | null {
  if (token === '*') return { least: 0, most: null }
  if (token === '+') return { least: 1, most: null }
  if (token === '?') return { least: 0, most: 1 }
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(token)
  if (counted === null) return null
  const least = Number(counted[1])
  if (counted[2] === '') return { least, most: least }
  return { least, most: counted[3] === '' ? null : Number(counted[3]) }
}
