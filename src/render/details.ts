import type { Finding, Severity } from '../domain/finding.ts'
import { code, type Words, words } from '../domain/words.ts'
import { descriptionPath } from './annotations.ts'
import { toMarkdown } from './escape.ts'
import { ours } from './ours.ts'

const names: Readonly<Record<Severity, string>> = { block: 'Blocks', unknown: 'Unknown', warn: 'Warning', note: 'Note' }

/** What was seen and what was wanted, one paragraph a finding. */
export function findingDetails(findings: readonly Finding[]): string[] {
  return findings.map((finding) => {
    const lines = [
      [`**${names[finding.severity]}: \`${finding.rule}\`**`, ...about(finding).map((part) => toMarkdown(part))].join(
        ' · ',
      ),
      `- Seen: ${toMarkdown(finding.seen)}`,
      `- Wanted: ${toMarkdown(finding.wanted)}`,
    ]
    return lines.join('\n')
  })
}

function about({ claim, place }: Finding): Words[] {
  const claimed = claim === '*' ? [] : [words`${code(claim)}`]
  if (place === undefined) return claimed
  const line = ours(`line ${place.startLine}`)
  return [
    ...claimed,
    place.path === descriptionPath ? words`description, ${line}` : words`${code(place.path)}, ${line}`,
  ]
}
