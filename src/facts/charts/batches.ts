import type { GitHubFailure } from '../../github/client.ts'
import { failureToTell, mayShrink } from './unknown-of-failure.ts'

/** After so many single items failed in a row GitHub is down, and asking for the rest one by one would not help. */
const failuresInARow = 3

/**
 * Reads items in batches that halve when GitHub cannot answer and grow again when it can. An item whose own question
 * failed has its failure as the outcome.
 *
 * @throws what `failureToTell` throws
 */
export async function inBatches<Item, Result extends object>(
  items: readonly Item[],
  largest: number,
  read: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Outcome<Result>[]> {
  const outcomes: Outcome<Result>[] = []
  let size = largest
  let failed = 0
  while (outcomes.length < items.length) {
    const batch = items.slice(outcomes.length, outcomes.length + size)
    try {
      const results = await read(batch)
      outcomes.push(...results.map((result) => ({ ok: true as const, result })))
      size = Math.min(largest, size * 2)
      failed = 0
    } catch (error) {
      const failure = failureToTell(error)
      if (batch.length > 1) {
        size = mayShrink(error) ? Math.ceil(batch.length / 2) : 1
        continue
      }
      failed += 1
      const lost = failed >= failuresInARow ? items.length - outcomes.length : 1
      outcomes.push(...Array.from({ length: lost }, () => ({ ok: false as const, failure })))
    }
  }
  return outcomes
}

export type Outcome<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly failure: GitHubFailure }

/** Runs `work` for each item, at most `limit` at a time; answers in the order of the items. */
export async function eachAtMost<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  async function worker(): Promise<void> {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}
