import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { chartRuleIds, issueRuleIds } from '../../src/domain/finding.ts'
import type { Words } from '../../src/domain/words.ts'
import { chartSeverities, issueSeverities } from '../../src/policy/default-severities.ts'
import { maxPolicyBytes, parsePolicy } from '../../src/policy/parse.ts'
import type { Policy } from '../../src/policy/policy.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'

function plain(words: Words): string {
  return words.map((segment) => segment.text).join('')
}

function policyOf(text: string): Policy {
  const parsed = parsePolicy(text)
  if (!parsed.ok) throw new Error(parsed.errors.map((error) => plain(error.message)).join('; '))
  return parsed.policy
}

/** Errors as `line:column path: message | fix`. */
function errorsOf(text: string): string[] {
  const parsed = parsePolicy(text)
  if (parsed.ok) return []
  return parsed.errors.map(
    ({ line, column, path, message, fix }) => `${line}:${column} ${path}: ${plain(message)} | ${plain(fix)}`,
  )
}

const day = 24 * 60 * 60 * 1000

describe('a valid policy file', () => {
  test.each([
    ['nothing', ''],
    ['a comment', '# later\n'],
    ['a document marker', '---\n'],
    ['a byte order mark and CRLF', '\uFEFF# x\r\n'],
    ['null', '~'],
    ['an empty map', '{}'],
    [
      'the defaults written out',
      'preset: standard\nmode: enforce\nbases: ["**"]\ncharts:\n  collision: {stale-after: 30d}\n',
    ],
  ])('that holds %s is the defaults', (_, text) => {
    expect(policyOf(text)).toEqual(defaultPolicy)
  })

  test('fills every default', () => {
    expect(defaultPolicy).toEqual({
      preset: 'standard',
      override: 'maintain',
      bases: ['**'],
      exemptAuthors: [],
      issues: {
        mode: 'enforce',
        acceptance: {
          headings: [
            'acceptance',
            'acceptance criteria',
            'acceptance tests',
            'definition of done',
            'dod',
            'done when',
            'done means',
            'exit criteria',
            'success criteria',
          ],
          sectionsOnly: false,
          attestation: 'author',
          evidence: 'pointer',
          selfAccept: false,
          dismissOnPush: false,
          postMergeWords: ['post-merge', 'after merge'],
        },
        protected: { labels: ['epic', 'tracking', 'umbrella', 'meta'], types: ['Epic'], milestones: [] },
        afterMerge: 'none',
        autoClose: true,
        tickets: { patterns: [] },
        rules: issueSeverities.standard,
      },
      charts: {
        mode: 'enforce',
        exclude: [],
        ignore: [],
        identity: 'precedence',
        collision: { holder: 'first', staleAfter: 30 * day },
        appVersion: 'none',
        published: { tags: 'auto', releases: true, index: { branch: 'gh-pages', path: 'index.yaml' } },
        rules: chartSeverities.standard,
      },
      commands: { bots: [], aliases: {} },
    })
  })

  test('names a default for every rule', () => {
    expect(Object.keys(defaultPolicy.issues.rules).sort()).toEqual([...issueRuleIds].sort())
    expect(Object.keys(defaultPolicy.charts.rules).sort()).toEqual([...chartRuleIds].sort())
  })

  test('reads every key', () => {
    const policy = policyOf(`
preset: strict
mode: observe
override: nobody
bases: [main, "release/**"]
exempt-authors: [renovate-bot, "dependabot[bot]"]
issues:
  mode: enforce
  acceptance:
    headings: [fertig wenn]
    sections-only: true
    attestation: author
    evidence: any
    self-accept: true
    dismiss-on-push: true
    post-merge-words: [later]
  protected: {labels: [north-star], types: [Theme], milestones: [v2]}
  after-merge: reopen
  auto-close: false
  tickets: {patterns: ["BLO-[0-9]+"]}
  rules: {hidden-closer: block}
charts:
  exclude: ["test/**"]
  ignore: ["*.md"]
  identity: exact
  collision: {holder: none, stale-after: 12h}
  app-version: required
  published: {tags: ["{name}-{version}"], releases: false, index: false}
  rules: {increment-skips: warn}
commands:
  bots: ["bugbot[bot]"]
  aliases: {recheck: [bugbot run]}
`)
    expect(policy).toEqual({
      preset: 'strict',
      override: 'nobody',
      bases: ['main', 'release/**'],
      exemptAuthors: ['renovate-bot', 'dependabot[bot]'],
      issues: {
        mode: 'enforce',
        acceptance: {
          headings: ['fertig wenn'],
          sectionsOnly: true,
          attestation: 'author',
          evidence: 'any',
          selfAccept: true,
          dismissOnPush: true,
          postMergeWords: ['later'],
        },
        protected: { labels: ['north-star'], types: ['Theme'], milestones: ['v2'] },
        afterMerge: 'reopen',
        autoClose: false,
        tickets: { patterns: ['BLO-[0-9]+'] },
        rules: { ...issueSeverities.strict, 'hidden-closer': 'block' },
      },
      charts: {
        mode: 'observe',
        exclude: ['test/**'],
        ignore: ['*.md'],
        identity: 'exact',
        collision: { holder: 'none', staleAfter: day / 2 },
        appVersion: 'required',
        published: { tags: ['{name}-{version}'], releases: false, index: false },
        rules: { ...chartSeverities.strict, 'app-version': 'block', 'increment-skips': 'warn' },
      },
      commands: { bots: ['bugbot[bot]'], aliases: { recheck: ['bugbot run'] } },
    })
  })

  test('with preset strict hardens three rules and wants maintainers to attest', () => {
    const { issues, charts } = policyOf('preset: strict')
    expect(issues.acceptance.attestation).toBe('maintainer')
    expect(issues.rules).toMatchObject({ 'acceptance-unstated': 'block', 'target-already-closed': 'block' })
    expect(charts.rules['bump-missing']).toBe('block')
  })

  test('lets a rule speak softer than the preset', () => {
    expect(policyOf('preset: strict\ncharts: {rules: {bump-missing: note}}').charts.rules['bump-missing']).toBe('note')
  })

  test.each([
    ['blocks', 'charts: {app-version: equals-version}', 'block'],
    ['warns when the rules say so', 'charts: {app-version: equals-version, rules: {app-version: warn}}', 'warn'],
    ['is silent when it is not asked for', 'charts: {}', 'ignore'],
  ])('rule app-version %s', (_, text, severity) => {
    expect(policyOf(text).charts.rules['app-version']).toBe(severity)
  })

  test('takes the default of a key that an index leaves out', () => {
    expect(policyOf('charts: {published: {index: {branch: pages}}}').charts.published.index).toEqual({
      branch: 'pages',
      path: 'index.yaml',
    })
  })
})

