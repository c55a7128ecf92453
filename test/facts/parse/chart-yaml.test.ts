import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { ChartFile } from '../../../src/domain/chart-version.ts'
import { readChartFile } from '../../../src/facts/parse/chart-yaml.ts'

function packaged(file: ChartFile): string | null {
  return file.loads === true ? file.version.packaged : null
}

const head = 'apiVersion: v2\nname: a\n'

describe('the version that Helm packages', () => {
  test.each([
    { behaviour: 'a plain version', text: `${head}version: 1.9.94\n`, helm: '1.9.94' },
    { behaviour: 'an unquoted float', source: 'helm/helm#12236', text: `${head}version: 1.10\n`, helm: '1.1' },
    { behaviour: 'a quoted float', text: `${head}version: "1.10"\n`, helm: '1.10' },
    { behaviour: 'a short commit id that is a float', text: `${head}version: 72445e2\n`, helm: null },
    { behaviour: 'an octal number', text: `${head}version: 010\n`, helm: '8' },
    { behaviour: 'four parts', source: 'Vexa-ai/vexa#349', text: `${head}version: 0.10.6.2\n`, helm: null },
    { behaviour: 'a v', source: 'meshery/meshery-operator#831', text: `${head}version: v1.0.1\n`, helm: 'v1.0.1' },
    { behaviour: 'a leading zero', source: 'argoproj/argo-helm', text: `${head}version: 0.46.00\n`, helm: '0.46.00' },
    { behaviour: 'a key in another case', text: `${head}Version: 1.2.3\n`, helm: '1.2.3' },
    { behaviour: 'a duplicate key', text: `${head}version: 1.2.3\nversion: 1.2.4\n`, helm: '1.2.4' },
    {
      behaviour: 'CRLF, a byte order mark and a comment',
      text: '\uFEFFapiVersion: v2\r\nname: a\r\nversion: 1.2.3 # keep in step\r\n',
      helm: '1.2.3',
    },
    {
      behaviour: 'conflict markers',
      text: `${head}<<<<<<< HEAD\nversion: 1.2.3\n=======\nversion: 1.2.4\n>>>>>>> x\n`,
      helm: null,
    },
    { behaviour: 'a date', text: `${head}version: 2024-01-01\n`, helm: '2024-01-01' },
    { behaviour: 'the exact key before another case', text: `${head}version: 1.2.3\nVersion: 1.2.4\n`, helm: '1.2.3' },
    { behaviour: 'another case where the exact key is null', text: `${head}version:\nVersion: 1.2.4\n`, helm: '1.2.4' },
    { behaviour: 'an anchor', text: `${head}appVersion: &v "1.2.3"\nversion: *v\n`, helm: '1.2.3' },
    { behaviour: 'a merge key', text: `${head}x: &x {version: 1.2.3}\n<<: *x\n`, helm: '1.2.3' },
    {
      behaviour: 'a merge key that comes last',
      text: `x: &x {version: 1.2.3}\n${head}version: 1.0.0\n<<: *x\n`,
      helm: '1.2.3',
    },
    {
      behaviour: 'a merge key that comes first',
      text: `x: &x {version: 1.2.3}\n${head}<<: *x\nversion: 1.0.0\n`,
      helm: '1.0.0',
    },
    {
      behaviour: 'the first of merged mappings',
      text: `a: &a {version: 1.0.0}\nb: &b {version: 2.0.0}\n${head}<<: [*a, *b]\n`,
      helm: '1.0.0',
    },
    {
      behaviour: 'only the first document',
      text: `${head}version: 1.2.3\n---\nversion: 9.9.9\n  bad: [\n`,
      helm: '1.2.3',
    },
    { behaviour: 'a string tag', text: `${head}version: !!str 1.10\n`, helm: '1.10' },
    { behaviour: 'a zero-width space', text: `${head}version: "1.2.3\u200B"\n`, helm: '1.2.3' },
    { behaviour: 'a block scalar with its line break', text: `${head}version: |\n  1.2.3\n`, helm: null },
    { behaviour: 'a block scalar without', text: `${head}version: |-\n  1.2.3\n`, helm: '1.2.3' },
    { behaviour: 'spaces inside quotes', text: `${head}version: " 1.2.3"\n`, helm: null },
    { behaviour: 'a boolean', text: `${head}version: yes\n`, helm: null },
  ])('$behaviour', ({ text, helm }) => {
    expect(packaged(readChartFile(text))).toBe(helm)
  })
})

