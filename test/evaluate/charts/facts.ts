import type { ChartFile } from '../../../src/domain/chart-version.ts'
import type {
  BaseFacts,
  ChartAt,
  ChartPull,
  ChartsFacts,
  PublishedFacts,
  PullActivity,
  ReleasedClaims,
  TouchedChart,
} from '../../../src/domain/charts-facts.ts'
import { known, type Reading, type Unknown, unknown } from '../../../src/domain/reading.ts'
import type { Words } from '../../../src/domain/words.ts'
import type { ChartsEvaluation } from '../../../src/evaluate/charts/evaluate.ts'
import { readChartFile } from '../../../src/facts/parse/chart-yaml.ts'
import type { ChartsPolicy, Policy } from '../../../src/policy/policy.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'

export const hour = 3_600_000
export const readAt = Date.UTC(2026, 10, 2, 12)
export const soon: Unknown = unknown('unavailable', 'GitHub did not answer', 'may-cure')
export const never: Unknown = unknown('too-large', 'it changes over 3,000 files', 'cannot-cure')

/** A chart at a commit; `content` stands for the git tree id. */
export interface ChartSpec {
  readonly name?: string
  readonly directory?: string
  readonly version: string
  /** How the version is written; quotes and all. */
  readonly written?: string
  readonly content?: string | null
  /** More lines of its Chart.yaml. */
  readonly more?: string
}

export function chartAt(spec: ChartSpec): ChartAt {
  const { name = 'client', version, written = version } = spec
  const directory = spec.directory ?? `charts/${name}`
  const content = spec.content === undefined ? `${name} ${version} at the tip` : spec.content
  const file: ChartFile = readChartFile(`apiVersion: v2\nname: ${name}\nversion: ${written}\n${spec.more ?? ''}`)
  const path = directory === '.' ? 'Chart.yaml' : `${directory}/Chart.yaml`
  const chart = { directory, path, blobOid: `blob ${content} ${written}`, file }
  return content === null ? chart : { ...chart, treeOid: content }
}

export interface TouchSpec extends ChartSpec {
  /** The version at the merge base; null for a new chart. Left out: not read. */
  readonly before?: string | null
  readonly chartFileChanged?: boolean
  readonly deleted?: boolean
  readonly equalsTip?: Reading<boolean>
  readonly head?: Reading<ChartAt | null>
  readonly mergeBase?: Reading<ChartAt | null>
  /** Changed paths inside the chart; its Chart.yaml by default. */
  readonly paths?: readonly string[]
  readonly ignoreFile?: Reading<string | null>
}

export function touch(spec: TouchSpec, pull: number): TouchedChart {
  const { before } = spec
  const at = chartAt({ content: `of #${pull}`, ...spec })
  const asBefore =
    before === undefined
      ? 'not-read'
      : known(before === null ? null : chartAt({ ...spec, version: before, written: before }))
  return {
    directory: at.directory,
    path: at.path,
    chartFileChanged: spec.chartFileChanged ?? true,
    changedPaths: spec.paths?.map((path) => `${at.directory}/${path}`) ?? [at.path],
    head: spec.head ?? known(spec.deleted === true ? null : at),
    mergeBase: spec.mergeBase ?? asBefore,
    equalsTip: spec.equalsTip ?? known(false),
    ...(spec.ignoreFile === undefined ? {} : { ignoreFile: spec.ignoreFile }),
  }
}

export interface PullSpec {
  readonly number: number
  readonly charts: readonly TouchSpec[] | Unknown
  /** Charts of a diff that is too large to list. */
  readonly readAnyway?: readonly TouchSpec[]
  readonly base?: string
  readonly branch?: string
  readonly repository?: string | null
  readonly head?: string
  readonly draft?: boolean
  readonly author?: string | null
  /** Hours before the reading. */
  readonly age?: number
  readonly seen?: Readonly<Record<string, number>>
  readonly activity?: PullActivity
  readonly released?: readonly ReleasedClaims[]
}

/** First seen and opened `age` hours before the reading; by default a lower number is older. */
export function pullOf(spec: PullSpec): ChartPull {
  const at = readAt - (spec.age ?? 5000 - spec.number) * hour
  const touched = 'known' in spec.charts ? spec.charts : known(spec.charts.map((chart) => touch(chart, spec.number)))
  const readAnyway = (spec.readAnyway ?? []).map((chart) => touch(chart, spec.number))
  const charts = touched.known ? touched.value : readAnyway
  const firstSeen: Record<string, number> = {}
  for (const { head } of charts) {
    const file = head.known ? head.value?.file : undefined
    if (file?.loads === true) firstSeen[`${file.name}@${file.version.packaged}`] = at
  }
  return {
    number: spec.number,
    author: spec.author === undefined ? `author-${spec.number}` : spec.author,
    isDraft: spec.draft ?? false,
    createdAt: at,
    headRefOid: spec.head ?? `head-${spec.number}`,
    headRefName: spec.branch ?? `branch-${spec.number}`,
    headRepository: spec.repository === undefined ? 'tracebloc/client' : spec.repository,
    baseRefName: spec.base ?? 'develop',
    firstSeen: spec.seen ?? firstSeen,
    charts: touched,
    ...(readAnyway.length > 0 ? { readAnyway } : {}),
    ...(spec.activity === undefined ? {} : { activity: spec.activity }),
    ...(spec.released === undefined ? {} : { released: spec.released }),
  }
}

export function baseOf(baseRefName: string, charts: readonly ChartSpec[] | Unknown): BaseFacts {
  return {
    baseRefName,
    tipOid: `tip of ${baseRefName}`,
    charts: 'known' in charts ? charts : known(charts.map(chartAt)),
  }
}

export interface FactsSpec {
  readonly bases?: readonly BaseFacts[]
  readonly pulls: readonly PullSpec[]
  readonly ancestry?: ChartsFacts['ancestry']
  readonly defaultBranch?: string
  readonly published?: PublishedFacts
}

/** By default one base, develop, with client at 1.9.93. */
export function factsOf(spec: FactsSpec): ChartsFacts {
  return {
    repository: { owner: 'tracebloc', name: 'client' },
    readAt,
    defaultBranch: spec.defaultBranch ?? 'develop',
    bases: spec.bases ?? [baseOf('develop', [{ version: '1.9.93' }])],
    pulls: known(spec.pulls.map(pullOf)),
    ancestry: spec.ancestry ?? [],
    ...(spec.published === undefined ? {} : { published: spec.published }),
  }
}

export function policyOf(charts: Partial<ChartsPolicy> = {}, rest: Partial<Policy> = {}): Policy {
  return { ...defaultPolicy, ...rest, charts: { ...defaultPolicy.charts, ...charts } }
}

export function withRules(rules: Partial<ChartsPolicy['rules']>): Policy {
  return policyOf({ rules: { ...defaultPolicy.charts.rules, ...rules } })
}

export function plain(sentence: Words): string {
  return sentence.map((segment) => segment.text).join('')
}

/** What a reader of the check sees first, with the rules that speak. */
export function seenOf(evaluation: ChartsEvaluation | undefined): {
  readonly kind: string
  readonly title: string
  readonly rules: readonly string[]
} {
  if (evaluation === undefined) throw new Error('no evaluation for this pull request')
  const { kind, title, findings } = evaluation.verdict
  return { kind, title: plain(title), rules: findings.map((finding) => `${finding.rule}: ${finding.severity}`) }
}
