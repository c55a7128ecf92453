import type { ScalarPosition } from '../../domain/chart-version.ts'
import type { Finding, Fix, Severity } from '../../domain/finding.ts'
import { type Words, words } from '../../domain/words.ts'
import { parseVersion } from '../../facts/parse/version-order.ts'
import { type Claiming, claimKey, type Placeholder, type Refused } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, fitting, named, placeOf, short, versionLine } from './phrases.ts'
import { packagedVersion } from './tips.ts'

/** Helm would not load the version, or packages another one than is written. */
export const versionInvalid: OwnRule = { id: 'version-invalid', evaluate }

function evaluate(context: ChartContext): readonly Finding[] {
  const { state } = context
  if (state.kind === 'refused') return refusedFinding(state, context)
  if (state.kind === 'placeholder') return placeholderFinding(state, context)
  if (state.kind !== 'claims') return []
  const { written, packaged, style, strict } = state.file.version
  if (written !== packaged) return otherValueFinding(state, context)
  // `0.6` without quotes: the number that YAML makes of it happens to be spelled alike.
  if (style === 'plain' && versionLine(written, style) !== `version: ${written}`) return unquotedFinding(state, context)
  return strict ? [] : looseFinding(state, context)
}

function refusedFinding(state: Refused, context: ChartContext): readonly Finding[] {
  const severity = atMost(context.policy.charts.rules['version-invalid'], state.wasRefused ? 'warn' : 'block')
  if (severity === null) return []
  const { file, touched } = state
  const chart = file.name ?? touched.directory
  const position = file.position ?? file.version?.position
  const says = words`Helm would not load ${short(chart)}: ${ours(file.why)}`
  return [
    {
      rule: 'version-invalid',
      severity,
      claim: file.version === undefined ? touched.path : claimKey(chart, file.version.written),
      says: fitting(says, words`Helm would not load ${short(chart)}`),
      seen:
        file.version === undefined
          ? words`${touched.path}: ${ours(file.why)}`
          : words`${file.version.written}: ${ours(file.why)}`,
      wanted: words`a Chart.yaml that Helm loads`,
      fixes: refusedFixes(state, context),
      place: placeOf(touched.path, position),
    },
  ]
}

function refusedFixes({ file, touched, tip }: Refused, { next }: ChartContext): readonly Fix[] {
  const how = words`${touched.path}: ${ours(file.fix)}`
  const { version } = file
  if (version === undefined || version.packaged !== null) return [{ how }]
  if (parseVersion(version.written) !== null) return [{ how, paste: versionLine(version.written, 'double') }]
  const atTip = tip === null ? null : packagedVersion(tip.file)
  const free = file.name === undefined || atTip === null ? null : next.after(file.name, atTip, null, atTip)
  return free === null ? [{ how }] : [{ how, paste: versionLine(free, version.style) }]
}

function otherValueFinding(state: Claiming, context: ChartContext): readonly Finding[] {
  const { claim, file } = state
  const { written, style } = file.version
  const severity = atMost(context.policy.charts.rules['version-invalid'], 'block')
  const says = words`${short(claim.chart)}: ${short(written, 24)} is written, Helm would package ${short(claim.version, 24)}`
  const isQuotable = style === 'plain' && parseVersion(written) !== null
  const fix: Fix = isQuotable
    ? { how: words`Put the version in quotes.`, paste: versionLine(written, 'double') }
    : { how: words`Write the version as Helm packages it.`, paste: versionLine(claim.version, style) }
  const seen = words`${written} as Helm reads it is ${claim.version}`
  return finding(state, severity, says, seen, words`a version that Helm packages as it is written`, fix)
}

function unquotedFinding(state: Claiming, context: ChartContext): readonly Finding[] {
  const { written } = state.file.version
  const severity = atMost(context.policy.charts.rules['version-invalid'], 'warn')
  const says = words`${named(state.claim)} is a number without quotes`
  const fix: Fix = { how: words`Put the version in quotes.`, paste: versionLine(written, 'double') }
  return finding(state, severity, says, words`${written} without quotes`, words`a version that is text to YAML`, fix)
}

function looseFinding(state: Claiming, context: ChartContext): readonly Finding[] {
  const { claim, file } = state
  const parsed = parseVersion(claim.version)
  const severity = atMost(context.policy.charts.rules['version-invalid'], 'warn')
  if (parsed === null) return []
  const label = parsed.prerelease.length === 0 ? '' : `-${parsed.prerelease.join('.')}`
  const strict = `${parsed.major}.${parsed.minor}.${parsed.patch}${label}${parsed.build === null ? '' : `+${parsed.build}`}`
  const says = words`${named(claim)} loads, but is no strict SemVer`
  const fix: Fix = { how: words`Write the version as ${strict}.`, paste: versionLine(strict, file.version.style) }
  return finding(state, severity, says, words`${claim.version}`, words`three numbers without a prefix: ${strict}`, fix)
}

function finding(
  { claim }: Claiming,
  severity: Severity | null,
  says: Words,
  seen: Words,
  wanted: Words,
  fix: Fix,
): readonly Finding[] {
  if (severity === null) return []
  return [
    {
      rule: 'version-invalid',
      severity,
      claim: claimKey(claim.chart, claim.version),
      says,
      seen,
      wanted,
      fixes: [fix],
      place: placeOf(claim.path, claim.position),
    },
  ]
}

function placeholderFinding({ file, touched }: Placeholder, { policy }: ChartContext): readonly Finding[] {
  const severity = atMost(policy.charts.rules['version-invalid'], 'note')
  if (severity === null) return []
  const position: ScalarPosition | undefined = file.position
  return [
    {
      rule: 'version-invalid',
      severity,
      claim: touched.path,
      says: words`${short(file.name ?? touched.directory)} has a placeholder for a version: nothing is claimed`,
      seen: words`${file.written}`,
      wanted: words`nothing: a release process replaces it`,
      fixes: [],
      place: placeOf(touched.path, position),
    },
  ]
}

/** Reasons and fixes of the parser are our own words. */
function ours(text: string): Words {
  return [{ kind: 'ours', text }]
}
