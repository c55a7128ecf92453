import type { Finding, Severity } from '../domain/finding.ts'
import { code, type Words, words } from '../domain/words.ts'
import { toMarkdown } from './escape.ts'
import { ours } from './ours.ts'

const names: Readonly<Record<Severity, string>> = { block: 'Blocks', unknown: 'Unknown', warn: 'Warning', note: 'Note' }

/** What was seen and what was wanted, one paragraph a finding. */
export function findingDetails(findings: readonly Finding[]): string[] {
  return findings.map((finding) => {
    const lines = [
      `**${names[finding.severity]}: \`${finding.rule}\`**${toMarkdown(about(finding))}`,
      `- Seen: ${toMarkdown(finding.seen)}`,
      `- Wanted: ${toMarkdown(finding.wanted)}`,
    ]
    return lines.join('\n')
  })
}

function about({ claim, place }: Finding): Words {
  const what = claim === '*' ? [] : words` about ${code(claim)}`
  return place === undefined ? what : words`${what}, ${code(place.path)} ${ours(`line ${place.startLine}`)}`
}
