import { codeOf, tell } from './check.ts'
import type { Typed } from './command.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'
import { readFacts } from './facts-file.ts'

/**
 * `claimwarden explain`: judges again what `check --save-facts` saved, without asking GitHub.
 *
 * @throws {UsageError} for a file that is not there or is damaged
 */
export async function explain(typed: Typed, surroundings: Surroundings): Promise<ExitCode> {
  const path = typed.value('facts')
  if (path === undefined) throw new UsageError('--facts FILE is missing')
  const read = readFacts(await textOf(path, surroundings))
  if ('wrong' in read) throw new UsageError(`${path} cannot be used: ${read.wrong}`)
  return tell(read.evaluation, typed.has('json'), surroundings)
}

async function textOf(path: string, { readFile }: Surroundings): Promise<string> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${codeOf(error)}`)
  }
}
