import { parseArgs } from 'node:util'
import { type Mode, modes } from './disturbance.ts'
import { type History, historyOf } from './intents.ts'
import { DisagreementError, type PlayOptions, playHistories } from './play.ts'
import { cutDown } from './shrink.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: process.env.HISTORIES ?? '40' },
    deeds: { type: 'string', default: process.env.DEEDS ?? '60' },
    lanes: { type: 'string', default: '6' },
    charts: { type: 'string', default: '5' },
    modes: { type: 'string', default: process.env.MODES ?? modes.join() },
    queue: { type: 'string', default: process.env.QUEUE ?? 'both' },
    'cut-down': { type: 'string', default: process.env.CUT_DOWN ?? '60' },
  },
})

const started = Date.now()
const firstSeed = Number(process.env.SEED ?? 1 + Math.floor(Math.random() * 1_000_000))
const isReplay = process.env.SEED !== undefined && process.env.HISTORIES === undefined
const [length, lanes] = [Number(values.deeds), Number(values.lanes)]
const wanted = values.modes.split(',').filter((mode): mode is Mode => (modes as readonly string[]).includes(mode))
const queues = values.queue === 'both' ? [false, true] : [values.queue === 'on']
const totals = { histories: 0, deeds: 0, pulls: 0, agreements: 0, groups: 0 }
let failures = 0

for (let seed = firstSeed; totals.histories < (isReplay ? 1 : Number(values.histories)); seed += lanes) {
  for (const mode of wanted) {
    for (const withQueue of queues) await playBatch(seed, mode, withQueue)
  }
}
console.log({ ...totals, failures, seconds: Math.round((Date.now() - started) / 1000) })
process.exitCode = failures === 0 ? 0 : 1

async function playBatch(seed: number, mode: Mode, withQueue: boolean): Promise<void> {
  const seeds = Array.from({ length: isReplay ? 1 : lanes }, (_, lane) => seed + lane)
  const histories = seeds.map((one) => historyOf(one, length, 3))
  const options = (one: number): PlayOptions => ({
    mode,
    seed: one,
    lane: { charts: Number(values.charts), withQueue },
  })
  totals.histories += seeds.length
  try {
    const { deeds, pulls, agreements, groups, slowestAgreementMs } = await playHistories(histories, options(seed))
    totals.deeds += deeds
    totals.pulls += pulls
    totals.agreements += agreements
    totals.groups += groups
    const about = `${deeds} deeds, ${pulls} pull requests, ${groups} groups, ${agreements} agreements`
    console.log(
      `${mode}${withQueue ? ' with a queue' : ''}, seeds ${seed}…: ${about}, slowest ${slowestAgreementMs} ms`,
    )
  } catch (error) {
    if (!(error instanceof DisagreementError)) throw error
    failures += 1
    const failing = seeds[error.lane] ?? seed
    console.error(`\nSEED=${failing} MODES=${mode} QUEUE=${withQueue ? 'on' : 'off'} npm run soak\n${error.message}`)
    await explain(histories[error.lane] ?? [], options(seed))
  }
}

async function explain(history: History, options: PlayOptions): Promise<void> {
  const seconds = Number(values['cut-down'])
  if (seconds === 0) return
  const shortest = await cutDown(history, options, seconds * 1000)
  console.error(shortest === null ? 'alone it does not fail again' : `cut down:\n${shortest.message}`)
}
