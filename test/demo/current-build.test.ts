import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { buildIsStale } from './current-build.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'))
})

afterEach(() => rm(root, { recursive: true }))

/** @param at seconds since the epoch */
async function write(path: string, at: number): Promise<void> {
  const file = join(root, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, '')
  await utimes(file, at, at)
}

const old = { 'src/main.ts': 1, 'src/deep/one.ts': 1, 'dist/main.js': 2, 'dist/.tsbuildinfo': 3 }
const { 'dist/main.js': _main, ...withoutMain } = old

test.each([
  ['younger than all sources', false, old],
  ['older than a source', true, { ...old, 'src/deep/one.ts': 4 }],
  ['without the entry', true, withoutMain],
  ['missing', true, { 'src/deep/one.ts': 1 }],
])('a build %s: stale is %s', async (_what, stale, files) => {
  for (const [path, at] of Object.entries(files)) await write(path, at)
  for (const folder of ['src', 'src/deep']) await utimes(join(root, folder), 1, 1)
  expect(await buildIsStale(root)).toBe(stale)
})
