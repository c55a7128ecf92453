import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient, GraphqlError } from '../../github/client.ts'
import {
  chartReleases,
  chartTags,
  chartTagsWith,
  type PublicationsAnswer,
  type ReleasesAnswer,
  type TagsAnswer,
  type TagsWithAnswer,
  type TagTarget,
} from '../queries/chart-publications.ts'
import { inBatches } from './batches.ts'
import type { RepositoryMemory, TagCommit, TagMemory } from './cache.ts'
import { repositoryOf } from './repository-answer.ts'
import { unknownOf } from './unknown-of-failure.ts'

/** A ref is a line of a query; GitHub resolves many of them well below its time limit. */
const tagsPerQuery = 200
const textsPerQuery = 20

/** Keeps what was read before while count and newest tags are the same: then no tag came or went. */
export function tagMemoryOf(
  memory: RepositoryMemory,
  tags: NonNullable<PublicationsAnswer['repository']>['tags'],
  forget: boolean,
): TagMemory {
  const nodes = (tags?.nodes ?? []).flatMap((node) => (node === null ? [] : [node]))
  const fingerprint = [tags?.totalCount, ...nodes.map(({ name, target }) => `${name} ${target?.oid}`)].join('\n')
  if (!forget && memory.tags?.fingerprint === fingerprint) return memory.tags
  const commits = new Map(nodes.map(({ name, target }) => [name, commitOf(target)]))
  memory.tags = { fingerprint, whole: (tags?.totalCount ?? 0) <= nodes.length, commits, namesWith: new Map() }
  return memory.tags
}

/** The commit of each tag by name. Asks only for those that are not known yet. */
export async function readTagCommits(
  client: GitHubClient,
  repository: RepositoryName,
  tags: TagMemory,
  names: readonly string[],
): Promise<ReadonlyMap<string, Reading<TagCommit>>> {
  const wanted = [...new Set(names)]
  const found = new Map<string, Reading<TagCommit>>()
  const unread: string[] = []
  for (const name of wanted) {
    const commit = tags.commits.get(name) ?? (tags.whole ? 'none' : undefined)
    if (commit === undefined) unread.push(name)
    else found.set(name, known(commit))
  }
  const outcomes = await inBatches(unread, tagsPerQuery, async (batch) => {
    const variables = Object.fromEntries(batch.map((name, index) => [`tag${index}`, `refs/tags/${name}`]))
    const query = chartTags(batch.length)
    const answer = repositoryOf(await client.graphql<TagsAnswer>(query, { ...repository, ...variables }))
    return batch.map((_, index) => {
      const tag = answer[`tag${index}`] ?? null
      return { commit: tag === null ? ('none' as const) : commitOf(tag.target) }
    })
  })
  for (const [index, name] of unread.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined) continue
    if (outcome.ok) tags.commits.set(name, outcome.result.commit)
    found.set(name, outcome.ok ? known(outcome.result.commit) : unknownOf(outcome.failure, 'the tags'))
  }
  return found
}

/** The commits of published releases by their tags, for repositories whose tags the policy leaves out. */
export async function readReleaseCommits(
  client: GitHubClient,
  repository: RepositoryName,
  names: readonly string[],
): Promise<ReadonlyMap<string, Reading<TagCommit>>> {
  const wanted = [...new Set(names)]
  const outcomes = await inBatches(wanted, tagsPerQuery, async (batch) => {
    const variables = Object.fromEntries(batch.map((name, index) => [`tag${index}`, name]))
    const query = chartReleases(batch.length)
    const answer = repositoryOf(
      await client.graphql<ReleasesAnswer>(query, { ...repository, ...variables }, { tolerate: isAbsent }),
    )
    return batch.map((_, index) => {
      const release = answer[`release${index}`] ?? null
      if (release === null || release.isDraft) return { commit: 'none' as const }
      return { commit: release.tagCommit ?? ('no-commit' as const) }
    })
  })
  return new Map(
    wanted.flatMap((name, index): [string, Reading<TagCommit>][] => {
      const outcome = outcomes[index]
      if (outcome === undefined) return []
      return [[name, outcome.ok ? known(outcome.result.commit) : unknownOf(outcome.failure, 'the releases')]]
    }),
  )
}

function isAbsent({ type }: GraphqlError): boolean {
  return type === 'NOT_FOUND'
}

/**
 * Names of tags that hold one of the texts; of many only the newest. They help to choose a free version: where they
 * cannot be read, the choice is made without them.
 */
export async function readTagNames(
  client: GitHubClient,
  repository: RepositoryName,
  tags: TagMemory,
  texts: readonly string[],
): Promise<readonly string[]> {
  const newest = [...tags.commits].flatMap(([name, commit]) => (commit === 'none' ? [] : [name]))
  if (tags.whole) return newest
  const unread = [...new Set(texts)].filter((text) => text !== '' && !tags.namesWith.has(text))
  const outcomes = await inBatches(unread, textsPerQuery, async (batch) => {
    const variables = Object.fromEntries(batch.map((text, index) => [`text${index}`, text]))
    const query = chartTagsWith(batch.length)
    const answer = repositoryOf(await client.graphql<TagsWithAnswer>(query, { ...repository, ...variables }))
    return batch.map((_, index) => (answer[`tags${index}`]?.nodes ?? []).flatMap((node) => node?.name ?? []))
  })
  for (const [index, text] of unread.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok === true) tags.namesWith.set(text, outcome.result)
  }
  return [...new Set([...newest, ...texts.flatMap((text) => tags.namesWith.get(text) ?? [])])]
}

function commitOf(target: TagTarget | null): TagCommit {
  const end = target?.__typename === 'Tag' ? target.target : target
  return end?.__typename === 'Commit' ? { oid: end.oid } : 'no-commit'
}
