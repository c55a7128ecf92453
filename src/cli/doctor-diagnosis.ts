import type { Reading, Unknown } from '../domain/reading.ts'
import { fullName } from '../domain/repository.ts'
import type { PolicyFacts } from '../facts/policy.ts'
import { type BranchRule, requiredIn } from '../facts/rulesets.ts'
import { policyPath } from '../policy/path.ts'
import { toPlainText } from '../render/escape.ts'
import { missingOf, type Registration } from '../sweep/registration.ts'
import type { DoctorFacts, Installation, SweepProgress } from './doctor-facts.ts'

/** One line of `claimwarden doctor`. It may hold text from GitHub. */
export interface Diagnosis {
  readonly subject: string
  readonly state: 'ok' | 'missing' | 'cannot-tell'
  readonly says: string
  /** What to do, as a sentence; absent where all is well. */
  readonly remedy?: string
}

type Finding = Omit<Diagnosis, 'subject'>

/** What is well, what is missing and what could not be told, in the order in which an installation is made. */
export function diagnose(facts: DoctorFacts, wanted: Registration): readonly Diagnosis[] {
  const { installation } = facts
  const at = (subject: string, finding: Finding): Diagnosis => ({ subject, ...finding })
  return [
    at(
      'registration',
      of(facts.registration, askAsTheApp, (live) => registered(wanted, live)),
    ),
    at(
      'installation',
      of(installation, askAsTheApp, (one) => installed(facts, one)),
    ),
    at(
      'accepted permissions',
      of(installation, askAsTheApp, (one) => accepted(wanted, one)),
    ),
    at('claims/issues is required', required(facts, 'claims/issues')),
    at('claims/chart-versions is required', required(facts, 'claims/chart-versions')),
    at('merge queue', mergeQueue(facts)),
    at('policy file', of(facts.policy, 'Read the reason, then run doctor again.', policyFile)),
    at('policy of the organisation', policyRepository(facts)),
    at('first sweep', of(facts.sweep, 'Set APP_ID, and use a token that may read checks.', swept)),
  ]
}

const askAsTheApp = 'Set APP_ID and PRIVATE_KEY (or PRIVATE_KEY_PATH) of the app, as the server has them.'

function of<T>(reading: Reading<T>, remedy: string, judge: (value: T) => Finding): Finding {
  return reading.known ? judge(reading.value) : cannotTell(reading, remedy)
}

function cannotTell({ what, retry }: Unknown, remedy: string): Finding {
  return { state: 'cannot-tell', says: what, remedy: retry === 'may-cure' ? 'Run doctor again in a moment.' : remedy }
}

function ok(says: string): Finding {
  return { state: 'ok', says }
}

function missing(says: string, remedy: string): Finding {
  return { state: 'missing', says, remedy }
}

function registered(wanted: Registration, live: Registration): Finding {
  const lacks = lackOf(wanted, live)
  if (lacks === null) return ok('the app has every permission and event of app.yml')
  const place = 'Settings, Developer settings, GitHub Apps, Permissions & events'
  return missing(`the app lacks ${lacks}`, `Add them to the app (${place}); each installation then has to accept.`)
}

function lackOf(wanted: Registration, live: Registration): string | null {
  const { permissions, events } = missingOf(wanted, live)
  const parts = [
    ...(permissions.length === 0 ? [] : [`the permissions ${permissions.join(', ')}`]),
    ...(events.length === 0 ? [] : [`the events ${events.join(', ')}`]),
  ]
  return parts.length === 0 ? null : parts.join(' and ')
}

function installed({ repository }: DoctorFacts, installation: Installation | 'none'): Finding {
  if (installation === 'none') {
    const says = `the app is not installed on ${fullName(repository)}, or there is no such repository`
    return missing(says, 'Install it: Settings of the app, Install App, then choose the repository.')
  }
  if (installation.suspended) {
    return missing('the installation is suspended', 'Unsuspend it: Settings of the account, GitHub Apps, Configure.')
  }
  return ok(`on ${fullName(repository)}, among ${installation.selection === 'all' ? 'all' : 'selected'} repositories`)
}

function accepted(wanted: Registration, installation: Installation | 'none'): Finding {
  if (installation === 'none') {
    const says = 'there is no installation that could have accepted any'
    return { state: 'cannot-tell', says, remedy: 'Install the app first.' }
  }
  const lacks = lackOf(wanted, installation)
  if (lacks === null) return ok('the installation has every permission and event of app.yml')
  return missing(
    `the installation lacks ${lacks}`,
    'An owner of the account accepts what the app asks for: Settings, GitHub Apps, Review request.',
  )
}

const requireIt = 'Require it by a ruleset with the app as its source: docs/install.md, "Require both checks".'

