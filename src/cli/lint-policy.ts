import { type ParsedPolicy, parsePolicy } from '../policy/parse.ts'
import { policyPath } from '../policy/path.ts'
import type { Typed } from './command.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'
import { lintAsJson, lintAsText } from './lint-policy-output.ts'

/**
 * `claimwarden lint-policy`: what is wrong in a policy file, as the server would say it. `-` reads the standard input.
 *
 * @throws {UsageError} for a file that cannot be read
 */
export async function lintPolicy(typed: Typed, surroundings: Surroundings): Promise<ExitCode> {
  const path = typed.argument('FILE') ?? policyPath
  const parsed: ParsedPolicy = parsePolicy(await read(path, surroundings))
  const errors = parsed.ok ? [] : parsed.errors
  const file = path === '-' ? '<stdin>' : path
  surroundings.out(typed.has('json') ? lintAsJson(file, errors) : lintAsText(file, errors))
  return errors.length === 0 ? 0 : 1
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read',
}

async function read(path: string, { readFile }: Surroundings): Promise<string> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new UsageError(`${path} cannot be read: ${reasons[code] ?? code}`)
  }
}
