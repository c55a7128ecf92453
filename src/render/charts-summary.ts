import type { Finding } from '../domain/finding.ts'
import type { Verdict } from '../domain/verdict.ts'
import type { Board, BoardRow, VersionClaim } from '../domain/version-claim.ts'
import { code, join, reference, type Words, words } from '../domain/words.ts'
import type { ChartsEvaluation } from '../evaluate/charts/evaluate.ts'
import { boardBlocks, standingWords } from './board.ts'
import type { Block } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { alsoSeen, howToUnblock } from './how-to-unblock.ts'
import { findingsAbout, verdictOfClaim } from './verdict-words.ts'

/** The summary of `claims/chart-versions` for one pull request, without its last line. */
export function chartsSummary({ verdict, claims, boards }: ChartsEvaluation): Block[] {
  return [
    claimsTable(claims, boards, verdict),
    ...howToUnblock(verdict.findings),
    ...alsoSeen(verdict.findings),
    ...boards.flatMap(boardBlocks),
  ]
}

function claimsTable(claims: readonly VersionClaim[], boards: readonly Board[], { title, findings }: Verdict): Block {
  if (claims.length === 0) return toMarkdown(title)
  return {
    head: chartClaimsHead,
    rows: claims.map((claim) => chartClaimCells(claim, boards, findings).map((cell) => toMarkdown(cell, 'cell'))),
  }
}

export const chartClaimsHead = ['Chart', 'Version', 'Seen', 'Verdict']

/** One row below `chartClaimsHead`. */
export function chartClaimCells(
  claim: VersionClaim,
  boards: readonly Board[],
  findings: readonly Finding[],
): readonly Words[] {
  const about = findingsAbout(`${claim.chart}@${claim.version}`, findings)
  return [words`${code(claim.chart)}`, words`${code(claim.version)}`, seen(claim, boards, about), verdictOfClaim(about)]
}

/** What the hardest finding saw, else how the claim stands among the others. */
function seen(claim: VersionClaim, boards: readonly Board[], findings: readonly Finding[]): Words {
  const hardest = findings.find(({ severity }) => severity === 'block' || severity === 'unknown') ?? findings[0]
  if (hardest !== undefined) return hardest.seen
  const rows = boards.find((board) => board.chart === claim.chart)?.rows ?? []
  const own = rows.find((row) => row.claim.pull === claim.pull && row.claim.version === claim.version)
  if (own === undefined) return words`set by its diff`
  return own.standing === 'holder' ? words`held by this pull request; ${waiting(rows, claim)}` : standingWords(own)
}

function waiting(rows: readonly BoardRow[], claim: VersionClaim): Words {
  const pulls = rows.filter((row) => row.heldBy === claim.pull && row.claim.pull !== claim.pull)
  const references = pulls.map((row) => words`${reference(`#${row.claim.pull}`)}`)
  if (references.length === 0) return words`nobody waits`
  return words`${join(references, ', ')} ${references.length === 1 ? words`waits` : words`wait`}`
}
