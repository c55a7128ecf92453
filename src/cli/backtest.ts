import { SingleBar } from 'cli-progress'
import { fullName } from '../domain/repository.ts'
import { createPolicyCache, type PolicySource, readPolicy } from '../facts/policy.ts'
import type { Policy } from '../policy/policy.ts'
import { type Backtest, type Checks, judgeMerged } from './backtest-judgement.ts'
import { backtestAsJson, backtestAsText } from './backtest-output.ts'
import { clientFromEnvironment, repositoryFrom } from './client.ts'
import type { Typed } from './command.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'

const most = 1000

/**
 * `claimwarden backtest`: what both checks would have said on the newest merged pull requests at their merge.
 *
 * @throws {UsageError}
 * @throws {GitHubFailure} when not even the list could be read
 */
export async function backtest(typed: Typed, surroundings: Surroundings): Promise<ExitCode> {
  const repository = repositoryFrom(typed.argument('OWNER/REPO'))
  const last = countFrom(typed.value('last'))
  let requests = 0
  const client = clientFromEnvironment(surroundings, {
    onCall: () => {
      requests += 1
    },
  })
  const policies = createPolicyCache()
  const found = usable(await readPolicy(client, repository, policies))
  if (typeof found === 'string') {
    surroundings.complain(`claimwarden: ${found}\n`)
    return 2
  }
  const host = surroundings.environment.GHE_HOST ?? ''
  const bar = progressBar(surroundings)
  const test: Backtest = {
    client,
    repository,
    policy: found.policy,
    policies,
    last,
    checks: checksFrom(typed.value('only')),
    hosts: [...new Set([host === '' ? 'github.com' : host, 'github.com'])],
    now: surroundings.now,
    onProgress: bar.update,
  }
  try {
    const judged = await judgeMerged(test)
    bar.stop()
    const report = { ...judged, repository, policy: sourceText(found.source), requests }
    surroundings.out(typed.has('json') ? backtestAsJson(report) : backtestAsText(report))
    return judged.stopped === null ? 0 : 2
  } finally {
    bar.stop()
  }
}

function countFrom(text = '200'): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > most) throw new UsageError(`--last is a number from 1 to ${most}`)
  return count
}

function checksFrom(only: string | undefined): Checks {
  if (only === 'issues') return ['claims/issues']
  return only === 'charts' ? ['claims/chart-versions'] : ['claims/issues', 'claims/chart-versions']
}

type ReadPolicy = Awaited<ReturnType<typeof readPolicy>>

/** The policy, or why there is none to judge by. */
function usable(reading: ReadPolicy): { readonly policy: Policy; readonly source: PolicySource } | string {
  if (!reading.known) return reading.what
  if (reading.value.kind === 'policy') return reading.value
  return 'the policy file is invalid: claimwarden lint-policy says where'
}

function sourceText(source: PolicySource): string {
  return source.from === 'defaults' ? 'the defaults' : `${fullName(source.repository)}:${source.path} as it is now`
}

interface Progress {
  readonly update: (done: number, all: number) => void
  readonly stop: () => void
}

/** On the terminal's standard error only: what is piped stays clean. */
function progressBar({ complaintsAreOnTerminal }: Surroundings): Progress {
  if (!complaintsAreOnTerminal) return { update: () => undefined, stop: () => undefined }
  const bar = new SingleBar({
    format: '{bar} {value} of {total} merged pull requests',
    barCompleteChar: '#',
    barIncompleteChar: '.',
    clearOnComplete: true,
    hideCursor: true,
  })
  let started = false
  return {
    update(done, all) {
      if (!started) bar.start(all, done)
      else bar.update(done)
      started = true
    },
    stop() {
      if (started) bar.stop()
      started = false
    },
  }
}
