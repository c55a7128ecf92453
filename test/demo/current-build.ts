import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DemoFailure } from './failure.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** True when the built product is missing or older than its source. */
export async function buildIsStale(root = checkout): Promise<boolean> {
  const built = await timeOf(`${root}/dist/.tsbuildinfo`)
  if (built === null || (await timeOf(`${root}/dist/main.js`)) === null) return true
  const names = await readdir(`${root}/src`, { recursive: true })
  const times = await Promise.all(names.map((name) => timeOf(`${root}/src/${name}`)))
  return times.some((time) => time !== null && time > built)
}

/** @throws {DemoFailure} with the compiler's first lines */
export async function build(): Promise<void> {
  const child = spawn('npm', ['run', '--silent', 'build'], { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      printed += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0)
    throw new DemoFailure(`npm run build works; it says: ${printed.trim().split('\n').slice(0, 3).join(' ')}`)
}

/** When a file changed last, or null when it is not there. */
async function timeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
}
