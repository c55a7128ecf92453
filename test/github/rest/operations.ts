import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { type FieldError, RestError, unprocessable } from './errors.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: Record<string, unknown>
}

interface Description {
  method: string
  path: string
  documentationUrl: string
  parameters: Parameter[]
  requestBody?: { required: boolean; schema: Record<string, unknown> }
}

/** An operation of GitHub's REST description. */
export interface Operation {
  readonly id: string
  readonly method: string
  /** The path template, `/repos/{owner}/{repo}`. */
  readonly path: string
  readonly documentationUrl: string
  readonly pattern: RegExp
  readonly body: (() => ValidateFunction) | undefined
  readonly query: () => ValidateFunction
}

/** Parameters that hold slashes: `git/ref/heads/main`, `contents/charts/a/Chart.yaml`. */
const DEEP_PARAMETERS = new Set(['path', 'ref', 'branch', 'basehead'])

let known: readonly Operation[] | undefined

/** The operations of the extract, the more particular paths first. */
export function operations(): readonly Operation[] {
  known ??= read()
  return known
}

function read(): Operation[] {
  const text = readFileSync(new URL('./openapi-extract.json', import.meta.url), 'utf8')
  const { operations: described } = JSON.parse(text) as { operations: Record<string, Description> }
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false })
  const queryAjv = new Ajv({ strict: false, allErrors: true, coerceTypes: true })
  for (const instance of [ajv, queryAjv]) addFormats.default(instance)
  return Object.entries(described)
    .map(([id, description]) => operation(id, description, ajv, queryAjv))
    .sort((a, b) => fixedParts(b) - fixedParts(a))
}

function operation(id: string, description: Description, ajv: Ajv, queryAjv: Ajv): Operation {
  const inQuery = description.parameters.filter((parameter) => parameter.in === 'query')
  const { requestBody } = description
  return {
    id,
    method: description.method,
    path: description.path,
    documentationUrl: description.documentationUrl,
    pattern: pathPattern(description.path),
    body: requestBody && once(() => ajv.compile(requestBody.schema)),
    query: once(() =>
      queryAjv.compile({
        type: 'object',
        properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
        required: inQuery.filter(({ required }) => required).map(({ name }) => name),
      }),
    ),
  }
}

/** Compiling all schemas takes longer than most tests need. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

function pathPattern(template: string): RegExp {
  const source = template.replaceAll(/[.]|\{(\w+)\}/g, (whole, name: string | undefined) => {
    if (name === undefined) return `\\${whole}`
    return DEEP_PARAMETERS.has(name) ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`
  })
  return new RegExp(`^${source}/?$`)
}

function fixedParts({ path }: Operation): number {
  return path.split('/').filter((part) => !part.startsWith('{')).length
}

/** The operation of a request, and its path parameters decoded. */
export function matchOperation(
  method: string,
  path: string,
): { operation: Operation; parameters: Record<string, string> } | undefined {
  for (const operation of operations()) {
    if (operation.method !== method) continue
    const groups = operation.pattern.exec(path)?.groups
    if (groups === undefined && !operation.pattern.test(path)) continue
    const parameters: Record<string, string> = {}
    for (const [name, value] of Object.entries(groups ?? {})) parameters[name] = decodeURIComponent(value)
    return { operation, parameters }
  }
  return undefined
}

/** @throws RestError 422 for a body that the description does not allow. */
export function checkBody({ body: schema, documentationUrl }: Operation, body: unknown): void {
  const validator = schema?.()
  if (validator === undefined || validator(body ?? {})) return
  throw new RestError(422, 'Invalid request.', bodyErrors(validator.errors ?? []), documentationUrl)
}

/** GitHub words these as sentences: "nil is not a string", "… wasn't supplied". */
function bodyErrors(errors: readonly ErrorObject[]): string[] {
  return errors.map(({ instancePath, keyword, message, params }) => {
    const at = instancePath.slice(1)
    if (keyword === 'required') return `${[at, params.missingProperty].filter(Boolean).join('/')} wasn't supplied.`
    return `For '${at === '' ? 'links/0/schema' : at}', ${message}.`
  })
}

/** @throws RestError 422 for a query parameter of a wrong type or value. */
export function checkQuery({ query: schema }: Operation, query: Readonly<Record<string, string>>): void {
  const validator = schema()
  if (validator({ ...query })) return
  const errors = (validator.errors ?? []).map(
    ({ instancePath, message }): FieldError => ({
      resource: 'Query',
      field: instancePath.slice(1),
      code: 'invalid',
      ...(message === undefined ? {} : { message }),
    }),
  )
  throw unprocessable('Validation Failed', errors)
}
