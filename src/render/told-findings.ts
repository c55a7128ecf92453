import { z } from 'zod'
import { chartRuleIds, type Finding, issueRuleIds, type RuleId, type Severity } from '../domain/finding.ts'
import { hash } from './digest.ts'
import { toPlainText } from './escape.ts'

/**
 * What a check run has told, so that the next one can say what became of it. It travels at the end of the run's text as
 * an HTML comment of one line, and is read from our own runs only.
 */
export interface ToldFindings {
  /** The head that the run was for. */
  readonly head: string
  /** By number of the pull request. */
  readonly pulls: Readonly<Record<string, readonly ToldFinding[]>>
}

export interface ToldFinding {
  readonly rule: RuleId
  /** As in the finding, cut after `longestClaim` characters. */
  readonly claim: string
  readonly severity: Severity
  /** Changes when what was seen or wanted does: 12 hex digits. */
  readonly hash: string
  /** The head that it was first found on. */
  readonly head: string
  /** Of the target's state and criteria: changes when the issue itself does. */
  readonly target?: string
  /** It could not be looked at in this run, and stands for what an earlier one found. */
  readonly unread?: true
}

const longestClaim = 200

export function claimOf({ claim }: Pick<Finding, 'claim'>): string {
  return claim.slice(0, longestClaim)
}

export function shortHash(value: unknown): string {
  return hash(value).slice(0, 12)
}

export function toldFinding(finding: Finding, head: string, target: string | undefined): ToldFinding {
  const { rule, severity, seen, wanted } = finding
  return {
    rule,
    claim: claimOf(finding),
    severity,
    hash: shortHash([toPlainText(seen), toPlainText(wanted)]),
    head,
    ...(target === undefined ? {} : { target }),
  }
}

const opening = '<!-- claimwarden:findings:1 '
const closing = ' -->'

/** Longest comment that is written or read, in characters. */
const longest = 16_000

/** One line, or none when nothing was found. When not all fit the last ones, which are the softest, are left out. */
export function writeToldFindings({ head, pulls }: ToldFindings): string[] {
  let kept = Object.entries(pulls).filter(([, findings]) => findings.length > 0)
  while (kept.length > 0) {
    const line = comment({ head, pulls: Object.fromEntries(kept) })
    if (line.length <= longest) return [line]
    kept = kept
      .map(([number, findings]): [string, readonly ToldFinding[]] => [
        number,
        findings.slice(0, Math.floor(findings.length * 0.8)),
      ])
      .filter(([, findings]) => findings.length > 0)
  }
  return []
}

/** Nothing that could end a comment or be taken for a mention stays as it is; it is still JSON. */
function comment(told: ToldFindings): string {
  const json = JSON.stringify(told).replace(/[^ -~]|[-<>&@#]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `${opening}${json}${closing}`
}

const oid = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const short = z.string().regex(/^[0-9a-f]{12}$/)

const toldSchema = z.strictObject({
  head: oid,
  pulls: z.record(
    z.string().regex(/^[1-9]\d{0,9}$/),
    z.array(
      z.strictObject({
        rule: z.enum([...issueRuleIds, ...chartRuleIds]),
        claim: z.string().min(1).max(longestClaim),
        severity: z.enum(['block', 'unknown', 'warn', 'note']),
        hash: short,
        head: oid,
        target: short.exactOptional(),
        unread: z.literal(true).exactOptional(),
      }),
    ),
  ),
})

/**
 * Reads what `writeToldFindings` wrote: from the last line of a text, or from the one before it, since the times of
 * version claims stand last. Null when there is none or when it is not exactly that.
 */
export function readToldFindings(text: string): ToldFindings | null {
  const ending = text.trimEnd().split('\n').slice(-2)
  const line = ending.findLast((one) => one.startsWith(opening) && one.endsWith(closing))
  if (line === undefined || line.length > longest) return null
  const parsed = toldSchema.safeParse(parseJson(line.slice(opening.length, line.length - closing.length)))
  return parsed.success ? parsed.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A line that we did not write, or a cut one: the schema refuses this value.
    return undefined
  }
}
