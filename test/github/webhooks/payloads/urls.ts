export const API = 'https://api.github.com'
export const WEB = 'https://github.com'

/** ISO 8601 without milliseconds, as GitHub writes times. */
export function isoTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
