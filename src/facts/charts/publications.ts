import type { ChartAt, Publication, PublishedFacts } from '../../domain/charts-facts.ts'
import { type Known, known, type Reading, type Unknown } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { ChartsPolicy } from '../../policy/policy.ts'
import { listedAs } from '../parse/chart-index.ts'
import { autoTemplates, tagNames, tagPrefix, versionsOfTag } from '../parse/tag-template.ts'
import { versionKey } from '../parse/version-order.ts'
import { chartPublications, type PublicationsAnswer } from '../queries/chart-publications.ts'
import type { ChartsCache, RepositoryMemory, TagCommit } from './cache.ts'
import { type ForerunnerSearch, readForerunners } from './forerunners.ts'
import { readIndexFile } from './index-file.ts'
import type { ParseIndex } from './parse-index.ts'
import { readReleaseCommits, readTagCommits, readTagNames, tagMemoryOf } from './published-tags.ts'
import { repositoryOf } from './repository-answer.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** A version that some head claims; `heads` are the charts at the heads that claim it. */
export interface PublishedClaim {
  readonly chart: string
  readonly version: string
  readonly heads: readonly ChartAt[]
}

export interface PublicationsRequest {
  readonly claims: readonly PublishedClaim[]
  readonly policy: ChartsPolicy['published']
  /** The charts at the tip of the default branch; empty where they could not be read. */
  readonly atTip: readonly ChartAt[]
  readonly parseIndex: ParseIndex
  /** Charts whose versions are wanted though nobody claims one. */
  readonly others: readonly string[]
  /** Ask for every tag anew: one may have been moved. */
  readonly full: boolean
}

/**
 * Looks the claimed versions up among tags, releases and the index: one query while nothing was published since the
 * last reading. What cannot be read is an unknown at each claim.
 */
export async function readPublications(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  memory: RepositoryMemory,
  request: PublicationsRequest,
): Promise<PublishedFacts> {
  const { claims, policy, others } = request
  if (claims.length === 0 && others.length === 0) return { claims: [], versions: [] }
  try {
    const answer = await askState(client, repository, policy.index)
    const tags = tagMemoryOf(memory, answer.tags, request.full)
    const file = await readIndexFile(client, repository, cache, answer.index ?? null, request.parseIndex)
    const index = file.known ? known(new Map(file.value)) : file
    const charts = [...claims.map(({ chart }) => chart), ...others]
    const templates = new Map(charts.map((chart) => [chart, templatesOf(chart, request)]))
    const byTag = readsTags(policy)
    const prefixes = [...templates].flatMap(([chart, own]) => own.map((template) => tagPrefix(template, chart)))
    const readNames = async () => (byTag ? await readTagNames(client, repository, tags, prefixes) : [])
    const equal = equalNames(await readNames(), templates)
    const named = claims.map(({ chart, version }) => [
      ...new Set([...tagNames(templates.get(chart) ?? [], chart, version), ...equal(chart, version)]),
    ])
    const commits = byTag
      ? await readTagCommits(client, repository, tags, named.flat())
      : policy.releases
        ? await readReleaseCommits(client, repository, named.flat())
        : new Map<string, Reading<TagCommit>>()
    const found = await readContents(client, repository, cache, request, templates, named, commits)
    // Again, without a request: those that were just found by their names belong to it.
    const names = await readNames()
    return {
      claims: claims.map((claim, place) => ({
        chart: claim.chart,
        version: claim.version,
        found: withIndex(claim, found[place] ?? known([]), index, policy.index),
      })),
      versions: [...templates].map(([chart, own]) => ({
        chart,
        versions: [
          ...new Set([...listedOf(index, chart), ...names.flatMap((name) => versionsOfTag(own, chart, name))]),
        ],
      })),
    }
  } catch (error) {
    const reason = unknownOf(error, 'what is published')
    return { claims: claims.map(({ chart, version }) => ({ chart, version, found: reason })), versions: [] }
  }
}

async function askState(client: GitHubClient, repository: RepositoryName, index: ChartsPolicy['published']['index']) {
  const expression = index === false ? '' : `refs/heads/${index.branch}:${index.path}`
  const variables = { ...repository, index: expression, withIndex: index !== false }
  return repositoryOf(await client.graphql<PublicationsAnswer>(chartPublications, variables))
}

