import type { RestAnswer, RestCall } from './route.ts'

const DEFAULT_SIZE = 30
const LARGEST_SIZE = 100

/** Cuts one page of a list by `per_page` and `page`, with the Link header that leads on. */
export function page<Item>(
  call: RestCall,
  items: readonly Item[],
  shape: (item: Item) => unknown,
  wrap: (shaped: unknown[]) => unknown = (shaped) => shaped,
): RestAnswer {
  const size = Math.min(positive(call.query.per_page, DEFAULT_SIZE), LARGEST_SIZE)
  const number = positive(call.query.page, 1)
  const start = (number - 1) * size
  const keep = call.view.conditions.truncate.get(call.operation.id)
  const end = keep === undefined ? start + size : start + Math.min(keep, size)
  const shown = items.slice(start, end).map(shape)
  const last = Math.max(1, Math.ceil(items.length / size))
  const link = keep === undefined ? linkHeader(call, number, last) : ''
  return { status: 200, body: wrap(shown), headers: link === '' ? {} : { link } }
}

function positive(value: string | undefined, otherwise: number): number {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

function linkHeader(call: RestCall, number: number, last: number): string {
  const relations: [string, number][] = []
  if (number > 1) relations.push(['prev', number - 1], ['first', 1])
  if (number < last) relations.unshift(['next', number + 1], ['last', last])
  return relations.map(([relation, to]) => `<${urlOfPage(call, to)}>; rel="${relation}"`).join(', ')
}

function urlOfPage(call: RestCall, number: number): string {
  const query = new URLSearchParams({ ...call.query, page: String(number) })
  return `${call.apiUrl}${call.path}?${query}`
}
