/**
 * Plays many generated histories. Without settings: until 2,000 pull requests were opened over 30 charts.
 *
 * Environment: `SEED` (of the first history; alone it plays one batch again), `PULLS` (how many pull requests to reach),
 * `LANES` (repositories beside each other), `DEEDS` (intents of each history), `CHARTS` (of each repository), `MODES`
 * (comma-separated), `QUEUE` (`on`, `off`), `CUT_DOWN` (seconds to spend on shortening a failing history).
 */
import { type Mode, modes } from './disturbance.ts'
import { type History, historyOf } from './intents.ts'
import { DisagreementError, type Played, type PlayOptions, playHistories } from './play.ts'
import { cutDown } from './shrink.ts'

interface Batch {
  readonly seed: number
  readonly mode: Mode
  readonly withQueue: boolean
}

const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback)
const [lanes, deeds, charts, cutDownSeconds] = [
  number('LANES', 6),
  number('DEEDS', 60),
  number('CHARTS', 5),
  number('CUT_DOWN', 60),
]
const pullsWanted = number('PULLS', process.env.SEED === undefined ? 2000 : 1)
const started = Date.now()
const totals = { histories: 0, failures: 0, pulls: 0, deeds: 0, agreements: 0, groups: 0 }
const verdicts: Record<string, number> = {}

let firstSeed = number('SEED', 1 + Math.floor(Math.random() * 1_000_000))
do {
  for (const batch of batchesOf(firstSeed)) await play(batch)
  firstSeed += lanes
} while (totals.pulls < pullsWanted && totals.histories < pullsWanted)
console.log({ ...totals, seconds: Math.round((Date.now() - started) / 1000), verdicts })
process.exitCode = totals.failures === 0 ? 0 : 1

function batchesOf(seed: number): readonly Batch[] {
  const isWanted = (mode: Mode) => (process.env.MODES ?? modes.join()).split(',').includes(mode)
  return modes
    .filter(isWanted)
    .flatMap((mode) =>
      [false, true]
        .filter((withQueue) => process.env.QUEUE === undefined || withQueue === (process.env.QUEUE === 'on'))
        .map((withQueue) => ({ seed, mode, withQueue })),
    )
}

async function play(batch: Batch): Promise<void> {
  const { seed, mode, withQueue } = batch
  const histories = Array.from({ length: lanes }, (_, lane) => historyOf(seed + lane, deeds, 3))
  const options: PlayOptions = { mode, seed, lane: { charts, withQueue } }
  totals.histories += lanes
  try {
    report(batch, await playHistories(histories, options))
  } catch (error) {
    if (!(error instanceof DisagreementError)) throw error
    totals.failures += 1
    console.error(`\n${replay(batch)}\nthe history of seed ${seed + error.lane}, ${error.message}`)
    await explain(histories[error.lane] ?? [], options)
  }
}

function report({ seed, mode, withQueue }: Batch, played: Played): void {
  totals.deeds += played.deeds
  totals.pulls += played.pulls
  totals.agreements += played.agreements
  totals.groups += played.groups
  for (const [kind, count] of Object.entries(played.verdicts)) verdicts[kind] = (verdicts[kind] ?? 0) + count
  const what = `${played.pulls} pull requests, ${played.deeds} deeds, ${played.groups} groups`
  const how = `${played.agreements} agreements, the slowest after ${played.slowestAgreementMs} ms`
  console.log(`${mode}${withQueue ? ' with a queue' : ''}, seeds ${seed} to ${seed + lanes - 1}: ${what}, ${how}`)
}

function replay({ seed, mode, withQueue }: Batch): string {
  const settings = `SEED=${seed} LANES=${lanes} DEEDS=${deeds} CHARTS=${charts}`
  return `${settings} MODES=${mode} QUEUE=${withQueue ? 'on' : 'off'} npm run soak`
}

async function explain(history: History, options: PlayOptions): Promise<void> {
  if (cutDownSeconds === 0) return
  const shortest = await cutDown(history, options, cutDownSeconds * 1000)
  console.error(shortest === null ? 'alone it does not fail again' : `cut down: ${shortest.message}`)
}
