import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

export interface Ended {
  readonly code: number
  readonly out: string
  readonly complaints: string
}

/** Runs the built command line as a process of its own, with nothing in its environment but what is given. */
export function claimwarden(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...environment }, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 }
    const child = execFile(process.execPath, [program, ...args], options, (error, out, complaints) => {
      const code = error === null ? 0 : error.code
      if (typeof code === 'number') resolve({ code, out, complaints })
      else reject(error ?? new Error('ended without a code'))
    })
    child.stdin?.end(input)
  })
}

/** The environment that leads a command to a simulated GitHub by this host. */
export function toSimulated(host: string, token = 'ghp_ada'): Record<string, string> {
  return { GITHUB_TOKEN: token, GHE_HOST: host, GHE_PROTOCOL: 'http' }
}
