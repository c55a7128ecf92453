import type { CheckRunName } from '../domain/finding.ts'
import type { Requirement } from '../domain/requirement.ts'
import type { VerdictKind } from '../domain/verdict.ts'
import type { VersionClaim } from '../domain/version-claim.ts'
import { join, reference, type Words, words } from '../domain/words.ts'
import { type Action, actionsOf } from './actions.ts'
import { type Annotation, annotationsOf } from './annotations.ts'
import { chartsSummary } from './charts-summary.ts'
import type { CheckRunInput, CommonInput } from './check-run-input.ts'
import { writeClaimTimes, writeReleases } from './claim-times.ts'
import { type CombinedVerdict, combineByHead } from './combine-by-head.ts'
import { type Block, joinBlocks } from './cut.ts'
import { findingDetails } from './details.ts'
import { digestOf } from './digest.ts'
import { type Disposition, dispose } from './dispositions.ts'
import { toMarkdown, toPlainText } from './escape.ts'
import { evaluatedNow } from './evaluated-now.ts'
import { criteriaTables, issuesSummary } from './issues-summary.ts'
import { provenanceLine } from './provenance.ts'
import { sinceLast } from './since-last.ts'
import { type ToldFinding, type ToldFindings, writeToldFindings } from './told-findings.ts'
import { clip } from './visible.ts'

export type { Annotation } from './annotations.ts'
export type { ChartsCheckInput, CheckRunInput, IssuesCheckInput, JudgedPull } from './check-run-input.ts'

/** A check run as it is sent to GitHub. */
export interface RenderedCheckRun {
  readonly name: CheckRunName
  /** The verdict, whatever the policy's mode makes of it. */
  readonly kind: VerdictKind
  readonly conclusion: 'success' | 'failure' | 'action_required' | 'neutral'
  /** Whether it may stay in progress for a while, since reading again can turn an unknown into a verdict. */
  readonly mayCure: boolean
  readonly title: string
  readonly annotations: readonly Annotation[]
  /** Buttons, at most three. */
  readonly actions: readonly Action[]
  /** Equal for two runs that say the same; travels in `external_id`. */
  readonly digest: string
  /** The texts, with what is read only when the run is written. */
  outputWith(late: LateFacts): CheckRunOutput
}

/** What a verdict does not depend on, so that it is read only when a run is written anyway. */
export interface LateFacts {
  /** By number of the pull request: what the last evaluation found; absent for one that was never evaluated. */
  readonly earlier: ReadonlyMap<number, readonly ToldFinding[]>
  /** By base branch: whether the check is required there; absent where nobody asked. */
  readonly requirements: ReadonlyMap<string, Requirement>
}

export const noLateFacts: LateFacts = { earlier: new Map(), requirements: new Map() }

export interface CheckRunOutput {
  readonly summary: string
  readonly text?: string
  /** What the text tells the next evaluation. */
  readonly told: ToldFindings
}

/** Characters of a title that GitHub surely takes; our own titles stay under 100. */
const longestTitle = 120

/**
 * One check run for one head. With several open pull requests on the head it says the worst of their verdicts and names
 * all of them. Throws when there is none.
 */
export function renderCheckRun(input: CheckRunInput): RenderedCheckRun {
  const { check, mode, provenance } = input
  const pulls = input.pulls.map(({ number, evaluation }) => ({ number, verdict: evaluation.verdict }))
  const combined = combineByHead(pulls)
  return {
    name: check,
    kind: combined.kind,
    conclusion: conclusionOf(combined, mode),
    mayCure: mode === 'enforce' && combined.retry === 'may-cure',
    title: titleOf(combined, mode),
    annotations: pulls.flatMap(({ verdict }) => annotationsOf(verdict.findings, provenance.headSha)),
    actions: actionsOf(input, combined.kind),
    digest: digestOf({ check, mode, pulls }),
    outputWith: (late) => outputOf(input, combined, late),
  }
}

function outputOf(input: CheckRunInput, combined: CombinedVerdict, late: LateFacts): CheckRunOutput {
  const { headSha } = input.provenance
  const disposed = evaluatedNow(input).map(({ number, now }) => ({
    number,
    ...dispose(late.earlier.get(number) ?? null, now),
  }))
  const told = { head: headSha, pulls: Object.fromEntries(disposed.map((one) => [one.number, one.told])) }
  const dispositions = new Map(disposed.map((one) => [one.number, one.dispositions]))
  const machine = [...writeToldFindings(told), ...claimTimes(input)].join('\n')
  const text = joinBlocks(textBlocks(input), machine === '' ? [] : [machine])
  const last = toMarkdown(provenanceLine(input.provenance, input.pulls, late.requirements))
  return {
    summary: joinBlocks(summaryBlocks(input, combined, dispositions), [last]),
    ...(text === '' ? {} : { text }),
    told,
  }
}

