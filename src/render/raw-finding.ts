import type { Finding } from '../domain/finding.ts'
import type { PolicyError } from '../policy/policy-error.ts'
import { toJson, toPlainText } from './escape.ts'
import { policyFileRule, type RawFinding } from './finding-schema.ts'
import { clip } from './visible.ts'

/** Keeps `raw_details` well under GitHub's 64 KB. */
export const longestPaste = 4000

/** No repository, chart or version has a longer name; a Chart.yaml could. */
const longestClaim = 1000

/** The finding as one JSON object, for programs that read checks; by `findingSchema`. */
export function rawDetails(finding: Finding, headSha: string): string {
  return toJson({
    rule: finding.rule,
    severity: finding.severity,
    claim: clip(finding.claim, longestClaim),
    seen: toPlainText(finding.seen),
    wanted: toPlainText(finding.wanted),
    fix: finding.fixes.map(({ how, paste }) => ({
      how: toPlainText(how),
      ...(paste === undefined ? {} : { text: clip(paste, longestPaste) }),
    })),
    head: headSha,
  } satisfies RawFinding)
}

/** An error in a policy file in the same shape. */
export function rawPolicyError({ path, message, fix }: PolicyError, headSha: string): string {
  return toJson({
    rule: policyFileRule,
    severity: 'block',
    claim: path === '' ? '*' : path,
    seen: toPlainText(message),
    wanted: 'a policy file that is valid',
    fix: [{ how: toPlainText(fix) }],
    head: headSha,
  } satisfies RawFinding)
}
