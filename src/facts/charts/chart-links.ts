import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import type { GitHubClient } from '../../github/client.ts'
import type { ChartsCache } from './cache.ts'
import { symbolicLinkMode } from './chart-blob.ts'
import { isChartFile } from './chart-directories.ts'
import type { ChartEntry } from './chart-tree.ts'
import { readSmallTexts } from './small-texts.ts'

/**
 * Directories whose Chart.yaml is a symbolic link, by the path that it leads to: Helm packs what stands there. A link to
 * another Chart.yaml is left out, for that one is judged itself, under the same name.
 */
export async function readChartLinks(
  client: GitHubClient,
  repository: RepositoryName,
  cache: ChartsCache,
  entries: readonly ChartEntry[],
): Promise<Reading<ReadonlyMap<string, readonly string[]>>> {
  const links = entries.filter(({ mode }) => mode === symbolicLinkMode)
  const texts = await readSmallTexts(
    client,
    repository,
    cache,
    links.map(({ blobOid }) => blobOid),
  )
  const directories = new Map<string, string[]>()
  for (const { directory, blobOid } of links) {
    const text = texts.get(blobOid)
    if (text?.known === false && text.retry === 'may-cure') return text
    const target = text?.known === true ? targetOf(directory, text.value) : null
    if (target === null || isChartFile(target)) continue
    const here = directories.get(target) ?? []
    here.push(directory)
    directories.set(target, here)
  }
  return known(directories)
}

/** The path from the repository's root that a link in a directory leads to; null where it leads out of it. */
export function targetOf(directory: string, link: string): string | null {
  if (link.startsWith('/')) return null
  const names = directory === '.' ? [] : directory.split('/')
  for (const name of link.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return null
    } else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}