/** GitHub lets `neutral` and `skipped` satisfy a required check, so only mode observe says neutral about a problem. */
function conclusionOf({ kind }: CombinedVerdict, mode: CommonInput['mode']): RenderedCheckRun['conclusion'] {
  if (kind === 'pass') return 'success'
  if (mode === 'observe') return 'neutral'
  return kind === 'block' ? 'failure' : 'action_required'
}

function titleOf({ kind, title }: CombinedVerdict, mode: CommonInput['mode']): string {
  const prefix = mode === 'enforce' || kind === 'pass' ? '' : observedTitles[kind]
  return clip(`${prefix}${toPlainText(title)}`, longestTitle)
}

const observedTitles = { block: 'Would block: ', unknown: 'Would wait: ' }

function summaryBlocks(
  input: CheckRunInput,
  combined: CombinedVerdict,
  dispositions: ReadonlyMap<number, readonly Disposition[]>,
): Block[] {
  const several = input.pulls.length > 1
  const notices = [
    ...(several ? [toMarkdown(sharedHead(input, combined.deciding))] : []),
    ...(input.mode === 'observe' && combined.kind !== 'pass' ? [observeNotice] : []),
  ]
  const sections =
    input.check === 'claims/issues'
      ? input.pulls.map(({ number, evaluation }) => ({ number, blocks: issuesSummary(evaluation, input.home) }))
      : input.pulls.map(({ number, evaluation }) => ({ number, blocks: chartsSummary(evaluation) }))
  return [
    ...notices,
    ...sections.flatMap(({ number, blocks }) => [
      ...(several ? [pullHeading(number)] : []),
      ...blocks,
      ...sinceLast(dispositions.get(number) ?? []),
    ]),
    ...(isUnjudged(input) ? [combined.retry === 'may-cure' ? readAgainNotice : stuckNotice] : []),
  ]
}

const observeNotice =
  'The policy says `mode: observe`, so this check stops nobody. With `mode: enforce` it would not have passed.'

/** Nothing could be judged, so there are no findings that would say what to do. */
function isUnjudged({ pulls }: CheckRunInput): boolean {
  return pulls.every(({ evaluation: { verdict } }) => verdict.kind === 'unknown' && verdict.findings.length === 0)
}

const readAgainNotice =
  'What could not be read is never shown as fine. It is read again by itself, and nothing needs to be done at first.'

const stuckNotice =
  'What could not be read is never shown as fine. Reading again will not help by itself: somebody has to act on the reason above, then use Re-check.'

function sharedHead({ pulls, isMergeGroup }: CheckRunInput, deciding: number): Words {
  const references = pulls.map(({ number }) => words`${reference(`#${number}`)}`)
  if (isMergeGroup) {
    return words`This group of the merge queue merges ${join(references, ', ')} at once. ${reference(`#${deciding}`)} decides.`
  }
  return words`This commit is the head of ${join(references, ', ')}, and a check belongs to a commit. ${reference(`#${deciding}`)} decides.`
}

function pullHeading(number: number): string {
  return `## ${toMarkdown([reference(`#${number}`)])}`
}

function textBlocks(input: CheckRunInput): Block[] {
  const several = input.pulls.length > 1
  const sections =
    input.check === 'claims/issues'
      ? input.pulls.map(({ number, evaluation }) => ({
          number,
          blocks: [...criteriaTables(evaluation.claims, input.home), ...findingDetails(evaluation.verdict.findings)],
        }))
      : input.pulls.map(({ number, evaluation }) => ({ number, blocks: findingDetails(evaluation.verdict.findings) }))
  return sections.flatMap(({ number, blocks }) =>
    several && blocks.length > 0 ? [pullHeading(number), ...blocks] : blocks,
  )
}

/** The last lines of the text are for the app itself: when it first saw each version claim, and which were given up. */
function claimTimes(input: CheckRunInput): string[] {
  if (input.check === 'claims/issues') return []
  const claims = input.pulls.flatMap(({ evaluation }) => evaluation.claims)
  const times = { ...input.carriedTimes, ...firstSeenTimes(claims) }
  if (Object.keys(times).length === 0) return []
  const releases = releasesOf(claims)
  return [...(Object.keys(releases).length === 0 ? [] : [writeReleases(releases)]), writeClaimTimes(times)]
}

function releasesOf(claims: readonly VersionClaim[]): Record<string, number> {
  return Object.fromEntries(
    claims.flatMap(({ pull, chart, version, lapsed }) =>
      lapsed?.why === 'released' ? [[`${pull}/${chart}@${version}`, lapsed.at]] : [],
    ),
  )
}

function firstSeenTimes(claims: readonly VersionClaim[]): Record<string, number> {
  const times = new Map<string, number>()
  for (const { chart, version, firstSeen } of claims) {
    const key = `${chart}@${version}`
    times.set(key, Math.min(firstSeen, times.get(key) ?? firstSeen))
  }
  return Object.fromEntries(times)
}
