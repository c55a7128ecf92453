import type { ChartRuleId, RuleSeverity } from '../domain/finding.ts'
import { chartSeverities, issueSeverities } from './default-severities.ts'
import { parseDuration } from './duration.ts'
import type { ChartsPolicy, IssuesPolicy, Policy } from './policy.ts'
import { type PolicyFile, policyFileSchema } from './policy-file.ts'

/** A policy file as data (keys as written, YAML already parsed) to the policy that the code uses. */
export const policySchema = policyFileSchema.transform(policyFromFile)

/** The policy of a repository that has no policy file. */
export const defaultPolicy: Policy = policySchema.parse({})

/** Fills what depends on other keys: the preset, `mode`, and rule app-version. */
function policyFromFile(file: PolicyFile): Policy {
  return {
    preset: file.preset,
    override: file.override,
    bases: file.bases,
    exemptAuthors: file['exempt-authors'],
    issues: issuesFromFile(file),
    charts: chartsFromFile(file),
    commands: { bots: file.commands.bots, aliases: given(file.commands.aliases) },
  }
}

function issuesFromFile(file: PolicyFile): IssuesPolicy {
  const { issues } = file
  return {
    mode: issues.mode ?? file.mode,
    acceptance: {
      headings: issues.acceptance.headings,
      sectionsOnly: issues.acceptance['sections-only'],
      attestation: issues.acceptance.attestation ?? (file.preset === 'strict' ? 'maintainer' : 'author'),
      evidence: issues.acceptance.evidence,
      selfAccept: issues.acceptance['self-accept'],
      dismissOnPush: issues.acceptance['dismiss-on-push'],
      postMergeWords: issues.acceptance['post-merge-words'],
    },
    protected: issues.protected,
    afterMerge: issues['after-merge'],
    autoClose: issues['auto-close'],
    tickets: issues.tickets,
    rules: { ...issueSeverities[file.preset], ...given(issues.rules) },
  }
}

function chartsFromFile(file: PolicyFile): ChartsPolicy {
  const { charts } = file
  return {
    mode: charts.mode ?? file.mode,
    exclude: charts.exclude,
    ignore: charts.ignore,
    identity: charts.identity,
    collision: { holder: charts.collision.holder, staleAfter: milliseconds(charts.collision['stale-after']) },
    appVersion: charts['app-version'],
    published: charts.published,
    rules: { ...chartSeverities[file.preset], ...askedForAppVersion(file), ...given(charts.rules) },
  }
}

/** Who says what appVersion must be wants it judged. */
function askedForAppVersion(file: PolicyFile): Partial<Record<ChartRuleId, RuleSeverity>> {
  return file.charts['app-version'] === 'none' ? {} : { 'app-version': 'block' }
}

function milliseconds(duration: string): number {
  const length = parseDuration(duration)
  if (length === null) throw new Error('the schema let a duration through that is none')
  return length
}

/** Only the keys that the file gives, so that spreading them never overwrites a default with undefined. */
function given<Value>(record: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => entry[1] !== undefined))
}
