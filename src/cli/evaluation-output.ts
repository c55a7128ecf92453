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

type Colours = ReturnType<typeof coloursFor>

/** What each check run would say, for people. Nothing from outside can steer the terminal. */
export function evaluationAsText(
  { pull }: Pick<Evaluation, 'pull'>,
  verdicts: readonly CheckVerdict[],
  colours: Colours,
): string {
  const name = colours.bold(`${fullName(pull.repository)}#${pull.number}`)
  return `${[name, ...verdicts.flatMap((verdict) => verdictBlocks(verdict, colours))].join('\n\n')}\n`
}

function verdictBlocks({ rendered, input, provenance, pulls, policyErrors }: CheckVerdict, colours: Colours): string[] {
  return [
    titleLine(rendered, colours),
    ...(input === null ? [] : pullBlocks(input, colours)),
    ...policyErrors.map(({ line, column, message, fix }) =>
      toPlainText(words`Line ${line}, column ${column}: ${message}. ${fix}`),
    ),
    ...(rendered.mayCure ? ['It may be told by reading again: the check run would be in progress for now.'] : []),
    colours.dim(toPlainText(join(provenanceParts(provenance, pulls), ' · '))),
  ]
}

function titleLine({ name, conclusion, title }: RenderedCheckRun, colours: Colours): string {
  const { sign, paint } = {
    success: { sign: '✓', paint: colours.green },
    neutral: { sign: '-', paint: colours.yellow },
    failure: { sign: '✗', paint: colours.red },
    action_required: { sign: '?', paint: colours.yellow },
  }[conclusion]
  return colours.bold(`${paint(`${sign} ${name}:`)} ${title}`)
}

function pullBlocks(input: CheckRunInput, colours: Colours): string[] {
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
    ...(sections.length > 1 ? [colours.bold(toPlainText([reference(`#${number}`)]))] : []),
    ...(rows.length === 0 ? [] : [wordsTable(head, rows)]),
    ...findings.map((finding) => findingText(finding, shown, colours)),
    ...boards.map((board) => boardText(board, colours)),
  ])
}

const severityNames: Readonly<Record<Severity, string>> = {
  block: 'Blocks',
  unknown: 'Unknown',
  warn: 'Warning',
  note: 'Note',
}

function findingText(finding: Finding, shown: Set<string>, colours: Colours): string {
  const { rule, severity, says, seen, wanted } = finding
  const paint = severity === 'block' ? colours.red : severity === 'note' ? colours.cyan : colours.yellow
  const fixes = finding.fixes.filter((fix) => isNew(fix, shown))
  const ways = severity === 'block' || severity === 'unknown' ? 'How to unblock:' : 'What to do:'
  const lines = [
    `${paint(`${severityNames[severity]}:`)} ${rule}${about(finding)}`,
    `  ${toPlainText(says)}`,
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
  return [line, visibleLines(clip(paste, longestPaste)).replace(/\n+$/, '').replace(/^/gm, '       ')]
}

function boardText(board: Board, colours: Colours): string {
  const rows = board.rows.map((row) => boardCells(row, board.readAt))
  const claims = rows.length === 0 ? 'No open pull request claims a version of it.' : wordsTable(boardHead, rows)
  return [colours.bold(`Board of ${visibleLine(board.chart)}`), toPlainText(boardSummary(board)), claims].join('\n')
}

function wordsTable(head: readonly string[], rows: readonly (readonly Words[])[]): string {
  return tableOf(
    head,
    rows.map((cells) => cells.map(toPlainText)),
  )
}
