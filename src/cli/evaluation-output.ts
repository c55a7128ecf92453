import type { Finding, Fix, Severity } from '../domain/finding.ts'
import { fullName } from '../domain/repository.ts'
import type { Board } from '../domain/version-claim.ts'
import { join, reference, type Words, words } from '../domain/words.ts'
import { descriptionPath } from '../render/annotations.ts'
import { boardCells, boardHead, boardSummary } from '../render/board.ts'
import { chartClaimCells, chartClaimsHead } from '../render/charts-summary.ts'
import type { CheckRunInput, RenderedCheckRun } from '../render/check-run.ts'
import { toPlainText } from '../render/escape.ts'
import { issueClaimCells, issueClaimsHead } from '../render/issues-summary.ts'
import { provenanceParts } from '../render/provenance.ts'
import { longestPaste } from '../render/raw-finding.ts'
import { clip, visibleLine, visibleLines } from '../render/visible.ts'
import type { coloursFor } from './colours.ts'
import type { CheckVerdict, Evaluation } from './evaluation.ts'
import { tableOf } from './table.ts'

/** What it is written on; without a width tables are not wrapped. */
export interface Page {
  readonly colours: ReturnType<typeof coloursFor>
  readonly width?: number
}

/** What each check run would say, for people. Nothing from outside can steer the terminal. */
export function evaluationAsText(
  { pull, appId }: Pick<Evaluation, 'pull' | 'appId'>,
  verdicts: readonly CheckVerdict[],
  page: Page,
): string {
  const name = page.colours.bold(`${fullName(pull.repository)}#${pull.number}`)
  const blocks = verdicts.flatMap((verdict) => verdictBlocks(verdict, page))
  const order = appId === 0 && verdicts.some(isContested) ? [orderUntold] : []
  return `${[name, ...blocks, ...order].join('\n\n')}\n`
}

const orderUntold =
  "Who claimed a version first is told by the app's own check runs: set APP_ID. Without it the lower number comes first."

function isContested({ input }: CheckVerdict): boolean {
  if (input?.check !== 'claims/chart-versions') return false
  const boards = input.pulls.flatMap(({ evaluation }) => evaluation.boards)
  return boards.some(({ rows }) => rows.some(({ standing }) => standing === 'holder' || standing === 'waiting'))
}

function verdictBlocks({ rendered, input, provenance, pulls, policyErrors }: CheckVerdict, page: Page): string[] {
  return [
    titleLine(rendered, page),
    ...(input === null ? [] : pullBlocks(input, rendered.title, page)),
    ...policyErrors.map(({ line, column, message, fix }) =>
      toPlainText(words`Line ${line}, column ${column}: ${message}. ${fix}`),
    ),
    ...(rendered.mayCure ? ['It may be told by reading again: the check run would be in progress for now.'] : []),
    page.colours.dim(toPlainText(join(provenanceParts(provenance, pulls), ' · '))),
  ]
}

function titleLine({ name, conclusion, title }: RenderedCheckRun, { colours }: Page): string {
  const { sign, paint } = {
    success: { sign: '✓', paint: colours.green },
    neutral: { sign: '-', paint: colours.yellow },
    failure: { sign: '✗', paint: colours.red },
    action_required: { sign: '?', paint: colours.yellow },
  }[conclusion]
  return colours.bold(`${paint(`${sign} ${name}:`)} ${title}`)
}

function pullBlocks(input: CheckRunInput, title: string, page: Page): string[] {
  const shown = new Set<string>()
  const sections =
    input.check === 'claims/issues'
      ? input.pulls.map(({ number, evaluation: { verdict, claims } }) => ({
          number,
          findings: verdict.findings,
          head: issueClaimsHead,
          rows: claims.map((claim) => issueClaimCells(claim, verdict.findings, input.home)),
          boards: [],
        }))
      : input.pulls.map(({ number, evaluation: { verdict, claims, boards } }) => ({
          number,
          findings: verdict.findings,
          head: chartClaimsHead,
          rows: claims.map((claim) => chartClaimCells(claim, boards, verdict.findings)),
          boards,
        }))
  return sections.flatMap(({ number, findings, head, rows, boards }) => [
    ...(sections.length > 1 ? [page.colours.bold(toPlainText([reference(`#${number}`)]))] : []),
    ...(rows.length === 0 ? [] : [wordsTable(head, rows, page)]),
    ...findings.map((finding) => findingText(finding, { title, shown }, page)),
    ...boards.map((board) => boardText(board, page)),
  ])
}

const severityNames: Readonly<Record<Severity, string>> = {
  block: 'Blocks',
  unknown: 'Unknown',
  warn: 'Warning',
  note: 'Note',
}

function findingText(
  finding: Finding,
  { title, shown }: { readonly title: string; readonly shown: Set<string> },
  { colours }: Page,
): string {
  const { rule, severity, says, seen, wanted } = finding
  const paint = severity === 'block' ? colours.red : severity === 'note' ? colours.cyan : colours.yellow
  const fixes = finding.fixes.filter((fix) => isNew(fix, shown))
  const ways = severity === 'block' || severity === 'unknown' ? 'How to unblock:' : 'What to do:'
  const lines = [
    `${paint(`${severityNames[severity]}:`)} ${rule}${about(finding)}`,
    ...(toPlainText(says) === title ? [] : [`  ${toPlainText(says)}`]),
    `  Seen: ${toPlainText(seen)}`,
    `  Wanted: ${toPlainText(wanted)}`,
    ...(fixes.length === 0 ? [] : [`  ${ways}`, ...fixes.flatMap((fix, index) => fixLines(fix, index + 1))]),
  ]
  return lines.join('\n')
}

function about({ claim, place }: Finding): string {
  const claimed = claim === '*' ? '' : `, ${visibleLine(clip(claim, 200))}`
  if (place === undefined) return claimed
  const where = place.path === descriptionPath ? 'description' : visibleLine(place.path)
  return `${claimed} (${where}, line ${place.startLine})`
}

/** A way out that several findings share is shown with the first of them. */
function isNew({ how, paste }: Fix, shown: Set<string>): boolean {
  const key = JSON.stringify([toPlainText(how), paste])
  const known = shown.has(key)
  shown.add(key)
  return !known
}

function fixLines({ how, paste }: Fix, number: number): string[] {
  const line = `  ${number}. ${toPlainText(how)}`
  if (paste === undefined) return [line]
  return [
    line,
    visibleLines(clip(paste, longestPaste))
      .replace(/\n+$/, '')
      .replace(/^(?=.)/gm, '       '),
  ]
}

function boardText(board: Board, page: Page): string {
  const rows = board.rows.map((row) => boardCells(row, board.readAt))
  const claims = rows.length === 0 ? 'No open pull request claims a version of it.' : wordsTable(boardHead, rows, page)
  return [page.colours.bold(`Board of ${visibleLine(board.chart)}`), toPlainText(boardSummary(board)), claims].join(
    '\n',
  )
}

function wordsTable(head: readonly string[], rows: readonly (readonly Words[])[], { width }: Page): string {
  return tableOf(
    head,
    rows.map((cells) => cells.map(toPlainText)),
    width,
  )
}
