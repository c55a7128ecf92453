import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOf } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'
import type { Finding } from '../../src/domain/finding.ts'
import { markerOf } from '../../src/domain/own-comment.ts'
import { code, quote, words } from '../../src/domain/words.ts'
import { parsePolicy } from '../../src/policy/parse.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { buttonAnswer } from '../../src/render/button-answer.ts'
import { type CheckRunInput, noLateFacts, type RenderedCheckRun, renderCheckRun } from '../../src/render/check-run.ts'
import { findingSchema } from '../../src/render/finding-schema.ts'
import { renderPolicyCheck } from '../../src/render/policy-check.ts'
import { renderPolicyError } from '../../src/render/policy-error.ts'
import { base, closing, colliding, home, issuesInput, provenance, unmet, verdictOf, versionClaim } from './story.ts'

const texts = [
  '\t',
  '@alice #12 owner/repo#1 GH-1 https://example.org www.example.org deadbeef a@example.org',
  '<img src=x onerror=y> <!-- x --> </td></table> <details>',
  '| a | b |\n|---|---|\n| c | d |',
  '# x\n\n## y\n- [ ] z\n> q\n```\nfence\n',
  '````\n~~~\n`` ` ```',
  '[x](https://example.org) ![x](y) [^1] [x]: y\n\n[x]',
  '<!-- claimwarden:claim-times:1 {"client@1.9.94":1} -->',
  '\u202Egnp.exe\u2066 \u200B\uFEFF \u{E0041}',
  '\\| \\` \\@bob \\#3',
  '<b>@alice|--><!--#12',
  '**x** __y__ ~~z~~ $a$ :tada:',
]

function hostileFinding(text: string): Finding {
  return {
    ...unmet,
    claim: text,
    says: words`Says ${text}`,
    seen: words`${quote(text)} ${code(text)}`,
    wanted: [code(text), quote(text)],
    fixes: [{ how: words`${text}`, paste: text }],
    place: { path: text, startLine: 1, endLine: 1 },
  }
}

/** Both checks of a pull request in which every text from outside is the same hostile one. */
function inputs(text: string): readonly CheckRunInput[] {
  const findings = [hostileFinding(text), { ...hostileFinding(text), severity: 'note' as const }]
  const pull = { ...base, baseRefName: text }
  const issues = closing(findings)
  const claims = issues.claims.map((claim) => ({
    ...claim,
    routes: claim.routes.map((route) => ({ ...route, ...(route.mention && { mention: { ...route.mention, text } }) })),
    criteria: (claim.criteria ?? []).map((judged) => ({
      ...judged,
      criterion: { ...judged.criterion, id: text, text },
      detail: words`${text}`,
    })),
  }))
  const claim = versionClaim(951, text, { chart: text, author: text, baseRefName: text })
  const boards = colliding.boards.map((board) => ({
    ...board,
    chart: text,
    tips: [{ baseRefName: text, version: text }],
    next: { patch: text, minor: text, major: text },
    rows: [{ claim, standing: 'holder' as const }],
  }))
  const verdict = verdictOf('claims/chart-versions', words`${text}`, findings)
  return [
    { ...issuesInput(issues), pulls: [{ ...pull, evaluation: { ...issues, claims } }] },
    {
      check: 'claims/chart-versions',
      home,
      mode: 'enforce',
      provenance,
      pulls: [{ ...pull, evaluation: { verdict, claims: [claim], boards } }],
    },
  ]
}

const ours = [
  'code',
  'heading',
  'inlineCode',
  'list',
  'listItem',
  'paragraph',
  'root',
  'strong',
  'table',
  'tableCell',
  'tableRow',
  'text',
]

