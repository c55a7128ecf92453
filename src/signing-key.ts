import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { Settings } from './env.ts'

/**
 * The key that signs records of acceptances: from SIGNING_SECRET, else from the app's private key, so that a new
 * private key voids the records. The private key counts by its content, not by how its text is wrapped.
 */
export function signingKeyOf({
  signingSecret,
  privateKey,
}: Pick<Settings, 'signingSecret' | 'privateKey'>): Uint8Array {
  const material = signingSecret ?? createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  return new Uint8Array(hkdfSync('sha256', material, '', 'claimwarden acceptance records 1', 32))
}
