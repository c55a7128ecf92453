import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readSettings, SettingsError } from '../env.ts'
import { createConnection, type GitHubConnection } from '../github/connection.ts'
import { type Registration, registrationOfManifest } from '../sweep/registration.ts'
import { clientFromEnvironment, repositoryFrom, requestTimeoutMs, userAgent } from './client.ts'
import { coloursFor } from './colours.ts'
import type { Typed } from './command.ts'
import { type Diagnosis, diagnose } from './doctor-diagnosis.ts'
import { type Credentials, readDoctorFacts } from './doctor-facts.ts'
import { doctorAsJson, doctorAsText } from './doctor-output.ts'
import { type ExitCode, type Surroundings, UsageError } from './exit.ts'

/**
 * `claimwarden doctor`: what an installation has and lacks. With the app's credentials of the environment it sees what
 * the app sees; with `GITHUB_TOKEN` alone what that token sees, and says of the rest that it cannot tell.
 *
 * @throws {UsageError}
 */
export async function doctor(typed: Typed, surroundings: Surroundings): Promise<ExitCode> {
  const repository = repositoryFrom(typed.argument('OWNER/REPO'))
  const facts = await readDoctorFacts(repository, credentialsFrom(surroundings))
  const diagnoses = diagnose(facts, manifest())
  const asJson = typed.has('json')
  surroundings.out(asJson ? doctorAsJson(repository, diagnoses) : doctorAsText(diagnoses, coloursFor(surroundings)))
  return exitCodeOf(diagnoses)
}

/** What is surely missing outranks what could not be told. */
function exitCodeOf(diagnoses: readonly Diagnosis[]): ExitCode {
  if (diagnoses.some(({ state }) => state === 'missing')) return 1
  return diagnoses.some(({ state }) => state === 'cannot-tell') ? 2 : 0
}

function credentialsFrom(surroundings: Surroundings): Credentials {
  const { environment } = surroundings
  const connection = appConnection(surroundings)
  const hasToken = (environment.GITHUB_TOKEN ?? '') !== ''
  if (connection === null && !hasToken) {
    throw new UsageError('neither APP_ID and PRIVATE_KEY of the app nor GITHUB_TOKEN are set')
  }
  return {
    appId: connection?.appId ?? (Number(environment.APP_ID) || null),
    connection,
    byToken: hasToken ? clientFromEnvironment(surroundings) : null,
  }
}

/** Null where the environment holds no private key. @throws {UsageError} where it holds one that is of no use */
function appConnection({ environment, now }: Surroundings): GitHubConnection | null {
  const { PRIVATE_KEY: key = '', PRIVATE_KEY_PATH: path = '' } = environment
  if (key === '' && path === '') return null
  try {
    const { appId, privateKey, baseUrl } = readSettings(environment, { webhookSecret: 'optional' })
    return createConnection({ appId, privateKey, baseUrl, userAgent, timeoutMs: requestTimeoutMs, now })
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message)
    throw error
  }
}

/** The manifest beside the package, which the app was registered from. */
function manifest(): Registration {
  return registrationOfManifest(parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')))
}