describe('what Helm refuses', () => {
  test.each([
    ['an empty file', '', 'it has no version'],
    ['no version', head, 'it has no version'],
    ['a null version', `${head}version: ~\n`, 'it has no version'],
    ['no name', 'version: 1.2.3\n', 'it has no name'],
    ['a name with a separator', 'name: a/b\nversion: 1.2.3\n', 'its name is not one that Helm accepts'],
    ['deprecated as text', `${head}version: 1.2.3\ndeprecated: "true"\n`, 'its field deprecated is no true or false'],
    ['an unknown type', `${head}version: 1.2.3\ntype: plugin\n`, 'its type is neither application nor library'],
    ['a list for a version', `${head}version: [1]\n`, 'its version is no text'],
    ['an alias without an anchor', `${head}version: *none\n`, 'its version is no text'],
    ['a list', '- a\n', 'it is no YAML mapping that can be read'],
    ['a syntax error', `${head}version: 1.2.3\nkeywords: [a\n`, 'it is no YAML: there is a syntax error on line 5'],
    [
      'a merge of itself',
      'name: a\nx: &x\n  <<: *x\n<<: *x\nversion: 1.2.3\n',
      'it is no YAML mapping that can be read',
    ],
    [
      'conflict markers',
      `${head}<<<<<<< HEAD\nversion: 1.2.3\n>>>>>>> x\n`,
      'it is no YAML: it holds unresolved conflict markers',
    ],
    ['a float', `${head}version: 72445e2\n`, 'its unquoted version is 7.2445e+06 to YAML'],
    ['four parts', `${head}version: 1.2.3.4\n`, 'its version is no SemVer that Helm accepts'],
    ['more than 256 bytes', `${head}version: 1.2.3-${'a'.repeat(251)}\n`, 'its version is no SemVer that Helm accepts'],
  ])('%s', (_, text, why) => {
    const file = readChartFile(text)
    expect(file.loads === false ? file.why : file).toBe(why)
  })

  test.each([
    ['deprecated: true', true],
    ['deprecated: yes', true],
    ['deprecated: ~', true],
    ['deprecated: 1', false],
    ['type: library', true],
    ['type: ""', true],
    ['keywords:\n- a\n- b', true],
    ['maintainers: [\n  {name: x}\n]', true],
    ['description: a <<<<<<< b', true],
    ['---\n<<<<<<< HEAD', true],
    ['description: |\n  <<<<<<< not a conflict\n', true],
  ])('beside %j it loads: %j', (line, loads) => {
    expect(readChartFile(`${head}version: 1.2.3\n${line}\n`).loads).toBe(loads)
  })

  test.each([
    ['its line of a syntax error', `${head}version: 1.2.3\n}\n`, { line: 4, startColumn: 1, endColumn: 1 }],
    ['a conflict marker', `${head}<<<<<<< HEAD\nversion: 1.2.3\n`, { line: 3, startColumn: 1, endColumn: 12 }],
    ['a version', `${head}version: "1.2.3.4"\n`, { line: 3, startColumn: 10, endColumn: 18 }],
  ])('says where: %s', (_, text, position) => {
    const file = readChartFile(text)
    expect(file.loads === false ? file.position : file).toEqual(position)
  })
})

