import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>
}

test('each dependency has its reason, and each reason its dependency', () => {
  const section = page.slice(page.indexOf('## Dependencies'), page.indexOf('## Where this departs'))
  const rows = [...section.matchAll(/^\| ([^|]+) \|/gm)]
    .map((row) => (row[1] ?? '').trim())
    .filter((cell) => !/^-+$/.test(cell))
  expect(
    rows
      .slice(1)
      .flatMap((row) => row.split(', '))
      .sort(),
  ).toEqual(Object.keys(manifest.dependencies).sort())
})

test('each room of the code is on the page', () => {
  const rooms = readdirSync(new URL('../../src', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  expect(rooms.filter((room) => !page.includes(`\`src/${room}`))).toEqual([])
})
