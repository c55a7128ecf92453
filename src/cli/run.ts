import { createRequire } from 'node:module'
import { CommanderError, Option, Command as Program } from 'commander'
import { type GitHubFailure, isGitHubFailure } from '../github/client.ts'
import { momentText } from '../render/moment.ts'
import { coloursFor } from './colours.ts'
import type { Command, Typed } from './command.ts'
import { commands } from './commands.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'

const exitCodes = 'Exit codes: 0 all is well, 1 blocked or faulty, 2 could not be told, 3 wrong usage.'

/** Runs one command line, without the program's name; what it says goes through `surroundings`. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const ended: { code: ExitCode } = { code: 0 }
  try {
    await program(surroundings, (code) => {
      ended.code = code
    }).parseAsync([...args], { from: 'user' })
    return ended.code
  } catch (error) {
    return exitCodeOf(error, surroundings)
  }
}

function exitCodeOf(error: unknown, { complain }: Surroundings): ExitCode {
  if (error instanceof CommanderError) {
    // Help and version are no mistakes; a command line without a command was answered with the help.
    if (error.exitCode === 0) return 0
    if (error.code !== 'commander.help') complain(`claimwarden: ${oneLine(error.message)}\n`)
    return 3
  }
  if (error instanceof UsageError) {
    complain(`claimwarden: ${error.message}\n`)
    return 3
  }
  complain(isGitHubFailure(error) ? `claimwarden: ${failureText(error)}\n` : `claimwarden: ${faultText(error)}\n`)
  return 2
}

function failureText({ kind, message, retryAt }: GitHubFailure): string {
  if (kind !== 'rate-limited') return `GitHub could not be read: ${message}`
  const until = retryAt === undefined ? '' : ` until ${momentText(retryAt)}`
  return `GitHub's limit is used up${until}: ${message}`
}

/** Node.js itself would end with 1, which means blocked. */
function faultText(error: unknown): string {
  return `a fault of this program: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

/** Commander writes `error: ` before a message and what may have been meant on a line of its own. */
function oneLine(message: string): string {
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')
}

function program(surroundings: Surroundings, end: (code: ExitCode) => void): Program {
  const program = new Program('claimwarden')
    .description('Checks what a pull request claims: the issues it would close and the chart versions it takes.')
    .version(versionOfPackage(), '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .addHelpText('after', () => `\n${exitCodes}\nclaimwarden help COMMAND tells more, with an example.`)
    .exitOverride()
    .configureOutput(outputOf(surroundings))
    .configureHelp({ styleTitle: coloursFor(surroundings).bold })
  for (const command of commands) add(program, command, surroundings, end)
  return program
}

function add(program: Program, command: Command, surroundings: Surroundings, end: (code: ExitCode) => void): void {
  const names = command.arguments.map(({ name }) => name)
  const added = program.command([command.name, ...names].join(' ')).description(command.summary)
  for (const [index, { about }] of command.arguments.entries()) {
    const argument = added.registeredArguments[index]
    if (argument !== undefined) argument.description = about
  }
  for (const { flags, about, choices, default: byDefault } of command.options) {
    const option = new Option(flags, about)
    if (choices !== undefined) option.choices(choices)
    if (byDefault !== undefined) option.default(byDefault)
    added.addOption(option)
  }
  const { bold } = coloursFor(surroundings)
  const needs = command.needs.map((need) => `  ${need}\n`).join('')
  added
    .addHelpText(
      'after',
      () => `\n${bold('Needs:')}\n${needs}\n${bold('Example:')}\n  ${command.example}\n\n${exitCodes}`,
    )
    .action(async () => end(await command.run(typedFrom(names, added.args, added.opts()), surroundings)))
}

function typedFrom(
  names: readonly string[],
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Typed {
  const byName = new Map(names.map((name, index) => [name.slice(1, -1), args[index]]))
  const optionOf = (name: string) => options[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
  return {
    argument: (name) => byName.get(name),
    has: (name) => optionOf(name) === true,
    value(name) {
      const value = optionOf(name)
      return typeof value === 'string' ? value : undefined
    },
  }
}

/** Mistakes are told by `exitCodeOf`, in one line. */
function outputOf(surroundings: Surroundings) {
  const { out, complain, width } = surroundings
  const hasColours = () => coloursFor(surroundings).isColorSupported
  return {
    writeOut: out,
    writeErr: complain,
    outputError: () => undefined,
    getOutHelpWidth: () => width,
    getErrHelpWidth: () => width,
    getOutHasColors: hasColours,
    getErrHasColors: hasColours,
  }
}

function versionOfPackage(): string {
  const manifest = createRequire(import.meta.url)('../../package.json') as { version: string }
  return manifest.version
}
