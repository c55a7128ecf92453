import { z } from 'zod'
import { code, join, type Words, words } from '../domain/words.ts'
import { unconfigurableRules } from './default-severities.ts'
import { nearestName } from './nearest-name.ts'
import { policyFileSchema } from './policy-file.ts'

/** A problem that the schema found, in our own words, before it has a place in the file. */
export interface ExplainedIssue {
  readonly keys: readonly PropertyKey[]
  /** Whether the key is wrong, not its value. */
  readonly onKey: boolean
  readonly message: Words
  readonly fix: Words
  readonly nearest?: string
}

/** Puts an issue of zod into words; one issue about several unknown keys becomes several. */
export function explainIssue(issue: z.core.$ZodIssue): ExplainedIssue[] {
  const at = { keys: issue.path, onKey: false }
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(issue.path, key))
    case 'invalid_value':
      return [{ ...at, ...wrongValue(issue.values.map(String), issue.input) }]
    case 'invalid_type':
      return [{ ...at, ...wrongType(issue.expected, issue.input) }]
    case 'invalid_union':
      return explainUnion(issue)
    case 'too_small':
      return [{ ...at, message: words`the list is empty`, fix: words`Name at least one, or remove the key.` }]
    case 'too_big':
      return [{ ...at, message: words`the list is too long`, fix: words`Keep at most ${Number(issue.maximum)} items.` }]
    default:
      // Our own checks: their message is a sentence part about the value.
      return [{ ...at, message: words`${shown(issue.input)} ${ours(issue.message)}`, fix: words`Correct this value.` }]
  }
}

function unknownKey(path: readonly PropertyKey[], key: string): ExplainedIssue {
  const at = { keys: [...path, key], onKey: true }
  if ((unconfigurableRules as readonly string[]).includes(key) && path.at(-1) === 'rules') {
    return {
      ...at,
      message: words`the rule ${code(key)} cannot be configured`,
      fix: words`Remove it: what could not be read never passes.`,
    }
  }
  const names = keysAt(path)
  const nearest = nearestName(key, names)
  const what = path.at(-1) === 'rules' ? 'rule' : path.at(-1) === 'aliases' ? 'command' : 'key'
  const message = words`there is no ${ours(what)} ${code(key)} here`
  return nearest === undefined
    ? { ...at, message, fix: words`Use one of ${list(names)}, or remove it.` }
    : { ...at, message, fix: words`Did you mean ${code(nearest)}?`, nearest }
}

function wrongValue(values: readonly string[], input: unknown): Omit<ExplainedIssue, 'keys' | 'onKey'> {
  const nearest = typeof input === 'string' ? nearestName(input, values) : undefined
  const message = words`${shown(input)} is no valid value`
  const fix = words`Write ${list(values)}.`
  return nearest === undefined
    ? { message, fix }
    : { message, fix: words`Did you mean ${code(nearest)}? Write ${list(values)}.`, nearest }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys',
}

function wrongType(expected: string, input: unknown): Omit<ExplainedIssue, 'keys' | 'onKey'> {
  const wanted = ours(typeNames[expected] ?? expected)
  if (input === null || input === undefined) {
    return { message: words`there is no value`, fix: words`Write ${wanted}, or remove the key.` }
  }
  return { message: words`${shown(input)} is not ${wanted}`, fix: words`Write ${wanted}.` }
}

/** Both unions of the schema have one plain value and one structured one: explain the kind that was written. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion): ExplainedIssue[] {
  const structured = typeof issue.input === 'object' && issue.input !== null
  const nested = issue.errors.find((errors) =>
    errors.every((error) => structured === !(error.path.length === 0 && error.code.startsWith('invalid_'))),
  )
  if (structured && nested !== undefined) {
    return nested.flatMap((error) => explainIssue({ ...error, path: [...issue.path, ...error.path] }))
  }
  const plain = issue.errors.flatMap((errors) =>
    errors.flatMap((error) => (error.code === 'invalid_value' ? error.values.map(String) : [])),
  )
  const other = issue.errors.some((errors) => errors.some((error) => 'expected' in error && error.expected === 'array'))
  return [
    {
      keys: issue.path,
      onKey: false,
      message: words`${shown(issue.input)} is no valid value`,
      fix: words`Write ${list(plain)}, or ${ours(other ? 'a list' : 'a map of keys')}.`,
    },
  ]
}

/** The valid keys of the map at a path of the schema. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: z.core.$ZodType = policyFileSchema
  for (const key of path) {
    const inner: z.core.$ZodType | undefined = objectIn(schema)?.shape[String(key)]
    if (inner === undefined) return []
    schema = inner
  }
  return Object.keys(objectIn(schema)?.shape ?? {})
}

function objectIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return objectIn(schema.def.innerType)
  }
  if (schema instanceof z.ZodUnion) return schema.def.options.map(objectIn).find((option) => option !== undefined)
  return undefined
}

function list(names: readonly string[]): Words {
  const last = names.at(-1)
  if (last === undefined) return []
  if (names.length === 1) return [code(last)]
  return [
    ...join(
      names.slice(0, -1).map((name) => [code(name)]),
      ', ',
    ),
    ...words` or ${code(last)}`,
  ]
}

/** A value of the file, short enough to be quoted. */
function shown(input: unknown): Words {
  if (Array.isArray(input)) return words`a list`
  if (input === null) return words`nothing`
  if (typeof input === 'object') return words`a map`
  const text = String(input)
  return [code(text.length > 60 ? `${text.slice(0, 60)}…` : text)]
}

function ours(text: string): Words {
  return [{ kind: 'ours', text }]
}
