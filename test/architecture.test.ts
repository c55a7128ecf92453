import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { rules } from './imports.rules.ts'

async function look(folders: string[]): Promise<ICruiseResult> {
  const { options, forbidden } = rules
  const { output } = await cruise(folders, { ...options, validate: true, ruleSet: { forbidden } } as never)
  if (typeof output === 'string') throw new Error('the report is text')
  return output
}

function filesIn(folder: string): number {
  return readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.ts')).length
}

test('imports point in one direction, and the simulated GitHub stands alone', async () => {
  const { modules, summary } = await look(['src', 'test/github', 'test/story', 'test/product'])
  // Without its compiler the library finds nothing and is content.
  const seen = modules.filter(({ source }) => source.startsWith('src/')).length
  expect(seen).toBe(filesIn('src'))
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
  expect(broken).toEqual([])
})

test.each(['domain', 'policy', 'facts/parse', 'evaluate', 'render'])(
  '%s has no clock, chance or environment',
  (room) => {
    const files = readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(0)
    const impure = files.filter((name) =>
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.(?:env|argv|cwd|exit|std)/.test(
        readFileSync(`src/${room}/${name}`, 'utf8'),
      ),
    )
    expect(impure).toEqual([])
  },
)