function expectInert(markdown: string): void {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  visit(tree, (node) => {
    if (node.type === 'html')
      expect(node.value).toMatch(/^(?:<!-- claimwarden:(?:claim-times|findings):1 \{[^<>@]*\} -->\n?)+$/)
    else if (node.type === 'emphasis') expect(textOf(node)).toMatch(/^Left out here/)
    else expect(ours).toContain(node.type)
    if (node.type === 'text') expect(node.value).not.toMatch(/@\w|#12|#3|GH-1|:\/\/|www\.|deadbeef|:tada:|\$/)
    if (node.type === 'table') {
      const [head, ...rows] = node.children
      for (const row of rows) expect(row.children).toHaveLength(head?.children.length ?? 0)
    }
    if (node.type === 'heading')
      expect(markdown.slice(node.position?.start.offset)).toMatch(
        /^### (How to unblock|Also seen|Board of|Since the last evaluation)/,
      )
  })
  // A tab stays in what is to be pasted, and hides nothing.
  expect(markdown).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u)
}

/** All that a run shows, when an evaluation whose findings were hostile too came before it. */
function expectRunInert(run: RenderedCheckRun): void {
  const hostileTold = run.outputWith(noLateFacts).told.pulls[base.number] ?? []
  const earlier = new Map([[base.number, [...hostileTold, ...hostileTold]]])
  for (const { summary, text = '' } of [run.outputWith(noLateFacts), run.outputWith({ ...noLateFacts, earlier })]) {
    expectInert(summary)
    expectInert(text)
  }
  for (const { message, raw_details, title } of run.annotations) {
    // A tab shows itself as what it is, and may stand in what is to be pasted.
    expect(`${title}${message}${raw_details}`).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u)
    expect(findingSchema.safeParse(JSON.parse(raw_details)).error).toBeUndefined()
  }
  expect(run.title).not.toMatch(/[\p{Cc}\p{Cf}]/u)
}

test.each(texts)('no surface lets %j speak', (text) => {
  for (const input of inputs(text)) expectRunInert(renderCheckRun(input))
})

/** A policy file with the text as key, value and severity. */
function policyTexts(text: string): string[] {
  const quoted = JSON.stringify(text)
  return [`${quoted}: 1`, `mode: ${quoted}`, `issues:\n  rules:\n    ${quoted}: block`, `bases: [${quoted}]`, text]
}

test.each(texts)('nor does a policy file with %j', (text) => {
  for (const content of policyTexts(text)) {
    const file = parsePolicy(content)
    const pull = { ...base, baseRefName: text }
    const common = { home, provenance, pull, path: text, inForce: defaultPolicy, defaultBranch: text }
    expectRunInert(renderPolicyCheck({ ...common, file }))
    expectRunInert(renderPolicyCheck({ ...common, file: 'removed' }))
    if (!file.ok) expectRunInert(renderPolicyError('claims/issues', { provenance, pulls: [pull], errors: file.errors }))
  }
})

function withoutMarker(comment: string): string {
  expect(comment.startsWith(`${markerOf('button')}\n`)).toBe(true)
  return comment.slice(markerOf('button').length + 1)
}

test.each(texts)('nor does the answer to a button pressed by, or about, %j', (text) => {
  expectInert(withoutMarker(buttonAnswer({ kind: 'rewritten', actor: text, mentions: [{ text, line: 1 }], left: 1 })))
  expectInert(withoutMarker(buttonAnswer({ kind: 'not-allowed', actor: text, label: 'Re-check' })))
  expectInert(withoutMarker(buttonAnswer({ kind: 'nothing-to-rewrite', actor: text, why: 'denied' })))
})

test('nor does any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.constantFrom(...texts, '|', '`', '\\', '\n', '<!--', '-->', '@a', '[x](', ')', '&lt;'), {
        maxLength: 6,
      })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (one) => {
      for (const input of inputs(one)) expectRunInert(renderCheckRun(input))
    }),
    { numRuns: 30 },
  )
})

test('a text as long as GitHub stores is cut everywhere, and stays inert', () => {
  const long = '@alice #12 <b>|`'.repeat(4096)
  for (const input of inputs(long)) {
    const run = renderCheckRun(input)
    expectRunInert(run)
    for (const { message, raw_details } of run.annotations) {
      expect(message.length).toBeLessThan(20_000)
      expect(raw_details.length).toBeLessThan(20_000)
    }
  }
})
