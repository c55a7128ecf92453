/** Waits for a condition, not for a time; fails with what it last saw. */
export async function waitFor<T>(
  what: string,
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { timeoutMs = 10_000, seen }: { timeoutMs?: number; seen?: () => unknown } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms for ${what}; seen: ${JSON.stringify(seen?.(), null, 1)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
