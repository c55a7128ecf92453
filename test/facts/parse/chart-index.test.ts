import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { stringify } from 'yaml'
import { listedAs, parseChartIndex } from '../../../src/facts/parse/chart-index.ts'

describe('index.yaml', () => {
  test('as helm repo index writes it', () => {
    const text = `apiVersion: v1
entries:
  client:
  - apiVersion: v2
    dependencies:
    - name: common
      repository: https://example.org
      version: 1.x
    urls:
    - https://example.org/client-1.9.94.tgz
    version: 1.9.94
  - version: "1.10"
  server:
  - version: 2.0.0
generated: "2026-11-02T10:00:00Z"
`
    expect(parseChartIndex(text)).toEqual([
      ['client', ['1.9.94', '1.10']],
      ['server', ['2.0.0']],
    ])
  })

  test.each<[string, string, unknown]>([
    ['flow style', '{"entries": {"a": [{"version": "1.0.0"}]}}', [['a', ['1.0.0']]]],
    ['no charts', 'apiVersion: v1\nentries: {}\n', []],
    ['entries of nothing', 'apiVersion: v1\nentries:\n', []],
    ['no entries', 'apiVersion: v1\n', []],
    ['a list item without a version', 'entries:\n  a:\n  - name: a\n', [['a', []]]],
    ['of two equal keys the last', 'entries: {}\nentries: {a: [{version: 1.0.0}]}\n', [['a', ['1.0.0']]]],
    ['a page', '<html>\n<body>no</body></html>', null],
    ['a list', '- a\n', null],
    ['another mapping', 'a: b\n', null],
    ['nothing', '', null],
  ])('%s', (_, text, expected) => {
    expect(parseChartIndex(text)).toEqual(expected)
  })

  test.each(['{"', 'entries: {"a', "entries:\n  '"])('%j is no index', (text) => {
    expect(parseChartIndex(text)).toBeNull()
  })

  test('what is written is read, and no text makes it throw', () => {
    const entries = fc.dictionary(
      fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
      fc.array(fc.stringMatching(/^\d\.\d{1,2}\.\d$/)),
    )
    fc.assert(
      fc.property(entries, (charts) => {
        const listed = Object.entries(charts).map(([name, versions]) => [
          name,
          versions.map((version) => ({ version })),
        ])
        const text = stringify({ apiVersion: 'v1', entries: Object.fromEntries(listed) })
        expect(parseChartIndex(text)).toEqual(Object.entries(charts))
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void parseChartIndex(text)))
  })
})

describe('which listed version Helm takes for one', () => {
  test.each<[string, readonly string[], string | null]>([
    ['1.0.1', ['1.0.0', '1.0.1'], '1.0.1'],
    ['1.0.1', ['v1.0.1'], 'v1.0.1'],
    ['1.0.0+b2', ['1.0.0+b1'], '1.0.0+b1'],
    ['1.0.0+b2', ['1.0.0+b1', '1.0.0+b2'], '1.0.0+b2'],
    ['1.2', ['1.2.7'], '1.2.7'],
    ['1.2', ['1.3.0'], null],
    ['1', ['1.3.0'], '1.3.0'],
    ['1.2', ['1.2.7-rc.1'], null],
    ['1.2.0', ['1.2.7'], null],
    ['1.2.0-rc.1', ['1.2.0'], null],
    ['1.2-rc.1', ['1.2.0-rc.1'], '1.2.0-rc.1'],
    ['1.0.1', ['latest'], null],
    ['nightly', ['1.0.0'], null],
    ['1.0.1', [], null],
  ])('%s among %j is %j', (version, listed, expected) => {
    expect(listedAs(version, listed)).toBe(expected)
  })
})
