import { CST, Parser, YAMLParseError } from 'yaml'
import { parseVersion, versionKey } from './version-order.ts'

/** Versions by chart name, as an `index.yaml` lists them. */
export type ChartIndex = readonly (readonly [chart: string, versions: readonly string[]])[]

/**
 * Reads the charts and versions of a repository's `index.yaml`; null for a text that is no index. It looks at tokens
 * alone, for an index may be many megabytes of which two fields are wanted. Takes a second and more for those: off
 * the main thread.
 */
export function parseChartIndex(text: string): ChartIndex | null {
  try {
    return readIndex(text)
  } catch (error) {
    // A quotation that is never closed is found only when its scalar is read: the text is no YAML, so no index.
    if (error instanceof YAMLParseError) return null
    throw error
  }
}

function readIndex(text: string): ChartIndex | null {
  for (const token of new Parser().parse(text)) {
    if (token.type === 'error') return null
    if (token.type !== 'document') continue
    const root = token.value
    if (root === undefined || !isMapping(root)) return null
    const entries = fieldOf(root, 'entries')
    // An index without a chart: `entries: {}`, or nothing at all behind the key.
    if (entries === undefined) return hasKey(root, 'apiVersion') || hasKey(root, 'entries') ? [] : null
    return isMapping(entries) ? chartsOf(entries) : isEmpty(entries) ? [] : null
  }
  return null
}

type Mapping = CST.BlockMap | CST.FlowCollection

function chartsOf(entries: Mapping): ChartIndex {
  return entries.items.flatMap((item): ChartIndex[number][] => {
    const chart = scalarOf(item.key)
    if (chart === null || !isList(item.value)) return []
    const versions = item.value.items.flatMap(({ value }) => {
      const version = isMapping(value) ? scalarOf(fieldOf(value, 'version')) : null
      return version === null ? [] : [version]
    })
    return [[chart, versions]]
  })
}

function isMapping(token: CST.Token | null | undefined): token is Mapping {
  return token?.type === 'block-map' || (token?.type === 'flow-collection' && token.start.source === '{')
}

function isList(token: CST.Token | null | undefined): token is CST.BlockSequence | CST.FlowCollection {
  return token?.type === 'block-seq' || (token?.type === 'flow-collection' && token.start.source === '[')
}

function isEmpty(token: CST.Token): boolean {
  const text = scalarOf(token)
  return text === '' || text === 'null' || text === '~'
}

function hasKey(mapping: Mapping, key: string): boolean {
  return mapping.items.some((item) => scalarOf(item.key) === key)
}

/** The last of equal keys counts, as for Helm. */
function fieldOf(mapping: Mapping, key: string): CST.Token | undefined {
  return mapping.items.findLast((item) => scalarOf(item.key) === key)?.value
}

function scalarOf(token: CST.Token | null | undefined): string | null {
  if (token === null || token === undefined || !CST.isScalar(token)) return null
  return CST.resolveAsScalar(token)?.value ?? null
}

/**
 * The listed version that Helm takes for this one (`IndexFile.Get`, by which `helm repo index --merge` and chart-releaser
 * drop a new entry without a word): the same text, else one that it matches as a constraint. Null where there is none.
 */
export function listedAs(version: string, listed: readonly string[]): string | null {
  if (listed.includes(version)) return version
  const wanted = parseVersion(version)
  if (wanted === null) return null
  const isWanted = (other: string): boolean => {
    const candidate = parseVersion(other)
    if (candidate === null) return false
    if (wanted.parts === 3) return versionKey(other) === versionKey(version)
    // `1.2` as a constraint is every release 1.2.x.
    if (wanted.prerelease.length > 0 || candidate.prerelease.length > 0) {
      return versionKey(other) === versionKey(version)
    }
    return candidate.major === wanted.major && (wanted.parts === 1 || candidate.minor === wanted.minor)
  }
  return listed.find(isWanted) ?? null
}
