import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseGoGlob } from '../../../src/facts/parse/go-glob.ts'
import { parseHelmignore } from '../../../src/facts/parse/helmignore.ts'

function ignores(text: string, path: string): boolean | null {
  return parseHelmignore(text)?.ignores(path) ?? null
}

describe('.helmignore as Helm reads it', () => {
  test.each<[string, string, string, boolean]>([
    ['nothing', '', 'values.yaml', false],
    ['hidden files of templates, by default', '', 'templates/.DS_Store', true],
    ['a dot alone is no hidden file', '', 'templates/a.yaml', false],
    ['hidden files deeper in templates stay', '', 'templates/x/.DS_Store', false],
    ['a name anywhere', 'OWNERS', 'ci/OWNERS', true],
    ['a name with a star', '*.md', 'docs/README.md', true],
    ['a star does not cross a slash', 'docs/*.md', 'docs/a/README.md', false],
    ['a path with a slash matches from the top only', 'ci/values.yaml', 'x/ci/values.yaml', false],
    ['a leading slash matches at the top', '/README.md', 'README.md', true],
    ['a leading slash does not match deeper', '/README.md', 'docs/README.md', false],
    ['a directory and all in it', 'ci/', 'ci/deep/values.yaml', true],
    ['a directory anywhere', 'ci/', 'charts/x/ci/values.yaml', true],
    ['a directory rule leaves a file of that name', 'ci/', 'ci', false],
    ['a name rule takes a directory too', 'ci', 'ci/values.yaml', true],
    ['a comment', '# *.md', 'README.md', false],
    ['a hash behind a rule is part of it', '*.md # docs', 'README.md', false],
    ['spaces and CRLF around a rule', '  *.md \r\n', 'README.md', true],
    ['a byte order mark', '\uFEFF*.md', 'README.md', true],
    ['a negated rule leaves out what it does not match', '!values.yaml', 'README.md', true],
    ['a negated rule keeps what it matches', '!values.yaml', 'values.yaml', false],
    ['a negated rule does not undo an earlier one', '*.md\n!README.md', 'README.md', true],
    ['a class', '[a-c].txt', 'b.txt', true],
    ['a negated class', '[^a-c].txt', 'b.txt', false],
    ['a question mark', '?.txt', 'ab.txt', false],
    ['an escaped star', '\\*.txt', 'a.txt', false],
    ['several stars', '*a*b*c', 'xaxbxbxc', true],
    ['upper case is another name', 'readme.md', 'README.md', false],
    ['itself, when named', '.helmignore', '.helmignore', true],
    ['itself is packed otherwise', '*.md', '.helmignore', false],
  ])('%s', (_, text, path, expected) => {
    expect(ignores(text, path)).toBe(expected)
  })

  test.each([['**/*.md'], ['a**'], ['[a'], ['[]'], ['[a-]'], ['x\\'], ['ok\n[']])('refused: %j', (text) => {
    expect(parseHelmignore(text)).toBeNull()
  })
})

describe('patterns', () => {
  test('take time in proportion to their length', () => {
    const glob = parseGoGlob(`${'*a'.repeat(5_000)}b`)
    const start = process.cpuUsage()
    expect(glob?.(['a'.repeat(20_000)])).toBe(false)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000)
  })

  test('never throw, and match the text they are when nothing in it is special', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, name) => {
        const glob = parseGoGlob(pattern)
        expect(typeof (glob?.([name]) ?? false)).toBe('boolean')
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[^*?[\]\\/]+$/), (text) => {
        expect(parseGoGlob(text)?.([text])).toBe(true)
        expect(parseGoGlob('*')?.([text])).toBe(true)
      }),
    )
  })
})
