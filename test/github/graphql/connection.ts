import { GitHubGraphqlError } from './errors.ts'

export interface PageArguments {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

/** What places an item in its list; compared part by part. */
export type SortKey = readonly (string | number)[]

/** A list to page through. Items stand in ascending order of `key`, or in descending order. */
export interface Listing<Item> {
  items: readonly Item[]
  key: (item: Item, index: number) => SortKey
  descending?: boolean
}

/** A page in the shape of any of GitHub's connection types. */
export interface Connection {
  totalCount: number
  nodes: unknown[]
  edges: { cursor: string; node: unknown }[]
  pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean }
}

/** A listing whose place is its index, for lists that have an order but no value to sort by. */
export function inOrder<Item>(items: readonly Item[]): Listing<Item> {
  return { items, key: (_item, index) => [index] }
}

/**
 * Cuts a page. Cursors carry the item's sort key, so an item that appears or goes between two pages shifts none.
 * @param keep when a fault truncates the page: so many items, and no word of the rest
 * @throws GitHubGraphqlError for a cursor that is not ours
 */
export function connect<Item>(
  listing: Listing<Item>,
  page: PageArguments,
  node: (item: Item) => unknown,
  keep?: number,
): Connection {
  const { items, key, descending = false } = listing
  const after = page.after ? decodeCursor(page.after) : undefined
  const before = page.before ? decodeCursor(page.before) : undefined
  const precedes = (a: SortKey, b: SortKey) => (descending ? compareKeys(a, b) > 0 : compareKeys(a, b) < 0)
  const low = after === undefined ? 0 : firstIndex(items, (item, index) => precedes(after, key(item, index)))
  const high =
    before === undefined ? items.length : firstIndex(items, (item, index) => !precedes(key(item, index), before))
  const start = page.first == null && page.last != null ? Math.max(low, high - page.last) : low
  const end = page.first != null ? Math.min(high, low + page.first) : high
  const shown = keep === undefined ? end : Math.min(end, start + keep)
  const edges: Connection['edges'] = []
  for (let index = start; index < shown; index += 1) {
    const item = items[index]
    if (item !== undefined) edges.push({ cursor: encodeCursor(key(item, index)), node: node(item) })
  }
  return {
    totalCount: items.length,
    nodes: edges.map((edge) => edge.node),
    edges,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: keep === undefined && end < items.length,
      hasPreviousPage: start > 0,
    },
  }
}

/** Items are sorted, so what holds for one holds for all behind it. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item, index: number) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && holds(item, middle)) high = middle
    else low = middle + 1
  }
  return low
}

export function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    if (left !== right) return left < right ? -1 : 1
  }
  return a.length - b.length
}

const CURSOR_PREFIX = 'cursor:v2:'

function encodeCursor(key: SortKey): string {
  return Buffer.from(CURSOR_PREFIX + JSON.stringify(key)).toString('base64')
}

function decodeCursor(cursor: string): SortKey {
  const text = Buffer.from(cursor, 'base64').toString('utf8')
  if (!text.startsWith(CURSOR_PREFIX)) {
    throw new GitHubGraphqlError('INVALID_CURSOR_ARGUMENTS', `\`${cursor}\` does not appear to be a valid cursor.`)
  }
  return JSON.parse(text.slice(CURSOR_PREFIX.length)) as SortKey
}