function required({ appId, rules, defaultBranch }: DoctorFacts, check: string): Finding {
  if (!rules.known) return cannotTell(rules, 'Use a token, or an installation, that may read the repository.')
  if (!defaultBranch.known) return cannotTell(defaultBranch, 'Read the reason, then run doctor again.')
  const branch = defaultBranch.value
  if (branch === null) return ok('the repository is empty: there is no branch to protect')
  const found = rules.value.flatMap((rule) =>
    requiredIn(rule)
      .filter(({ context }) => context === check)
      .map(({ integrationId }) => ({ ruleset: rulesetOf(rule), integrationId })),
  )
  const [first] = found
  if (first === undefined) {
    return missing(`no ruleset requires it on ${branch} (classic branch protection is not looked at)`, requireIt)
  }
  const pinned = found.find(({ integrationId }) => appId !== null && integrationId === appId)
  if (pinned !== undefined) return ok(`by ${pinned.ruleset} on ${branch}, from this app alone`)
  const other = found.find(({ integrationId }) => integrationId !== null)
  if (other === undefined) {
    return missing(
      `${first.ruleset} requires it on ${branch} from anybody: whoever may write can post a run of that name`,
      `Make the app${appId === null ? '' : ` (${appId})`} its source in that ruleset.`,
    )
  }
  const from = `${other.ruleset} requires it on ${branch} from app ${other.integrationId}`
  if (appId !== null) return missing(`${from}, which is not this one (${appId})`, 'Make this app its source there.')
  return { state: 'cannot-tell', says: `${from}; whether that is this one`, remedy: 'Set APP_ID.' }
}

function rulesetOf({ ruleset_id: id, ruleset_source: source }: BranchRule): string {
  return `ruleset${id === undefined ? '' : ` ${id}`}${source === undefined ? '' : ` of ${source}`}`
}

function mergeQueue({ mergeQueue, rules, installation }: DoctorFacts): Finding {
  const ruled = rules.known && rules.value.some(({ type }) => type === 'merge_queue')
  if (!mergeQueue.known && !ruled) {
    return cannotTell(mergeQueue, 'Grant the app "Merge queues: read": without it a queue would wait for ever.')
  }
  if (mergeQueue.known && !mergeQueue.value && !ruled) return ok('the default branch has none')
  if (!installation.known) {
    const says = 'the default branch has one; whether the app has "Merge queues: read"'
    return { state: 'cannot-tell', says, remedy: askAsTheApp }
  }
  const { value } = installation
  if (value !== 'none' && value.permissions.merge_queues !== undefined && value.events.includes('merge_group')) {
    return ok('the default branch has one, and the app hears of its groups')
  }
  return missing(
    'the default branch has one, and the app does not hear of its groups: the queue waits for ever',
    'Grant the app "Merge queues: read" and the event merge_group, and accept both for the installation.',
  )
}

function policyFile(facts: PolicyFacts): Finding {
  const { source } = facts
  if (source.from === 'defaults') return ok(`there is no ${policyPath}: the defaults hold`)
  const where = `${fullName(source.repository)}:${source.path}`
  if (facts.kind === 'policy') {
    const { issues, charts } = facts.policy
    const observes = issues.mode === 'observe' && charts.mode === 'observe'
    return ok(`${where} is valid${observes ? '; it observes and blocks nothing' : ''}`)
  }
  const [first] = facts.errors
  const more = facts.errors.length > 1 ? ` and ${facts.errors.length - 1} more` : ''
  const says = first === undefined ? '' : `: line ${first.line}, ${toPlainText(first.message)}${more}`
  return missing(
    `${where} is invalid${says}. Both checks stand at action_required`,
    'Correct it: claimwarden lint-policy names each place.',
  )
}

/** A repository that cannot be seen counts as absent, and GitHub does not tell the two apart. */
function policyRepository({ repository, policyRepository, policy, installation }: DoctorFacts): Finding {
  const name = `${repository.owner}/.github`
  if (!policyRepository.known) return cannotTell(policyRepository, 'Read the reason, then run doctor again.')
  if (policyRepository.value) return ok(`${name} can be read`)
  if (policy.known && policy.value.source.from === 'repository') {
    return ok(`${name} is not there or not to be seen; the repository has a policy of its own`)
  }
  const seesAll = installation.known && installation.value !== 'none' && installation.value.selection === 'all'
  if (seesAll) return ok(`there is no ${name}`)
  return {
    state: 'cannot-tell',
    says: `${name} is not there or not to be seen; it counts as absent`,
    remedy: `If it holds a policy, install the app there too; else put a ${policyPath} here, which may be empty.`,
  }
}

function swept({ open, pulls }: SweepProgress): Finding {
  const without = pulls.filter(({ hasBoth }) => !hasBoth).map(({ number }) => `#${number}`)
  const through = pulls.length - without.length
  if (without.length === 0 && pulls.length === open) {
    return ok(open === 0 ? 'no pull request is open' : `all ${open} open pull requests carry both checks`)
  }
  const looked = pulls.length === open ? `${open} open pull requests` : `the newest ${pulls.length} of ${open}`
  if (without.length === 0) {
    return { state: 'cannot-tell', says: `all of ${looked} carry both checks; more were not looked at`, remedy: wait }
  }
  const named = `${without.slice(0, 5).join(', ')}${without.length > 5 ? ', …' : ''}`
  return missing(`${through} of ${looked} carry both checks; without: ${named}`, wait)
}

const wait = 'Wait for the sweep, the newest come first, and require the checks when it is through. Is the server up?'
