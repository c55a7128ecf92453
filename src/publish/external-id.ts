/**
 * What a check run of ours carries in `external_id`: the digest of its verdict and findings, and the pull requests it
 * was computed for, so that a Re-run on a fork's head finds them.
 */
export interface ExternalId {
  readonly digest: string
  readonly pulls: readonly number[]
}

export function writeExternalId({ digest, pulls }: ExternalId): string {
  return `cw1:${digest}:${[...pulls].sort((a, b) => a - b).join(',')}`
}

/** Null for a text that we did not write. */
export function readExternalId(text: string): ExternalId | null {
  const match = /^cw1:([0-9a-f]+):((?:\d+(?:,\d+)*)?)$/.exec(text)
  const [, digest, pulls] = match ?? []
  if (digest === undefined || pulls === undefined) return null
  return { digest, pulls: pulls === '' ? [] : pulls.split(',').map(Number) }
}
