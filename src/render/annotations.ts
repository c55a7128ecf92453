import type { Finding, Severity } from '../domain/finding.ts'
import { toPlainText } from './escape.ts'
import { longestPaste, rawDetails } from './raw-finding.ts'
import { clip, visibleLine, visibleLines } from './visible.ts'

/** One entry of `output.annotations`, with GitHub's field names. Columns only where start and end are one line. */
export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column?: number
  readonly end_column?: number
  readonly annotation_level: 'notice' | 'warning' | 'failure'
  readonly message: string
  readonly title: string
  readonly raw_details: string
}

/** Where findings about a description are shown: it is no file, and GitHub wants a path. */
export const descriptionPath = '.github'

/** One annotation a finding, all of them; whoever sends them keeps to GitHub's 50 a request. */
export function annotationsOf(findings: readonly Finding[], headSha: string): Annotation[] {
  return findings.map((finding) => ({
    ...placeOf(finding),
    annotation_level: levels[finding.severity],
    title: titleOf(finding),
    message: messageOf(finding),
    raw_details: rawDetails(finding, headSha),
  }))
}

const levels: Readonly<Record<Severity, Annotation['annotation_level']>> = {
  block: 'failure',
  unknown: 'warning',
  warn: 'warning',
  note: 'notice',
}

function placeOf({
  place,
}: Finding): Pick<Annotation, 'path' | 'start_line' | 'end_line' | 'start_column' | 'end_column'> {
  if (place === undefined || place.path === descriptionPath)
    return { path: descriptionPath, start_line: 1, end_line: 1 }
  const { path, startLine, endLine, startColumn, endColumn } = place
  const lines = { path, start_line: startLine, end_line: endLine }
  if (startLine !== endLine || startColumn === undefined || endColumn === undefined) return lines
  return { ...lines, start_column: startColumn, end_column: endColumn }
}

function titleOf({ rule, claim, place }: Finding): string {
  const about = claim === '*' ? '' : `: ${clip(visibleLine(claim), 150)}`
  const line = place?.path === descriptionPath ? ` (description, line ${place.startLine})` : ''
  return `${rule}${about}${line}`
}

function messageOf(finding: Finding): string {
  const [best] = finding.fixes
  return [
    toPlainText(finding.says),
    `Seen: ${toPlainText(finding.seen)}`,
    `Wanted: ${toPlainText(finding.wanted)}`,
    ...(best === undefined ? [] : [`Fix: ${toPlainText(best.how)}`]),
    ...(best?.paste === undefined ? [] : [visibleLines(clip(best.paste, longestPaste))]),
  ].join('\n')
}
