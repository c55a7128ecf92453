/**
 * Plays the demo's story and takes the pictures of its page for the README, with the Chromium of the machine:
 *
 *     npm run pictures -- [folder]
 */
import { resolve } from 'node:path'
import { openStanding } from '../test/demo/acts/one-number-twice.ts'
import { createNarrator } from '../test/demo/narrator.ts'
import { launchChromium } from '../test/demo/page/chromium.ts'
import { startDemoPage } from '../test/demo/page/server.ts'
import { buildScenery, openStage } from '../test/demo/stage.ts'
import { playStory } from '../test/demo/story-in-acts.ts'
import { createStyle } from '../test/demo/terminal/style.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
}

const pictures: readonly Picture[] = [
  { name: 'demo-list', path: '/?as=ada', width: 1280, height: 790, colorScheme: 'light' },
  { name: 'demo-pull', path: '/pull/961?as=ben', width: 1280, height: 820, colorScheme: 'dark' },
]

const folder = resolve(process.argv[2] ?? 'docs/images')
const scenery = buildScenery('1.9.90')
const standing = openStanding(scenery)
const stage = await openStage(scenery)
const demo = await startDemoPage({ ...stage, mayAct: () => true })
const browser = await launchChromium()
try {
  await playStory({ show: createNarrator(() => undefined, createStyle(false)), contrasts: [] }, stage, standing)
  for (const { name, path, width, height, colorScheme } of pictures) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    await page.goto(demo.url + path)
    await page.locator('body[data-live=yes]').waitFor()
    // What is not yet judged after the last act would show as missing.
    await page.locator('.mark.missing, .mark.in_progress').first().waitFor({ state: 'detached' })
    await page.screenshot({ path: resolve(folder, `${name}.png`) })
    await page.close()
    console.log(resolve(folder, `${name}.png`))
  }
} finally {
  await browser.close()
  await demo.close()
  await stage.close()
}
