import type { IncomingMessage } from 'node:http'

/** GitHub's own cap on a webhook payload. */
export const maxBodyBytes = 25 * 1024 * 1024

export type BodyReading =
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' }

/** Reads a body up to the cap; a longer one is refused by its declared length, before a byte of it is buffered. */
export async function readBody(request: IncomingMessage, limit = maxBodyBytes): Promise<BodyReading> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return { kind: 'too-large' }
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop early must not destroy the socket: the answer still has to go out on it.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) return { kind: 'too-large' }
      chunks.push(chunk)
    }
  } catch {
    return { kind: 'aborted' }
  }
  return { kind: 'body', text: Buffer.concat(chunks).toString('utf8') }
}
