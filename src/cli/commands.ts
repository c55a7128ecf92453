import type { Command, CommandOption } from './command.ts'
import { next } from './next.ts'

const json: CommandOption = { flags: '--json', about: 'one JSON object for scripts' }

const token = 'GITHUB_TOKEN, a token that may read the repository'
const host = 'GHE_HOST, the host of an Enterprise Server; github.com without it'

/** Every command, in the order of the help. A new one is an entry here and its `run` in a file of its own. */
export const commands: readonly Command[] = [
  {
    name: 'next',
    summary: 'who claims which chart version, and which is free',
    arguments: [
      { name: '<OWNER/REPO>', about: 'the repository' },
      { name: '[CHART]', about: 'only this chart, by the name in its Chart.yaml' },
    ],
    options: [json],
    example: 'claimwarden next acme/charts client',
    needs: [token, host, 'APP_ID, whose check runs tell since when a claim is known; optional'],
    run: next,
  },
]