describe('placeholders', () => {
  test.each([
    ['version: {{ .Version }}', '{{ .Version }}'],
    ['version: {{ .Version }} # set at release', '{{ .Version }}'],
    ['version: "{{ .Version }}"', '{{ .Version }}'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder as release tools write it
    ['version: ${VERSION}', '${VERSION}'],
    ['version: @@VERSION@@', '@@VERSION@@'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder as release tools write it
    ["version: '1.2.${BUILD}'", '1.2.${BUILD}'],
    ['version: 0.0.0', '0.0.0'],
    ['version: v0.0.0+x', 'v0.0.0+x'],
    ['version: 1.2.3-dev', '1.2.3-dev'],
    ['version: 1.2.3-dev.4', '1.2.3-dev.4'],
    ['version: 1.2.3-SNAPSHOT', '1.2.3-SNAPSHOT'],
    ['version: 0.0.0-placeholder', '0.0.0-placeholder'],
    ['version: 0.1.0-local', '0.1.0-local'],
  ])('%s claims nothing', (line, written) => {
    expect(readChartFile(`name: a\n${line}\n`)).toMatchObject({ loads: 'placeholder', name: 'a', written })
  })

  test('a name that a release process fills in claims nothing either', () => {
    expect(readChartFile('name: {{ .Name }}\nversion: 1.2.3\n')).toMatchObject({ loads: 'placeholder' })
  })

  test.each(['0.0.1', '0.0.0-rc.1', '1.2.3-rc.dev', '1.2.3+dev'])('%s is no placeholder', (version) => {
    expect(readChartFile(`name: a\nversion: ${version}\n`).loads).toBe(true)
  })
})

describe('position and style', () => {
  test.each([
    ['version: 1.2.3', 'plain', 10, 14],
    ['version: 1.2.3 # why', 'plain', 10, 14],
    ['version: "1.2.3"', 'double', 10, 16],
    ["version:   '1.2.3'", 'single', 12, 18],
    ['"version": 1.2.3', 'plain', 12, 16],
    ['version: &v 1.2.3', 'plain', 13, 17],
    ['version: >-\n  1.2.3', 'block', 10, 11],
  ])('%j', (line, style, startColumn, endColumn) => {
    const file = readChartFile(`# top\r\nname: a\r\n${line}\r\n`)
    expect(file.loads === true ? file.version : file).toMatchObject({
      written: '1.2.3',
      style,
      position: { line: 3, startColumn, endColumn },
    })
  })

  test('an alias is shown where it stands', () => {
    const file = readChartFile('name: a\nappVersion: &v 1.2.3\nversion: *v\n')
    expect(file).toMatchObject({
      version: { position: { line: 3, startColumn: 10, endColumn: 11 } },
      appVersion: '1.2.3',
    })
  })

  test('appVersion is what Helm makes of it', () => {
    expect(readChartFile('name: a\nversion: 1.2.3\nappVersion: 6.10\n')).toMatchObject({ appVersion: '6.1' })
  })
})

describe('hostile input', () => {
  test('any text is read without an exception', () => {
    const piece = fc.constantFrom(
      'version: ',
      'name: a',
      '\n',
      '\r\n',
      '  ',
      '- ',
      '[',
      '{',
      '}',
      ']',
      '&a ',
      '*a',
      '<<: ',
      '{{',
      '"',
      '#',
      '|',
      '---\n',
      '1.2.3',
      ': ',
      '!!str ',
      '?',
      '\t',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          expect([true, false, 'placeholder']).toContain(readChartFile(text).loads)
        },
      ),
    )
  })

  test.each([
    ['brackets', '['.repeat(500_000)],
    ['list items', '- '.repeat(250_000)],
    ['explicit keys', '? '.repeat(250_000)],
    ['mappings in lists', '[a: '.repeat(60_000)],
  ])('half a megabyte of nested %s is refused', (_, text) => {
    expect(readChartFile(text)).toMatchObject({ loads: false, why: 'it is nested too deeply to be read' })
  })

  test('a bomb of merge keys is refused', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const aliases = Array.from({ length: 10 }, () => `*l${level}`).join(', ')
      return `l${level + 1}: &l${level + 1} {<<: [${aliases}]}`
    })
    const text = `l0: &l0 {version: 1.2.3}\n${levels.join('\n')}\nname: a\n<<: *l12\n`
    expect(readChartFile(text)).toMatchObject({ loads: false, why: 'it is no YAML mapping that can be read' })
  })
})
