import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** One file of the package, read directly: importing the package would load all eight of its descriptions. */
const DESCRIPTION = join(
  dirname(createRequire(import.meta.url).resolve('@octokit/openapi-webhooks')),
  'generated/api.github.com.json',
)

/** Suites name the app's events, and the schema's list of those is older than the events themselves. */
const APP_EVENT = /^\/check_suite\/app\/events\/\d+$/

interface Description {
  readonly webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: object } } } } }>
}

/** Checks payloads against GitHub's published webhook schemas, compiled one by one as they are asked for. */
export class PayloadSchemas {
  readonly #ajv = new Ajv({ strict: false, allErrors: true })
  readonly #webhooks: Description['webhooks']
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor() {
    const description = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as Description
    this.#webhooks = description.webhooks
    addFormats.default(this.#ajv)
    // Addresses of bots hold brackets (`name[bot]@…`), which the strict format refuses and GitHub sends.
    this.#ajv.addFormat('email', /^\S+@\S+$/)
    this.#ajv.addSchema(description, 'github')
  }

  /** @returns what is wrong with a payload, in words; empty when nothing is. @throws when GitHub describes no such event */
  errors(event: string, action: string | null, payload: unknown): string[] {
    const validate = this.#validator(event, action)
    if (validate(payload)) return []
    return (validate.errors ?? [])
      .filter((error) => !APP_EVENT.test(error.instancePath))
      .map((error) => `${error.instancePath} ${error.message ?? ''}`)
  }

  #validator(event: string, action: string | null): ValidateFunction {
    const name = [event, ...(action === null ? [] : [action])].join('-').replaceAll('_', '-')
    const known = this.#compiled.get(name)
    if (known) return known
    if (!this.#webhooks[name]) throw new Error(`GitHub describes no webhook ${name}`)
    const pointer = `github#/webhooks/${name}/post/requestBody/content/application~1json/schema`
    const compiled = this.#ajv.compile({ $ref: pointer })
    this.#compiled.set(name, compiled)
    return compiled
  }
}
