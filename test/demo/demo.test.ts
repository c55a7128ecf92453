import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { waitFor } from '../product/wait-for.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The demo as `npm run demo` starts it, without npm between, so that a signal reaches it. */
function startDemo(...args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/demo/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, printed, code }
}

function addresses(text: string): string[] {
  return [...new Set(text.match(/http:\/\/127\.0\.0\.1:\d+/g))]
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describe('the demo, played once', () => {
  let printed: { readonly out: string; readonly err: string }
  let code: number | null
  /** With runs of spaces made one, and the bars of quoted parts taken off. */
  let text: string

  beforeAll(async () => {
    const demo = startDemo('--once')
    code = await demo.code
    printed = demo.printed
    text = printed.out.replace(/│/g, ' ').replace(/\s+/g, ' ')
  })

  test('ends well and says nothing on the side', () => {
    expect(printed.err).toBe('')
    expect(code).toBe(0)
  })

  test.each([
    ['Act 1, without a gate', 'GitHub closes backend#2935 at once, as completed.'],
    ['Act 1, without a gate', 'every failure has a cause (431 of 477 are unexplained)'],
    ['Act 1, with the gate', 'Merging would close backend#2935: 1 of 2 criteria unmet'],
    [
      'Act 1, the way out',
      'Leave it open: replace Closes tracebloc/backend#2935 on line 3 of the description by Part of',
    ],
    ['Act 2, a closed target', 'success Merging closes no issue: backend#2935 is closed already'],
    ['Act 2, work undone', 'Merging would close backend#2961: 1 of 1 criteria unmet'],
    ['Act 2, the classic gate', 'A ticket is named: tracebloc/backend#2961'],
    ['Act 2, the cure', 'Part of tracebloc/backend#2961 — NOT Closes: #2961'],
    ['Act 3, the classic gate', 'The version changed: 1.9.93 → 1.9.94'],
    ['Act 3, the later claim', 'client 1.9.94 is held by #922; next free is 1.9.95'],
    ['Act 3, its line', '5 version: 1.9.94 ^^^^^^'],
    ['Act 3, the board', '#922 1.9.94 develop cleo 0 min ago holds it'],
    ['Act 3, the board', '#951 1.9.94 develop ben 0 min ago waits for #922'],
    ['Act 3, the bump', 'client 1.9.95 is free'],
    ['Act 3, the stale three', 'client 1.9.91 is behind develop, which has 1.9.94; next free is 1.9.96'],
    ['Act 3, the stale three', 'client 1.9.93 is behind develop, which has 1.9.94; next free is 1.9.96'],
    ['Act 3, the swallowed bump', 'client 1.9.94 is taken on develop already; next free is 1.9.96'],
    ['Act 4, an unreadable issue', 'Merging would close backend#2961, which cannot be read'],
    ['Act 4, an unreadable issue', 'Install the app on tracebloc/backend'],
    ['Act 4, a lost webhook', 'No check at all'],
    ['the end', '#951 would close backend#2961, which the app may not read ✓ success ? action_required'],
  ])('shows %s: %s', (_where, line) => {
    // The time an answer took stands between a conclusion and its title.
    expect(text.replace(/ \d+\.\d\d s /g, ' ')).toContain(line)
  })

  test('is plain text of at most 100 columns', () => {
    expect(printed.out).not.toContain('\u001b')
    expect(printed.out.split('\n').filter((line) => [...line].length > 100)).toEqual([])
  })

  test.each(['undefined', 'null', 'NaN', '[object', '{"', '`', '**', '&#', '    at '])('never shows %s', (oddity) => {
    expect(printed.out).not.toContain(oddity)
  })

  test('leaves nothing running', async () => {
    const urls = addresses(printed.out)
    expect(urls).toHaveLength(3)
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false])
  })
})

test('an interrupt ends the demo and what it started', async () => {
  const demo = startDemo('--once')
  await waitFor('the first act', () => demo.printed.out.includes('Act 1'), {
    timeoutMs: 30_000,
    seen: () => demo.printed,
  })
  const urls = addresses(demo.printed.out)
  expect(await Promise.all(urls.map(answers))).toEqual([true, true, true])
  demo.child.kill('SIGINT')
  expect(await demo.code).toBe(130)
  expect(demo.printed.err).toBe('')
  expect(await Promise.all(urls.map(answers))).toEqual([false, false, false])
})
