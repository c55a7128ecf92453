import { cannotBeTold } from './acts/cannot-be-told.ts'
import { closesUndone } from './acts/closes-undone.ts'
import { oneNumberTwice, openStanding } from './acts/one-number-twice.ts'
import { threeBodies } from './acts/three-bodies.ts'
import { build, buildIsStale } from './current-build.ts'
import { DemoFailure, mustHold } from './failure.ts'
import { createNarrator } from './narrator.ts'
import type { Play } from './play.ts'
import { buildScenery, openStage, type Stage } from './stage.ts'
import { createStyle } from './terminal/style.ts'

const once = process.argv.includes('--once') || !process.stdout.isTTY
const style = createStyle(process.stdout.isTTY === true && !process.env.NO_COLOR)
const print = (line: string) => {
  process.stdout.write(`${line}\n`)
}
let stage: Stage | undefined
let played = false

async function main(): Promise<void> {
  if (await buildIsStale()) {
    print('Building the app first …')
    await build()
  }
  const scenery = buildScenery('1.9.90')
  const standing = openStanding(scenery)
  stage = await openStage(scenery)
  printOpening(stage)

  const play: Play = { show: createNarrator(print, style), contrasts: [] }
  await closesUndone(play, stage)
  const pull951 = await threeBodies(play, stage)
  await oneNumberTwice(play, stage, standing, pull951)
  await cannotBeTold(play, stage, pull951)
  mustHold(stage.github.calls.unsupported.length === 0, 'the app asks for nothing that the simulation lacks')

  print('')
  print(style.strong('── What you saw '.padEnd(98, '─')))
  print('')
  play.show.contrasts(play.contrasts)
  played = true
  if (once) return end(0)
  print('')
  print(
    `Both still run: GitHub, simulated, at ${stage.github.url}; the app at ${stage.product().url}. Ctrl-C ends them.`,
  )
}

function printOpening(open: Stage): void {
  print('')
  print(style.strong('Claimwarden checks what a pull request claims, before a merge makes GitHub act on it.'))
  print('')
  print('  "Closes #2961" claims that an issue is done. "version: 1.9.95" claims a number that nobody else has.')
  print('  What follows happened to one organisation in autumn 2026; the names of people are made up.')
  print('')
  print(`  ${style.dim('GitHub, simulated')}  ${open.github.url}`)
  print(`  ${style.dim('the app, as is')}     ${open.product().url}`)
}

async function end(code: number): Promise<never> {
  await stage?.close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end(played ? 0 : 130))
}

main().catch(async (error: unknown) => {
  const told = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  process.stderr.write(`\nThe demo stopped: ${error instanceof DemoFailure ? told : `something broke: ${told}`}\n`)
  await end(1)
})
