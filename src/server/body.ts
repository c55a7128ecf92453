import type { IncomingMessage } from 'node:http'

/** GitHub's own cap on a webhook payload. */
export const maxBodyBytes = 25 * 1024 * 1024

export type BodyReading =
  | { readonly kind: 'body'; readonly text: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' }

/** Reads a body up to the cap; a longer one is refused by its declared length, before a byte of it is buffered. */
export function readBody(request: IncomingMessage, limit = maxBodyBytes): Promise<BodyReading> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'too-large' })
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let length = 0
    // The socket stays open: the answer still has to go out on it, and what comes after the cap is not kept.
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) {
        chunks.push(chunk)
      } else {
        chunks = []
        resolve({ kind: 'too-large' })
      }
    })
    request.once('end', () => resolve({ kind: 'body', text: Buffer.concat(chunks).toString('utf8') }))
    request.once('error', () => resolve({ kind: 'aborted' }))
    request.once('close', () => resolve({ kind: 'aborted' }))
  })
}
