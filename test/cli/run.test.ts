import { describe, expect, test } from '@jest/globals'
import { commands } from '../../src/cli/commands.ts'
import type { Surroundings } from '../../src/cli/exit.ts'
import { run } from '../../src/cli/run.ts'
import { claimwarden } from './claimwarden.ts'

/** Runs in this process, as if at a terminal. */
async function atTerminal(args: readonly string[], environment: Record<string, string> = {}) {
  let out = ''
  let complaints = ''
  const surroundings: Surroundings = {
    environment,
    out: (text) => {
      out += text
    },
    complain: (text) => {
      complaints += text
    },
    now: () => 0,
    isTerminal: true,
    complaintsAreOnTerminal: true,
    width: 100,
    readFile: () => Promise.reject(new Error('no file')),
    writeFile: () => Promise.reject(new Error('no file')),
  }
  const code = await run(args, surroundings)
  return { code, out, complaints }
}

describe('the command line as a whole', () => {
  test('help is no mistake and names every command', async () => {
    const { code, out, complaints } = await claimwarden(['--help'])
    expect([code, complaints]).toEqual([0, ''])
    for (const { name, summary } of commands) {
      expect(out).toMatch(new RegExp(`^ +${name} `, 'm'))
      expect(out.replaceAll(/\s+/g, ' ')).toContain(summary)
    }
    expect(out).toContain('Exit codes: 0 ')
  })

  test.each(commands.map((command) => [command.name, command] as const))(
    '%s has help with its example',
    async (_, command) => {
      const { code, out } = await claimwarden([command.name, '--help'])
      expect(code).toBe(0)
      for (const { flags } of command.options) expect(out).toContain(flags)
      for (const need of command.needs) expect(out).toContain(need)
      expect(out).toContain(`Example:\n  ${command.example}\n`)
      expect(command.example).toMatch(new RegExp(`^claimwarden ${command.name}\\b`))
      expect(await claimwarden(['help', command.name])).toEqual({ code: 0, out, complaints: '' })
    },
  )

  test("the version is the package's", async () => {
    expect((await claimwarden(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('no command is wrong usage, answered with the help', async () => {
    const { code, out, complaints } = await claimwarden([])
    expect([code, out]).toEqual([3, ''])
    expect(complaints).toContain('Usage: claimwarden')
  })

  test.each<[string, readonly string[], string]>([
    ['a mistyped command', ['nxt', 'acme/charts'], "unknown command 'nxt' (Did you mean next?)"],
    ['a command that every object has', ['constructor'], "unknown command 'constructor'"],
    ['a mistyped option', ['next', 'acme/charts', '--jsn'], "unknown option '--jsn' (Did you mean --json?)"],
  ])('%s is told in one line, with the nearest name', async (_, args, told) => {
    expect(await claimwarden(args)).toEqual({ code: 3, out: '', complaints: `claimwarden: ${told}\n` })
  })

  test('colours are for terminals, and not for those who want none', async () => {
    expect((await atTerminal(['--help'])).out).toContain('\u001B[1mUsage:')
    expect((await atTerminal(['--help'], { NO_COLOR: '1' })).out).not.toContain('\u001B')
    expect((await atTerminal(['--help'], { NO_COLOR: '' })).out).toContain('\u001B')
    expect((await claimwarden(['--help'])).out).not.toContain('\u001B')
  })
})
