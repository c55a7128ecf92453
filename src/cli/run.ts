import { isGitHubFailure } from '../github/client.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'
import { next, nextUsage } from './next.ts'

type Command = (args: readonly string[], surroundings: Surroundings) => Promise<ExitCode>

const commands: Readonly<Record<string, { readonly run: Command; readonly usage: string }>> = {
  next: { run: next, usage: nextUsage },
}

const usage = `usage:\n${Object.values(commands)
  .map((command) => `  ${command.usage}\n`)
  .join('')}The token is read from GITHUB_TOKEN, the host of an Enterprise Server from GHE_HOST.\n`

/** Runs one command line, without the program's name; what it says goes through `surroundings`. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === '--help' || name === 'help') {
    surroundings.out(usage)
    return 0
  }
  try {
    if (command === undefined) throw new UsageError(name === '' ? 'no command' : 'there is no such command')
    return await command.run(rest, surroundings)
  } catch (error) {
    if (error instanceof UsageError) {
      surroundings.complain(`claimwarden: ${error.message}\n${usage}`)
      return 3
    }
    if (!isGitHubFailure(error)) throw error
    surroundings.complain(`claimwarden: GitHub could not be read: ${error.message}\n`)
    return 2
  }
}
