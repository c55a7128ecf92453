import type { Finding, Fix } from '../../domain/finding.ts'
import { type Words, words } from '../../domain/words.ts'
import { resolvePlain } from '../../facts/parse/chart-scalar.ts'
import type { ChartState, LoadedFile } from './claims.ts'
import type { ChartContext, OwnRule } from './context.ts'
import { atMost, named, placeOf } from './phrases.ts'

/** What the policy asks of `appVersion` where a pull request writes a Chart.yaml. */
export const appVersion: OwnRule = { id: 'app-version', evaluate }

function evaluate(context: ChartContext): readonly Finding[] {
  const { state, policy } = context
  const severity = atMost(policy.charts.rules['app-version'], 'block')
  const file = severity === null ? null : writtenFile(state)
  const fault = file === null ? null : faultOf(file, context)
  if (severity === null || file === null || fault === null) return []
  const { touched } = state
  return [
    {
      rule: 'app-version',
      severity,
      claim: `${file.name}@${file.version.packaged ?? file.version.written}`,
      says: fault.says,
      seen: file.appVersion === undefined ? words`no appVersion` : words`appVersion ${file.appVersion}`,
      wanted: fault.wanted,
      fixes: fault.fixes,
      place: placeOf(touched.path, file.appVersionPosition ?? file.version.position),
    },
  ]
}

/** The Chart.yaml that the pull request writes; one that the base has already is not its own. */
function writtenFile(state: ChartState): LoadedFile | null {
  if (state.kind === 'claims') return state.effect === 'already-there' ? null : state.file
  if (state.kind !== 'silent' || !state.touched.chartFileChanged || !state.touched.head.known) return null
  const file = state.touched.head.value?.file
  return file?.loads === true ? file : null
}

interface Fault {
  readonly says: Words
  readonly wanted: Words
  readonly fixes: readonly Fix[]
}

function faultOf(file: LoadedFile, { state, policy }: ChartContext): Fault | null {
  const version = file.version.packaged ?? file.version.written
  const chart = named({ chart: file.name, version })
  const isMissing = file.appVersion === undefined || file.appVersion === ''
  switch (policy.charts.appVersion) {
    case 'none':
      return null
    case 'required': {
      if (!isMissing) return null
      const fixes = [{ how: words`Add appVersion: the version of the application in the chart.` }]
      return { says: words`${chart} has no appVersion`, wanted: words`an appVersion`, fixes }
    }
    case 'equals-version': {
      if (file.appVersion === version) return null
      const fixes = [{ how: words`Set appVersion to the chart's version.`, paste: appVersionLine(version) }]
      return {
        says: words`${chart} has another appVersion than its version`,
        wanted: words`appVersion ${version}`,
        fixes,
      }
    }
    case 'bumped-with-version': {
      const before = state.kind === 'claims' && state.tip?.file.loads === true ? state.tip.file : null
      if (before === null || (before.appVersion ?? '') !== (file.appVersion ?? '')) return null
      const fixes = [{ how: words`Set appVersion to the version of the application that this chart brings.` }]
      return {
        says: words`${chart} is a new version with the old appVersion`,
        wanted: words`an appVersion that changes with the version`,
        fixes,
      }
    }
  }
}

function appVersionLine(version: string): string {
  return resolvePlain(version).kind === 'text' ? `appVersion: ${version}` : `appVersion: "${version}"`
}
