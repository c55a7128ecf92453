/**
 * How long to wait after a failure: 1, 2, 4 … times the base, up to a cap, less up to half of it by chance, so that
 * works which failed together do not come back together.
 *
 * @param attempt the failures so far, from 1
 * @returns milliseconds
 */
export function backoffPause(
  attempt: number,
  limits: { readonly backoffMs: number; readonly maxBackoffMs: number },
  chance: number = Math.random(),
): number {
  const full = Math.min(limits.backoffMs * 2 ** (attempt - 1), limits.maxBackoffMs)
  return Math.round(full * (1 - chance / 2))
}
