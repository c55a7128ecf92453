import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { createMetrics } from '../../src/observe/metrics.ts'
import { outcomes } from '../../src/observe/outcome.ts'

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')

async function ownMetrics(): Promise<{ name: string; labels: string[] }[]> {
  const all = await createMetrics().registry.getMetricsAsJSON()
  const names = all.map(({ name }) => name).filter((name) => name.startsWith('claimwarden_'))
  const { registry } = createMetrics()
  return names.map((name) => {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] }
    return { name, labels: labelNames }
  })
}

/** Rows of the table under a heading, as cells. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

test('the page lists every metric with its labels, and no other', async () => {
  const metrics = await ownMetrics()
  expect(metrics.length).toBeGreaterThan(10)
  const wanted = metrics.map(({ name, labels }) => [`\`${name}\``, labels.map((label) => `\`${label}\``).join(', ')])
  const told = rowsUnder('Metrics')
    .slice(1)
    .map((cells) => cells.slice(0, 2))
  expect(told).toEqual(wanted)
})

test('alerts name metrics that exist', async () => {
  const names = new Set((await ownMetrics()).map(({ name }) => name))
  const used = page.match(/claimwarden_[a-z_]+/g) ?? []
  expect(used.filter((name) => !names.has(name))).toEqual([])
})

test('the page lists every outcome', () => {
  const told = rowsUnder('The log').flatMap(([first = '']) => first.match(/(?<=`)[a-z]+(?=`)/g) ?? [])
  expect(told).toEqual([...outcomes])
})