/** An empty list of templates leaves tags out. */
function readsTags({ tags }: ChartsPolicy['published']): boolean {
  return tags === 'auto' || tags.length > 0
}

/** A published release has a tag of its name, so where tags are read, releases are read with them. */
function templatesOf(chart: string, { policy, atTip }: PublicationsRequest): readonly string[] {
  if (policy.tags !== 'auto' && policy.tags.length > 0) return policy.tags
  const names = new Set(atTip.map(({ file }) => file.name))
  return autoTemplates(names.size === 1 && names.has(chart))
}

async function readContents(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  { claims, atTip, policy }: PublicationsRequest,
  templates: ReadonlyMap<string, readonly string[]>,
  named: readonly (readonly string[])[],
  commits: ReadonlyMap<string, Reading<TagCommit>>,
): Promise<readonly (Known<readonly Publication[]> | Unknown)[]> {
  const source = readsTags(policy) ? 'tag' : 'release'
  const searches: ForerunnerSearch[] = []
  const tagged = claims.map((claim, index) => {
    const [head] = claim.heads
    return (named[index] ?? []).flatMap((where) => {
      const commit = commits.get(where)
      if (head === undefined || commit === undefined || (commit.known && commit.value === 'none')) return []
      const oid = !commit.known ? commit : known(typeof commit.value === 'string' ? null : commit.value.oid)
      const places = [...claim.heads, ...atTip.filter(({ file }) => file.name === claim.chart)]
      const directories = [...new Set(places.map(({ directory }) => directory))]
      searches.push({ head, commit: oid, directories })
      return [{ where, place: searches.length - 1, commit }]
    })
  })
  const charts = await readForerunners(client, repository, cache, searches)
  return claims.map(({ chart, version }, index) => {
    const own = tagged[index] ?? []
    const unread = own.find(({ commit }) => !commit.known)?.commit
    if (unread !== undefined && !unread.known) return unread
    return known(
      own.map(({ where, place }) => ({
        source,
        where,
        version: spelledIn(where, version, templates.get(chart) ?? [], chart),
        chart: charts[place] ?? known(null),
      })),
    )
  })
}

/** Tags that spell a version otherwise, by chart and order: `1.2.0+b` beside a claim on `1.2.0`. */
function equalNames(
  names: readonly string[],
  templates: ReadonlyMap<string, readonly string[]>,
): (chart: string, version: string) => readonly string[] {
  const byKey = new Map<string, string[]>()
  for (const [chart, own] of templates) {
    for (const name of names) {
      for (const version of versionsOfTag(own, chart, name)) {
        const key = `${chart}\n${versionKey(version)}`
        byKey.set(key, [...(byKey.get(key) ?? []), name])
      }
    }
  }
  return (chart, version) => byKey.get(`${chart}\n${versionKey(version)}`) ?? []
}

/** As the tag spells it: `1.2.0` for a claim on `1.2`. */
function spelledIn(tag: string, version: string, templates: readonly string[], chart: string): string {
  const key = versionKey(version)
  return versionsOfTag(templates, chart, tag).find((one) => versionKey(one) === key) ?? version
}

function withIndex(
  { chart, version }: PublishedClaim,
  found: Known<readonly Publication[]> | Unknown,
  index: Known<Listed> | Unknown,
  place: ChartsPolicy['published']['index'],
): Reading<readonly Publication[]> {
  if (!found.known || place === false) return found
  if (!index.known) return index
  const listed = listedAs(version, listedOf(index, chart))
  if (listed === null) return found
  const entry = {
    source: 'index' as const,
    where: `${place.branch}:${place.path}`,
    version: listed,
    chart: 'not-told' as const,
  }
  return known([...found.value, entry])
}

/** Listed versions by chart. */
type Listed = ReadonlyMap<string, readonly string[]>

function listedOf(index: Known<Listed> | Unknown, chart: string): readonly string[] {
  return index.known ? (index.value.get(chart) ?? []) : []
}
