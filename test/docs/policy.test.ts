import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parsePolicy } from '../../src/policy/parse.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'

const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

function yamlBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/```yaml\n([\s\S]*?)```/g)].map((block) => block[1] ?? '')
}

/** Keys with their paths, as far as maps go. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [`${path}${key}`, ...keysOf(inner, `${path}${key}.`)])
}

test('the reference page shows every default as it is', () => {
  const [shown = ''] = yamlBlocks(page)
  expect(parsePolicy(shown)).toEqual({ ok: true, policy: defaultPolicy })
})

test('the reference page leaves no key out', () => {
  const [shown = ''] = yamlBlocks(page)
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  // A rule is a key too, and the rules have a page of their own.
  const wanted = keysOf(defaultPolicy).filter((path) => !path.includes('.rules.'))
  const missing = wanted
    .map((path) => kebab(path.split('.').at(-1) ?? ''))
    .filter((key) => !new RegExp(`\\b${key}:`).test(shown))
  expect(missing).toEqual([])
})

test('the example in the README is a valid policy', () => {
  const [shown = ''] = yamlBlocks(readme)
  expect(parsePolicy(shown)).toMatchObject({ ok: true })
})
