import { code, words } from '../domain/words.ts'
import type { Policy } from '../policy/policy.ts'
import type { Block } from './cut.ts'
import { toMarkdown } from './escape.ts'
import { clip } from './visible.ts'

/** What a new policy changes of the one that is in force, defaults filled in on both sides; keys as in the file. */
export function policyChanges(inForce: Policy, next: Policy): Block[] {
  const before = new Map(leavesOf(inForce))
  const after = new Map(leavesOf(next))
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
  if (keys.length === 0) return ['It changes nothing of what is in force now.']
  const value = (text: string | undefined) => (text === undefined ? words`not set` : words`${code(clip(text, 120))}`)
  return [
    {
      head: ['Key', 'In force', 'With this pull request'],
      rows: keys.map((key) =>
        [words`${code(key)}`, value(before.get(key)), value(after.get(key))].map((cell) => toMarkdown(cell, 'cell')),
      ),
    },
  ]
}

const day = 24 * 60 * 60_000

function leavesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, textOf(path, value)]]
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, `${path === '' ? '' : `${path}.`}${kebab(key)}`),
  )
}

function textOf(path: string, value: unknown): string {
  if (path.endsWith('stale-after') && typeof value === 'number') return `${Math.round((value / day) * 100) / 100}d`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
