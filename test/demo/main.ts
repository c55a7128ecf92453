import { openStanding } from './acts/one-number-twice.ts'
import { build, buildIsStale } from './current-build.ts'
import { DemoFailure, mustHold } from './failure.ts'
import { createNarrator } from './narrator.ts'
import { type DemoPage, startDemoPage } from './page/server.ts'
import type { Play } from './play.ts'
import { buildScenery, openStage, type Stage } from './stage.ts'
import { playStory } from './story-in-acts.ts'
import { createStyle } from './terminal/style.ts'

/** Where nobody watches, nobody would end it either. */
const once = process.argv.includes('--once') || !process.stdout.isTTY || process.env.CI !== undefined
const style = createStyle(process.stdout.isTTY === true && !process.env.NO_COLOR)
const print = (line: string) => {
  if (!ending) process.stdout.write(`${line}\n`)
}
/** Set as soon as something runs that must be ended. */
let opening: Promise<Stage> | undefined
let page: DemoPage | undefined
let played = false
let ending = false

async function main(): Promise<void> {
  if (await buildIsStale()) {
    print('Building the app first …')
    await build()
  }
  printOpening()
  const scenery = buildScenery('1.9.90')
  const standing = openStanding(scenery)
  opening = openStage(scenery)
  const stage = await opening
  print(`  GitHub, simulated  ${style.code(stage.github.url)}`)
  print(`  Claimwarden        ${style.code(stage.product().url)}  a process of its own, told by signed webhooks`)
  page = await startDemoPage({ ...stage, mayAct: () => played })
  print(`  In a browser       ${style.code(page.url)}  the pull requests and their checks, live`)

  const play: Play = { show: createNarrator(print, style), contrasts: [] }
  await playStory(play, stage, standing)
  mustHold(stage.github.calls.unsupported.length === 0, 'the app asks for nothing that the simulation lacks')

  play.show.contrasts(play.contrasts)
  played = true
  if (once) return end(0)
  print('')
  print(`Your turn: ${style.code(page.url)}`)
  print('Both checks are required. Edit a description, tick a box, change a version, comment, merge.')
  print('Ctrl-C ends it all.')
}

function printOpening(): void {
  print('')
  print(style.strong('Claimwarden checks what a pull request claims, before a merge makes GitHub act on it.'))
  print('')
  print('  "Closes #2961" claims that an issue is done. "version: 1.9.95" claims a number nobody else has.')
  print('  What follows happened in one organisation in autumn 2026: its repository client holds a Helm')
  print('  chart, backend holds the issues. The people have other names here.')
  print('')
}

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  const stage = await opening?.catch(() => undefined)
  await page?.close()
  await stage?.close()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void end(played ? 0 : 130))
}

// Whoever reads may leave early, as `head` does.
process.stdout.on('error', () => void end(0))

main().catch(async (error: unknown) => {
  if (ending) return
  const told = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  process.stderr.write(`\nThe demo stopped: ${error instanceof DemoFailure ? told : `something broke: ${told}`}\n`)
  await end(1)
})
