import type { Words } from '../domain/words.ts'

/** A text of our own that is not known before it runs, such as a date or a plural, as words. */
export function ours(text: string): Words {
  return [{ kind: 'ours', text }]
}

/** `1 criterion`, `3 criteria` */
export function counted(count: number, one: string, many: string): Words {
  return ours(`${count} ${count === 1 ? one : many}`)
}
