import { appIdFrom, clientFromEnvironment } from './client.ts'
import { coloursFor } from './colours.ts'
import type { Typed } from './command.ts'
import { type Evaluation, exitCodeOfVerdicts, judgeEvaluation } from './evaluation.ts'
import { evaluationAsJson } from './evaluation-json.ts'
import { evaluationAsText } from './evaluation-output.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'
import { writeFacts } from './facts-file.ts'
import { pullFrom, webHostOf } from './pull-name.ts'
import { readEvaluation } from './read-evaluation.ts'

/**
 * `claimwarden check`: what both check runs would say of a pull request now. Nothing is written to GitHub.
 *
 * @throws {UsageError}
 * @throws {GitHubFailure}
 */
export async function check(typed: Typed, surroundings: Surroundings): Promise<ExitCode> {
  const { environment, complain, now } = surroundings
  const pull = pullFrom(typed.argument('OWNER/REPO#N'), surroundings)
  const only = typed.value('only')
  const evaluation = await readEvaluation(clientFromEnvironment(surroundings), pull, {
    ...(only === 'issues' || only === 'charts' ? { only } : {}),
    now: now(),
    appId: appIdFrom(environment),
    hosts: [...new Set([webHostOf(environment), 'github.com'])],
  })
  if (typeof evaluation === 'string') {
    complain(`claimwarden: ${evaluation}\n`)
    return 2
  }
  const path = typed.value('save-facts')
  if (path !== undefined) await save(path, evaluation, surroundings)
  return tell(evaluation, typed.has('json'), surroundings)
}

async function save(path: string, evaluation: Evaluation, { writeFile }: Surroundings): Promise<void> {
  try {
    await writeFile(path, writeFacts(evaluation))
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${codeOf(error)}`)
  }
}

/** Judges and prints what was read or saved. */
export function tell(evaluation: Evaluation, json: boolean, surroundings: Surroundings): ExitCode {
  const verdicts = judgeEvaluation(evaluation)
  const { isTerminal, width, out } = surroundings
  const page = { colours: coloursFor(surroundings), ...(isTerminal ? { width } : {}) }
  out(json ? evaluationAsJson(evaluation, verdicts) : evaluationAsText(evaluation, verdicts, page))
  return exitCodeOfVerdicts(verdicts)
}

/** `ENOENT` and its like. What has none is no matter of files. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  throw error
}
