import { spawnSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const hasChromium = spawnSync(executablePath, ['--version']).status === 0

/** The machine's own Chromium, without its sandbox, which root in a container cannot have. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
