import { fullName, type RepositoryName } from '../domain/repository.ts'
import { toJson, toPlainText } from '../render/escape.ts'
import { rawDetails } from '../render/raw-finding.ts'
import { visibleLine } from '../render/visible.ts'
import {
  type BacktestedCheck,
  type BacktestedPull,
  type CheckCount,
  countChecks,
  countRules,
  type RuleCount,
  takerOf,
} from './backtest-tally.ts'
import { tableOf } from './table.ts'

export interface BacktestReport {
  readonly repository: RepositoryName
  /** Where the policy is from. */
  readonly policy: string
  /** How many merged pull requests there were to look at. */
  readonly found: number
  /** Those judged, the newest merge first. */
  readonly pulls: readonly BacktestedPull[]
  /** Why it stopped before the last of them; null when it did not. */
  readonly stopped: string | null
  /** Sent to GitHub. */
  readonly requests: number
}

/** What a look back cannot know, for every reader of its numbers. */
export const limits = [
  'Descriptions, issues, labels, sub-issues and the policy are those of today, not of the merge; only whether an issue was still open at the merge is told from its history, by when it was last closed.',
  'Who else was open at the time is not known, so version-collision and rival-closer say less than they would have; a number that another pull request had brought to the base shows as bump-swallowed.',
  'What is published is not asked, since each merge has published its own version by now, and an acceptance by command is not read.',
].join(' ')

/** For people. */
export function backtestAsText(report: BacktestReport): string {
  const { repository, pulls, policy, stopped, requests } = report
  const parts = [
    `${fullName(repository)}: ${spanOf(pulls)}; policy: ${policy}`,
    ...(stopped === null ? [] : [`Stopped after ${pulls.length} of ${report.found}: ${stopped}.`]),
    countChecks(pulls).map(countLine).join('\n'),
    rulesTable(countRules(pulls)),
    listOf('Would have been blocked:', 'block', pulls),
    listOf('Could not be told:', 'unknown', pulls),
    `${limits}${edited(pulls)}`,
    `${requests} requests to GitHub.`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function spanOf(pulls: readonly BacktestedPull[]): string {
  const [newest] = pulls
  const oldest = pulls.at(-1)
  if (newest === undefined || oldest === undefined) return 'no merged pull request'
  const counted = pulls.length === 1 ? '1 merged pull request' : `${pulls.length} merged pull requests`
  return `${counted}, from ${dayOf(oldest.mergedAt)} to ${dayOf(newest.mergedAt)}`
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function countLine({ check, pass, block, unknown }: CheckCount): string {
  return `${check}: ${pass} passed, ${block} would have been blocked, ${unknown} could not be told`
}

function rulesTable(counts: readonly RuleCount[]): string {
  if (counts.length === 0) return ''
  return tableOf(
    ['check', 'rule', 'block', 'unknown', 'warn', 'note'],
    counts.map(({ check, rule, ...count }) => [
      check,
      rule,
      ...[count.block, count.unknown, count.warn, count.note].map(String),
    ]),
  )
}

function listOf(title: string, kind: 'block' | 'unknown', pulls: readonly BacktestedPull[]): string {
  const lines = pulls.flatMap((pull) =>
    pull.checks
      .filter((check) => check.kind === kind)
      .flatMap((check) => [headOf(pull, check), ...reasonsOf(check, kind, pull, pulls).map((one) => `  ${one}`)]),
  )
  return lines.length === 0 ? '' : [title, ...lines].join('\n')
}

function headOf({ number, read, mergedAt, editedSince }: BacktestedPull, { check }: BacktestedCheck): string {
  const whose = read === null ? '' : ` by ${read.author ?? 'a deleted account'} into ${read.baseRefName}`
  const note = editedSince && check === 'claims/issues' ? ', edited since' : ''
  return `#${number}${visibleTail(whose)}, merged ${dayOf(mergedAt)}${note}: ${check}`
}

function visibleTail(text: string): string {
  return text === '' ? '' : ` ${visibleLine(text)}`
}

function reasonsOf(
  { findings, unread }: BacktestedCheck,
  kind: 'block' | 'unknown',
  pull: BacktestedPull,
  pulls: readonly BacktestedPull[],
): readonly string[] {
  const told = findings
    .filter(({ severity }) => severity === kind)
    .map(({ rule, says, seen, claim }) => {
      const why = kind === 'unknown' ? ` (${toPlainText(seen)})` : ''
      return `${rule}: ${toPlainText(says)}${why}${takerPart(rule, claim, pull, pulls)}`
    })
  return unread === undefined ? told : [...told, visibleLine(unread)]
}

function takerPart(rule: string, claim: string, pull: BacktestedPull, pulls: readonly BacktestedPull[]): string {
  if (rule !== 'bump-swallowed') return ''
  const taker = takerOf(claim, pull, pulls)
  return taker === null ? '' : `; #${taker.number} had brought it, ${spanText(pull.mergedAt - taker.mergedAt)} before`
}

function spanText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

function edited(pulls: readonly BacktestedPull[]): string {
  const count = pulls.filter(({ editedSince }) => editedSince).length
  return count === 0 ? '' : ` Of ${count} of these the description or an issue was edited after the merge.`
}

/** One JSON object for scripts; findings by the schema of the annotations' `raw_details`. */
export function backtestAsJson(report: BacktestReport): string {
  const { repository, policy, found, pulls, stopped, requests } = report
  return `${toJson({
    repository: fullName(repository),
    policy,
    found,
    judged: pulls.length,
    stopped,
    requests,
    checks: countChecks(pulls),
    rules: countRules(pulls),
    pulls: pulls.map((pull) => pullAsJson(pull, pulls)),
    limits,
  })}\n`
}

function pullAsJson(pull: BacktestedPull, pulls: readonly BacktestedPull[]) {
  const { number, read, mergedAt, editedSince, checks } = pull
  return {
    number,
    ...(read === null ? {} : { author: read.author, base: read.baseRefName, head: read.headRefOid }),
    mergedAt: new Date(mergedAt).toISOString(),
    editedSince,
    checks: checks.map(({ check, kind, findings, unread }) => ({
      check,
      kind,
      ...(unread === undefined ? {} : { unread }),
      findings: findings.map((finding) => JSON.parse(rawDetails(finding, read?.headRefOid ?? '')) as unknown),
      takenBy: findings
        .filter(({ rule }) => rule === 'bump-swallowed')
        .flatMap(({ claim }) => takerOf(claim, pull, pulls)?.number ?? []),
    })),
  }
}
