import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { claimwarden } from './claimwarden.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-policy-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

async function fileOf(text: string): Promise<string> {
  const path = join(folder, 'claimwarden.yml')
  await writeFile(path, text)
  return path
}

describe('claimwarden lint-policy', () => {
  test.each<[string, string]>([
    ['an empty file', ''],
    ['keys that there are', 'mode: observe\nissues:\n  after-merge: comment\n'],
  ])('%s is valid', async (_, text) => {
    const path = await fileOf(text)
    expect(await claimwarden(['lint-policy', path])).toEqual({ code: 0, out: `${path}: valid\n`, complaints: '' })
  })

  test.each<[string, string, string]>([
    [
      'a mistyped key: the nearest one',
      'mode: enforce\nissues:\n  after-merg: comment\n',
      '3:3: error: issues.after-merg: there is no key after-merg here. Did you mean after-merge?',
    ],
    [
      'a mistyped rule',
      'charts:\n  rules: {version-colision: warn}\n',
      '2:11: error: charts.rules.version-colision: there is no rule version-colision here. Did you mean version-collision?',
    ],
    [
      'a value that there is not',
      'mode: observed\n',
      '1:7: error: mode: observed is no valid value. Did you mean observe?',
    ],
    ['no YAML', 'charts: [\n', 'error: this is no valid YAML'],
    ['a file over 64 KB', `# ${'x'.repeat(64 * 1024)}\n`, '1:1: error: the file is larger than 64 KB.'],
  ])('%s', async (_, text, line) => {
    const path = await fileOf(text)
    const { code, out, complaints } = await claimwarden(['lint-policy', path])
    expect({ code, complaints }).toEqual({ code: 1, complaints: '' })
    expect(out).toContain(`${path}:`)
    expect(out).toContain(line)
  })

  test('each error has a line of its own, in the order of the file', async () => {
    const { out } = await claimwarden(['lint-policy', await fileOf('a: 1\nb: 2\n')])
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => /:(\d+):1: error: /.exec(line)?.[1]),
    ).toEqual(['1', '2'])
  })

  test('the standard input', async () => {
    const { code, out } = await claimwarden(['lint-policy', '-'], {}, 'mod: observe\n')
    expect({ code, out }).toEqual({
      code: 1,
      out: '<stdin>:1:1: error: mod: there is no key mod here. Did you mean mode?\n',
    })
  })

  test('for scripts', async () => {
    const { code, out } = await claimwarden(['lint-policy', '-', '--json'], {}, 'mod: observe\n')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      file: '<stdin>',
      valid: false,
      errors: [
        {
          line: 1,
          column: 1,
          path: 'mod',
          message: 'there is no key mod here',
          fix: 'Did you mean mode?',
          nearest: 'mode',
        },
      ],
    })
    const valid = await claimwarden(['lint-policy', '-', '--json'], {}, '')
    expect(JSON.parse(valid.out)).toEqual({ file: '<stdin>', valid: true, errors: [] })
  })

  test('a key that steers the terminal, or hides, is shown as it is', async () => {
    const { out } = await claimwarden(['lint-policy', '-'], {}, '"\\e[31m\\u202Emode": 1\n')
    expect(out).not.toContain('\u001B')
    expect(out).not.toContain('\u202E')
  })

  test('a file that is not there, and one that is a directory, are wrong usage', async () => {
    const missing = await claimwarden(['lint-policy', join(folder, 'none.yml')])
    expect(missing).toEqual({
      code: 3,
      out: '',
      complaints: `claimwarden: ${join(folder, 'none.yml')} cannot be read: there is no such file\n`,
    })
    await mkdir(join(folder, 'directory'), { recursive: true })
    const directory = await claimwarden(['lint-policy', join(folder, 'directory')])
    expect({ code: directory.code, complaints: directory.complaints }).toEqual({
      code: 3,
      complaints: expect.stringContaining('it is a directory'),
    })
  })
})
