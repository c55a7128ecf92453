import { mkdirSync, writeFileSync } from 'node:fs'
import { evaluationFigures } from './evaluation.ts'
import { type Figure, table } from './figure.ts'
import { latencyFigures } from './latency.ts'
import { memoryFigures } from './memory.ts'
import { requestFigures } from './requests.ts'
import { throughputFigures } from './throughput.ts'

/**
 * `npm run bench`: figures beside their targets, on the screen and in reports/bench.json. Times depend on the machine;
 * counts do not, and tests pin them.
 */
const figures: Figure[] = []
for (const measure of [latencyFigures, throughputFigures, requestFigures, evaluationFigures, memoryFigures]) {
  const measured = await measure()
  figures.push(...measured)
  console.log(table(measured))
}
mkdirSync('reports', { recursive: true })
writeFileSync(
  'reports/bench.json',
  `${JSON.stringify({ at: new Date().toISOString(), node: process.version, figures }, null, 2)}\n`,
)
console.log('\nwritten to reports/bench.json')
process.exit(0)
