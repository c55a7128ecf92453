import { Composer, type CST, type Document, type LineCounter, type ParsedNode, Parser } from 'yaml'

export type PolicyDocument = Document.Parsed<ParsedNode>

/** A policy has four levels; more than this is no policy. */
const maxDepth = 20

/**
 * The documents of a YAML text, with their errors in them.
 *
 * The library composes nodes recursively: some ten thousand nested brackets overflow the stack, and there a regular
 * expression's first use ends the whole process instead of throwing. So depth is measured on the token tree, which is
 * built without recursion, before anything is composed.
 */
export function readYaml(text: string, lines: LineCounter): readonly PolicyDocument[] | 'too-deep' {
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  if (deeperThan(maxDepth, tokens)) return 'too-deep'
  // uniqueKeys would compare every key with every other, half a second for one file: the caller looks for twins itself.
  const composer = new Composer<ParsedNode, true>({ lineCounter: lines, uniqueKeys: false, logLevel: 'silent' })
  return [...composer.compose(tokens)]
}

function deeperThan(limit: number, tokens: readonly CST.Token[]): boolean {
  let level: readonly CST.Token[] = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap(children)
  }
  return false
}

function children(token: CST.Token): CST.Token[] {
  const nested: (CST.Token | null | undefined)[] = []
  if ('items' in token) for (const item of token.items) nested.push(item.key, item.value)
  if (token.type === 'document') nested.push(token.value)
  return nested.filter((child) => child !== null && child !== undefined)
}