describe('an invalid policy file', () => {
  test.each([
    [
      'a mistyped key, with the nearest',
      'issue:\n  mode: enforce\n',
      '1:1 issue: there is no key issue here | Did you mean issues?',
    ],
    [
      'a key in another spelling, with the nearest',
      'issues:\n  acceptance:\n    sectionsOnly: true\n',
      '3:5 issues.acceptance.sectionsOnly: there is no key sectionsOnly here | Did you mean sections-only?',
    ],
    [
      'a key that is like none, with all',
      'charts:\n  collision: {grace: 3}\n',
      '2:15 charts.collision.grace: there is no key grace here | Use one of holder or stale-after, or remove it.',
    ],
    [
      'an unknown rule',
      'issues:\n  rules:\n    acceptance-unmett: warn\n',
      '3:5 issues.rules.acceptance-unmett: there is no rule acceptance-unmett here | Did you mean acceptance-unmet?',
    ],
    [
      'a rule of the other check',
      'charts: {rules: {acceptance-unmet: warn}}',
      '1:18 charts.rules.acceptance-unmet: there is no rule acceptance-unmet here | Use one of version-collision, bump-swallowed, version-not-ahead, version-published, version-invalid, bump-missing, increment-skips, app-version or dependents-unbumped, or remove it.',
    ],
    [
      'a rule that is not configurable',
      'issues: {rules: {target-unreadable: ignore}}',
      '1:18 issues.rules.target-unreadable: the rule target-unreadable cannot be configured | Remove it: what could not be read never passes.',
    ],
    [
      'an unknown severity',
      'charts:\n  rules:\n    bump-missing: blok\n',
      '3:19 charts.rules.bump-missing: blok is no valid value | Did you mean block? Write block, warn, note or ignore.',
    ],
    [
      'an unknown verb',
      'commands: {aliases: {rechek: [x]}}',
      '1:22 commands.aliases.rechek: there is no command rechek here | Did you mean recheck?',
    ],
    ['a wrong type', 'bases: main', '1:8 bases: main is not a list | Write a list.'],
    [
      'a text where true or false stands',
      'issues: {auto-close: yes}',
      '1:22 issues.auto-close: yes is not true or false | Write true or false.',
    ],
    [
      'a key without a value',
      'mode: enforce\nissues:\n',
      '2:1 issues: there is no value | Write a map of keys, or remove the key.',
    ],
    ['no base at all', 'bases: []', '1:8 bases: the list is empty | Name at least one, or remove the key.'],
    [
      'a list that is too long',
      `bases: [${'a,'.repeat(101)}]`,
      '1:8 bases: the list is too long | Keep at most 100 items.',
    ],
    [
      'a bad glob',
      'charts: {exclude: [ok/**, "a["]}',
      '1:27 charts.exclude[1]: a[ has a bracket that is not closed | Correct this value.',
    ],
    [
      'a duration without a unit',
      'charts: {collision: {stale-after: 30}}',
      '1:35 charts.collision.stale-after: 30 is not a text | Write a text.',
    ],
    [
      'a bad duration',
      'charts: {collision: {stale-after: 30 days}}',
      '1:35 charts.collision.stale-after: 30 days is no length of time; write hours, days or weeks such as 12h, 30d or 2w | Correct this value.',
    ],
    [
      'a pattern that RE2 does not have',
      'issues: {tickets: {patterns: ["(?=BLO)"]}}',
      '1:31 issues.tickets.patterns[0]: (?=BLO) looks around, which RE2 does not have | Correct this value.',
    ],
    [
      'a template without a version',
      'charts: {published: {tags: ["{name}"]}}',
      '1:29 charts.published.tags[0]: {name} must hold {version} once and may hold {name}, and no other braces | Correct this value.',
    ],
    [
      'a plain value that is none of a choice',
      'charts: {published: {tags: 5, index: true}}',
      '1:28 charts.published.tags: 5 is no valid value | Write auto, or a list.',
      '1:38 charts.published.index: true is no valid value | Write false, or a map of keys.',
    ],
    [
      'a mistyped key in the map of a choice',
      'charts: {published: {index: {brach: x}}}',
      '1:30 charts.published.index.brach: there is no key brach here | Did you mean branch?',
    ],
    ['a list at the top', '- a', '1:1 : a list is not a map of keys | Write a map of keys.'],
    ['a list item that is no text', 'bases: [3]', '1:9 bases[0]: 3 is not a text | Write a text.'],
    [
      'several documents',
      'mode: observe\n---\nmode: enforce\n',
      '2:1 : the file holds more than one YAML document | Keep one document; remove the lines --- and what is not meant.',
    ],
    ['an alias', 'mode: &m enforce\npreset: *m\n', '2:9 : aliases are not supported | Write the value out.'],
    ['a merge key', '<<: {mode: observe}', '1:1 : merge keys are not supported | Write the keys out.'],
    ['a key twice', 'mode: enforce\nmode: observe\n', '2:1 : the key mode stands here twice | Keep one of them.'],
    ['a key that is no text', '1: x', "1:1 : this key is no text | Use the keys of the policy's reference."],
    ['no YAML', 'a: [', '1:5 : this is no valid YAML (bad indent) | Correct the YAML at this place.'],
    [
      'an unknown tag',
      'mode: !env X',
      '1:7 : this is no valid YAML (tag resolve failed) | Correct the YAML at this place.',
    ],
  ])('tells the place of %s', (_, text, ...errors) => {
    expect(errorsOf(text)).toEqual(errors)
  })

  test('names the nearest valid name apart from the sentence', () => {
    const parsed = parsePolicy('mode: obsrve')
    expect(parsed).toMatchObject({ ok: false, errors: [{ nearest: 'observe' }] })
  })

  test('reports in the order of the file, at most 20', () => {
    const keys = Array.from({ length: 30 }, (_, index) => `zz${index}: 1`)
    const parsed = parsePolicy([...keys].join('\n'))
    expect(parsed.ok ? [] : parsed.errors.map((error) => error.line)).toEqual(
      keys.slice(0, 20).map((_, index) => index + 1),
    )
  })

  test('refuses more than 64 KB by bytes', () => {
    expect(errorsOf(`# ${'x'.repeat(maxPolicyBytes - 2)}`)).toEqual([])
    expect(errorsOf(`# ${'é'.repeat(maxPolicyBytes / 2)}`)).toEqual([
      '1:1 : the file is larger than 64 KB | Keep the policy file under 64 KB.',
    ])
  })

  test.each([
    ['brackets', '['],
    ['lists', '- '],
    ['maps', '{a: '],
  ])('survives the deepest nesting of %s that fits', (_, opening) => {
    expect(errorsOf(opening.repeat(Math.floor(maxPolicyBytes / opening.length)))).toEqual([
      '1:1 : the file is nested too deeply | A policy has at most four levels.',
    ])
  })

  test.each([
    [15, 'a list is not a map of keys'],
    [25, 'the file is nested too deeply'],
  ])('nested %i deep is refused since %s', (depth, reason) => {
    expect(errorsOf('['.repeat(depth) + ']'.repeat(depth))).toEqual([expect.stringContaining(reason)])
  })

  test('never throws, whatever the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'issues',
        'charts:',
        'rules: ',
        '{',
        '}',
        '[',
        ']',
        '\n',
        '  ',
        '- ',
        '? ',
        '&a',
        '*a',
        '<<: ',
        '!!set',
        '"',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = parsePolicy(pieces.join(''))
        if (parsed.ok) return
        expect(parsed.errors.length).toBeGreaterThan(0)
        for (const error of parsed.errors) expect(Math.min(error.line, error.column)).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})
