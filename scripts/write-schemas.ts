/**
 * Writes the published JSON Schemas from the zod schemas that the app validates with:
 *
 *     npx tsx scripts/write-schemas.ts
 */
import { writeFileSync } from 'node:fs'
import { publishedSchemas } from '../test/docs/published-schemas.ts'

for (const { path, text } of publishedSchemas()) writeFileSync(path, text)
