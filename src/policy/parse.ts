import { isAlias, isMap, isScalar, LineCounter, visit } from 'yaml'
import { type Words, words } from '../domain/words.ts'
import type { Policy } from './policy.ts'
import type { PolicyError } from './policy-error.ts'
import { type PolicyDocument, readYaml } from './read-yaml.ts'
import { defaultPolicy, policySchema } from './schema.ts'
import { explainIssue } from './schema-errors.ts'

/** The largest policy file that is read, in bytes. */
export const maxPolicyBytes = 64 * 1024

export type ParsedPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly errors: readonly PolicyError[] }

/**
 * Reads the text of a policy file. An empty file is the defaults. Errors come in the order of the file, never none, and
 * at most 20. Callers look at the blob's size first; a text over 64 KB is an error here too.
 */
export function parsePolicy(text: string): ParsedPolicy {
  if (new TextEncoder().encode(text).length > maxPolicyBytes) {
    return refuse([atStart(words`the file is larger than 64 KB`, words`Keep the policy file under 64 KB.`)])
  }
  const lines = new LineCounter()
  const documents = readYaml(text, lines)
  if (documents === 'too-deep') {
    return refuse([atStart(words`the file is nested too deeply`, words`A policy has at most four levels.`)])
  }
  const [document, second] = documents
  if (document === undefined) return { ok: true, policy: defaultPolicy }
  const errors = yamlErrors(documents, lines)
  if (second !== undefined) errors.push(secondDocument(second, lines))
  if (errors.length > 0) return refuse(errors)
  return validate(document, lines)
}

function yamlErrors(documents: readonly PolicyDocument[], lines: LineCounter): PolicyError[] {
  return documents.flatMap((document) => [
    ...[...document.errors, ...document.warnings].map((error) => ({
      ...position(error.pos[0], lines),
      path: '',
      message: words`this is no valid YAML (${plainReason(error.code)})`,
      fix: words`Correct the YAML at this place.`,
    })),
    ...keyErrors(document, lines),
  ])
}

/** The library's own messages quote the file, its codes do not. */
function plainReason(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ')
}

/** Aliases, merge keys, duplicate keys and keys that are no text. */
function keyErrors(document: PolicyDocument, lines: LineCounter): PolicyError[] {
  const errors: PolicyError[] = []
  const complain = (node: unknown, message: Words, fix: Words) =>
    errors.push({ ...position(startOf(node), lines), path: '', message, fix })
  visit(document, (_, node) => {
    if (isAlias(node)) complain(node, words`aliases are not supported`, words`Write the value out.`)
    if (!isMap(node)) return
    const seen = new Set<string>()
    for (const { key } of node.items) {
      if (!isScalar(key) || typeof key.value !== 'string') {
        if (!isAlias(key)) complain(key, words`this key is no text`, words`Use the keys of the policy's reference.`)
      } else if (key.value === '<<') {
        complain(key, words`merge keys are not supported`, words`Write the keys out.`)
      } else if (seen.has(key.value)) {
        complain(key, words`the key ${key.value} stands here twice`, words`Keep one of them.`)
      } else {
        seen.add(key.value)
      }
    }
  })
  return errors
}

function secondDocument(document: PolicyDocument, lines: LineCounter): PolicyError {
  return {
    ...position(document.range[0], lines),
    path: '',
    message: words`the file holds more than one YAML document`,
    fix: words`Keep one document; remove the lines --- and what is not meant.`,
  }
}

function validate(document: PolicyDocument, lines: LineCounter): ParsedPolicy {
  const result = policySchema.safeParse(document.contents === null ? {} : (document.toJS() ?? {}), {
    reportInput: true,
  })
  if (result.success) return { ok: true, policy: result.data }
  return refuse(
    result.error.issues
      .flatMap((issue) => explainIssue(issue))
      .map(({ keys, onKey, ...explained }) => ({
        ...position(offsetOf(document, keys, onKey), lines),
        path: pathText(keys),
        ...explained,
      })),
  )
}

/** Where the value at a path starts, or its key; the nearest parent's place when there is neither. */
function offsetOf(document: PolicyDocument, keys: readonly PropertyKey[], onKey: boolean): number {
  for (let length = keys.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(keys.slice(0, length - 1), true)
    const last = keys[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last)
      // A null value has no text of its own: point at its key.
      const bare = isScalar(pair?.value) && pair.value.value === null
      const node = onKey || bare ? pair?.key : pair?.value
      if (node !== undefined) return startOf(node)
    }
    const node = document.getIn(keys.slice(0, length), true)
    if (node !== undefined) return startOf(node)
  }
  return startOf(document.contents)
}

function startOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0
}

function position(offset: number, lines: LineCounter): { readonly line: number; readonly column: number } {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

/** `issues.acceptance.headings[2]` */
function pathText(keys: readonly PropertyKey[]): string {
  return keys
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('')
}

function atStart(message: Words, fix: Words): PolicyError {
  return { line: 1, column: 1, path: '', message, fix }
}

function refuse(errors: readonly PolicyError[]): ParsedPolicy {
  const ordered = errors.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { ok: false, errors: ordered.slice(0, 20) }
}
