import type { Words } from '../domain/words.ts'

/** A text of our own that is not known before it runs, such as a date or a plural, as words. */
export function ours(text: string): Words {
  return [{ kind: 'ours', text }]
}
