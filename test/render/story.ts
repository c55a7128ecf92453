import type { Finding } from '../../src/domain/finding.ts'
import type { NumberedReference, RepositoryName } from '../../src/domain/repository.ts'
import { kindOf, type Verdict } from '../../src/domain/verdict.ts'
import type { VersionClaim } from '../../src/domain/version-claim.ts'
import { code, reference, type Words, words } from '../../src/domain/words.ts'
import type { ChartsEvaluation } from '../../src/evaluate/charts/evaluate.ts'
import type { IssuesEvaluation } from '../../src/evaluate/issues/evaluate.ts'
import {
  type CheckRunInput,
  type CheckRunOutput,
  type IssuesCheckInput,
  noLateFacts,
  type RenderedCheckRun,
  renderCheckRun,
} from '../../src/render/check-run.ts'
import type { Provenance } from '../../src/render/provenance.ts'

/** Evaluations of client#951 and its neighbours, made by hand for tests of rendering. */

export const home: RepositoryName = { owner: 'tracebloc', name: 'client' }
export const headSha = 'a'.repeat(40)
export const baseSha = 'b'.repeat(40)
export const readAt = Date.UTC(2026, 10, 3, 14, 5, 9)

export const provenance: Provenance = {
  headSha,
  policy: { from: 'repository', path: '.github/claimwarden.yml', blobOid: 'c'.repeat(40) },
  readAt,
}

/** A check run with its texts, as it is when no evaluation came before. */
export function shown(rendered: RenderedCheckRun): RenderedCheckRun & CheckRunOutput {
  return { ...rendered, ...rendered.outputWith(noLateFacts) }
}

export function render(input: CheckRunInput): RenderedCheckRun & CheckRunOutput {
  return shown(renderCheckRun(input))
}

export const base = { number: 951, baseRefName: 'develop', baseSha }

const target: NumberedReference = { repository: { owner: 'tracebloc', name: 'backend' }, number: 2961 }

export const unmet: Finding = {
  rule: 'acceptance-unmet',
  severity: 'block',
  claim: 'tracebloc/backend#2961',
  says: words`Merging would close ${reference('backend#2961')}: 1 of 1 criteria unmet`,
  seen: words`AC1 "${'root-cause the exit 1 path on the affected edge'}": its box is open`,
  wanted: words`every criterion met before the merge closes the issue`,
  fixes: [
    {
      how: words`Do not close it: replace the words on line 12 of the description`,
      paste: 'Part of tracebloc/backend#2961',
    },
    { how: words`Finish the work and tick the box in ${reference('tracebloc/backend#2961')}` },
  ],
  place: { path: '.github', startLine: 12, endLine: 12 },
}

export const unreadable: Finding = {
  rule: 'target-unreadable',
  severity: 'unknown',
  claim: 'tracebloc/backend#2961',
  says: words`${reference('backend#2961')} cannot be read`,
  seen: words`GitHub shows the app no such issue`,
  wanted: words`an issue that the app can read`,
  fixes: [{ how: words`Install the app on ${code('tracebloc/backend')}` }],
  retry: 'cannot-cure',
}

export const unavailable: Finding = {
  rule: 'target-unreadable',
  severity: 'unknown',
  claim: 'tracebloc/backend#2961',
  says: words`${reference('backend#2961')} could not be read now`,
  seen: words`GitHub did not answer`,
  wanted: words`an answer`,
  fixes: [],
  retry: 'may-cure',
}

export const disclaimed: Finding = {
  rule: 'work-disclaimed',
  severity: 'note',
  claim: '*',
  says: words`The description limits its own work: "${'It does not fix the auto-upgrade'}"`,
  seen: words`"${'It does not fix the auto-upgrade'}"`,
  wanted: words`nothing`,
  fixes: [],
}

export function verdictOf(check: Verdict['check'], title: Words, findings: readonly Finding[]): Verdict {
  const kind = kindOf(findings)
  if (kind !== 'unknown') return { check, kind, title, findings }
  const cannotCure = findings.some((finding) => finding.retry === 'cannot-cure')
  return { check, kind, retry: cannotCure ? 'cannot-cure' : 'may-cure', title, findings }
}

/** client#951 with `Closes tracebloc/backend#2961`. */
export function closing(
  findings: readonly Finding[],
  title = findings[0]?.says ?? words`Merging closes no issue`,
): IssuesEvaluation {
  const criterion = {
    id: 'AC1',
    idIsExplicit: false,
    text: 'root-cause the exit 1 path on the affected edge',
    hash: '0123456789abcdef',
    state: { kind: 'open' },
    line: 3,
    proofs: [],
  } as const
  const text = 'Closes tracebloc/backend#2961'
  const mention = { keyword: 'Closes', target, text, sentence: text, line: 12, start: 0, end: text.length }
  const unread = findings.every((finding) => finding.severity === 'unknown')
  return {
    verdict: verdictOf('claims/issues', title, findings),
    claims: [
      {
        target,
        routes: [{ route: 'description', mention }],
        denials: [],
        state: unread ? 'unknown' : 'open',
        criteria: unread ? null : [{ criterion, met: false, why: 'open', detail: words`its box is open` }],
      },
    ],
  }
}

export const closingNothing: IssuesEvaluation = {
  verdict: verdictOf('claims/issues', words`Merging closes no issue`, []),
  claims: [],
}

export function issuesInput(evaluation: IssuesEvaluation): IssuesCheckInput {
  return { check: 'claims/issues', home, mode: 'enforce', provenance, pulls: [{ ...base, evaluation }] }
}

const day = 24 * 60 * 60 * 1000

export function versionClaim(pull: number, version: string, more: Partial<VersionClaim> = {}): VersionClaim {
  return {
    pull,
    chart: 'client',
    directory: 'chart',
    path: 'chart/Chart.yaml',
    version,
    position: { line: 4, startColumn: 10, endColumn: 15 },
    baseRefName: 'develop',
    headRefOid: headSha,
    isDraft: false,
    author: 'dora',
    firstSeen: readAt - 2 * day,
    ...more,
  }
}

const collision: Finding = {
  rule: 'version-collision',
  severity: 'block',
  claim: 'client@1.9.94',
  says: words`client ${code('1.9.94')} is held by ${reference('#922')}; next free is ${code('1.9.95')}`,
  seen: words`${reference('#922')} claims it since 3 d`,
  wanted: words`a version that nobody else claims`,
  fixes: [{ how: words`Take the next free version in ${code('chart/Chart.yaml')}, line 4`, paste: 'version: 1.9.95' }],
  place: { path: 'chart/Chart.yaml', startLine: 4, endLine: 4, startColumn: 10, endColumn: 15 },
}

/** client#951 at 1.9.94, which #922 holds. */
export const colliding: ChartsEvaluation = {
  verdict: verdictOf('claims/chart-versions', collision.says, [collision]),
  claims: [versionClaim(951, '1.9.94')],
  boards: [
    {
      chart: 'client',
      tips: [{ baseRefName: 'develop', version: '1.9.93' }],
      next: { patch: '1.9.95', minor: '1.10.0', major: '2.0.0' },
      readAt,
      rows: [
        { claim: versionClaim(922, '1.9.94', { firstSeen: readAt - 3 * day, author: 'carl' }), standing: 'holder' },
        { claim: versionClaim(951, '1.9.94'), standing: 'waiting', heldBy: 922 },
        {
          claim: versionClaim(952, '1.9.93', { author: null, isDraft: true, firstSeen: readAt - 5000 }),
          standing: 'stale',
        },
      ],
    },
  ],
}
