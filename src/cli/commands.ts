import { policyPath } from '../policy/path.ts'
import { backtest } from './backtest.ts'
import { check } from './check.ts'
import type { Command, CommandOption } from './command.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { lintPolicy } from './lint-policy.ts'
import { next } from './next.ts'

const json: CommandOption = { flags: '--json', about: 'one JSON object for scripts' }

const token = 'GITHUB_TOKEN, a token that may read the repository'
const host = 'GHE_HOST, the host of an Enterprise Server; github.com without it'

/** Every command, in the order of the help. A new one is an entry here and its `run` in a file of its own. */
export const commands: readonly Command[] = [
  {
    name: 'check',
    summary: 'what both checks would say of a pull request; writes nothing to GitHub',
    arguments: [{ name: '<OWNER/REPO#N>', about: 'the pull request, in quotes, or its URL' }],
    options: [
      { flags: '--only <CHECK>', about: 'one of the two checks', choices: ['issues', 'charts'] },
      { flags: '--save-facts <FILE>', about: 'write what was read to a file, for explain' },
      json,
    ],
    example: "claimwarden check 'acme/charts#7'",
    needs: [token, host, 'APP_ID, whose check runs tell since when a head and a claim are known; optional'],
    run: check,
  },
  {
    name: 'explain',
    summary: 'judges again, without GitHub, what check --save-facts saved',
    arguments: [],
    options: [{ flags: '--facts <FILE>', about: 'the saved file, - for the standard input' }, json],
    example: 'claimwarden explain --facts facts.json',
    needs: ['nothing but the file: no token, no network'],
    run: explain,
  },
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
  {
    name: 'lint-policy',
    summary: 'what is wrong in a policy file, by line and column',
    arguments: [{ name: '[FILE]', about: `the policy file, - for the standard input; ${policyPath} without it` }],
    options: [json],
    example: 'claimwarden lint-policy .github/claimwarden.yml',
    needs: ['nothing but the file: no token, no network'],
    run: lintPolicy,
  },
  {
    name: 'doctor',
    summary: 'what an installation has and lacks, each with its remedy',
    arguments: [{ name: '<OWNER/REPO>', about: 'the repository' }],
    options: [json],
    example: 'claimwarden doctor acme/charts',
    needs: [
      'APP_ID and PRIVATE_KEY (or PRIVATE_KEY_PATH) of the app, to see what it sees',
      'or GITHUB_TOKEN, which sees less; what it does not see cannot be told',
      host,
    ],
    run: doctor,
  },
  {
    name: 'backtest',
    summary: 'what the checks would have said on merged pull requests',
    arguments: [{ name: '<OWNER/REPO>', about: 'the repository' }],
    options: [
      { flags: '--last <COUNT>', about: 'how many of the newest merges, 1 to 1000', default: '200' },
      { flags: '--only <CHECK>', about: 'one of the two checks', choices: ['issues', 'charts'] },
      json,
    ],
    example: 'claimwarden backtest acme/charts --last 200',
    needs: [token, host],
    run: backtest,
  },
]
