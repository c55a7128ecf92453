import { z } from 'zod'
import { policyFileSchema } from '../../src/policy/policy-file.ts'
import { findingSchema } from '../../src/render/finding-schema.ts'

const home = 'https://raw.githubusercontent.com/claimwarden/claimwarden/main/'

/** The JSON Schemas that editors and programs use, as their files must be. `scripts/write-schemas.ts` writes them. */
export function publishedSchemas(): readonly { readonly path: string; readonly text: string }[] {
  const policy = policyFileSchema.meta({
    title: 'The policy file of Claimwarden',
    description: '.github/claimwarden.yml: how claims/issues and claims/chart-versions judge. Every key is optional.',
  })
  return [published('schema/claimwarden.schema.json', policy), published('schema/finding.schema.json', findingSchema)]
}

function published(path: string, schema: z.ZodType): { path: string; text: string } {
  // What a person writes, so that keys with a default are not asked for.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { path, text: `${JSON.stringify({ $schema, $id: `${home}${path}`, ...rest }, null, 2)}\n` }
}
