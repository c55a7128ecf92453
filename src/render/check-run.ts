import type { CheckName } from '../domain/finding.ts'
import type { RepositoryName } from '../domain/repository.ts'
import type { VerdictKind } from '../domain/verdict.ts'
import type { VersionClaim } from '../domain/version-claim.ts'
import { join, reference, type Words, words } from '../domain/words.ts'
import type { ChartsEvaluation } from '../evaluate/charts/evaluate.ts'
import type { IssuesEvaluation } from '../evaluate/issues/evaluate.ts'
import { type Annotation, annotationsOf } from './annotations.ts'
import { chartsSummary } from './charts-summary.ts'
import { writeClaimTimes } from './claim-times.ts'
import { type CombinedVerdict, combineByHead } from './combine-by-head.ts'
import { type Block, joinBlocks } from './cut.ts'
import { findingDetails } from './details.ts'
import { digestOf } from './digest.ts'
import { toMarkdown, toPlainText } from './escape.ts'
import { criteriaTables, issuesSummary } from './issues-summary.ts'
import { type JudgedBase, type Provenance, provenanceLine } from './provenance.ts'
import { clip } from './visible.ts'

export type { Annotation } from './annotations.ts'

/** A check run as it is sent to GitHub. */
export interface RenderedCheckRun {
  readonly name: CheckName
  /** The verdict, whatever the policy's mode makes of it. */
  readonly kind: VerdictKind
  readonly conclusion: 'success' | 'failure' | 'action_required' | 'neutral'
  /** Whether it may stay in progress for a while, since reading again can turn an unknown into a verdict. */
  readonly mayCure: boolean
  readonly title: string
  readonly summary: string
  readonly text?: string
  readonly annotations: readonly Annotation[]
  /** Equal for two runs that say the same; travels in `external_id`. */
  readonly digest: string
}

export type CheckRunInput = IssuesCheckInput | ChartsCheckInput

export interface IssuesCheckInput extends CommonInput {
  readonly check: 'claims/issues'
  readonly pulls: readonly JudgedPull<Pick<IssuesEvaluation, 'verdict' | 'claims'>>[]
}

export interface ChartsCheckInput extends CommonInput {
  readonly check: 'claims/chart-versions'
  readonly pulls: readonly JudgedPull<ChartsEvaluation>[]
  /** First-seen times to carry on for claims that this evaluation could not read, by `chart@version`. */
  readonly carriedTimes?: Readonly<Record<string, number>>
}

interface CommonInput {
  /** The repository of the pull requests. */
  readonly home: RepositoryName
  /** Of this check, from the policy. */
  readonly mode: 'enforce' | 'observe'
  readonly provenance: Provenance
}

/** One of the open pull requests with this head; for a merge group, the group's. */
export interface JudgedPull<Evaluation> extends JudgedBase {
  readonly evaluation: Evaluation
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
  const text = joinBlocks(textBlocks(input), machinePart(input))
  return {
    name: check,
    kind: combined.kind,
    conclusion: conclusionOf(combined, mode),
    mayCure: mode === 'enforce' && combined.retry === 'may-cure',
    title: titleOf(combined, mode),
    summary: joinBlocks(summaryBlocks(input, combined), [toMarkdown(provenanceLine(provenance, input.pulls))]),
    ...(text === '' ? {} : { text }),
    annotations: pulls.flatMap(({ verdict }) => annotationsOf(verdict.findings, provenance.headSha)),
    digest: digestOf({ check, mode, pulls }),
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

function summaryBlocks(input: CheckRunInput, combined: CombinedVerdict): Block[] {
  const several = input.pulls.length > 1
  const notices = [
    ...(several ? [toMarkdown(sharedHead(input.pulls, combined.deciding))] : []),
    ...(input.mode === 'observe' && combined.kind !== 'pass' ? [observeNotice] : []),
  ]
  const sections =
    input.check === 'claims/issues'
      ? input.pulls.map(({ number, evaluation }) => ({ number, blocks: issuesSummary(evaluation, input.home) }))
      : input.pulls.map(({ number, evaluation }) => ({ number, blocks: chartsSummary(evaluation) }))
  return [
    ...notices,
    ...sections.flatMap(({ number, blocks }) => [...(several ? [pullHeading(number)] : []), ...blocks]),
  ]
}

const observeNotice =
  'The policy says `mode: observe`, so this check stops nobody. With `mode: enforce` it would not have passed.'

function sharedHead(pulls: readonly JudgedBase[], deciding: number): Words {
  const references = pulls.map(({ number }) => words`${reference(`#${number}`)}`)
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

/** The last line of the text is for the app itself: when it first saw each version claim. */
function machinePart(input: CheckRunInput): string[] {
  if (input.check === 'claims/issues') return []
  const claims = input.pulls.flatMap(({ evaluation }) => evaluation.claims)
  const times = { ...input.carriedTimes, ...firstSeenTimes(claims) }
  return Object.keys(times).length === 0 ? [] : [writeClaimTimes(times)]
}

function firstSeenTimes(claims: readonly VersionClaim[]): Record<string, number> {
  const times = new Map<string, number>()
  for (const { chart, version, firstSeen } of claims) {
    const key = `${chart}@${version}`
    times.set(key, Math.min(firstSeen, times.get(key) ?? firstSeen))
  }
  return Object.fromEntries(times)
}
