import { expect, test } from '@jest/globals'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'
import type { Finding } from '../../src/domain/finding.ts'
import { code, quote, words } from '../../src/domain/words.ts'
import type { CheckRunInput } from '../../src/render/check-run.ts'
import {
  base,
  closing,
  colliding,
  home,
  issuesInput,
  provenance,
  render,
  unmet,
  verdictOf,
  versionClaim,
} from './story.ts'

const texts = [
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

test.each(texts)('no surface lets %j speak', (text) => {
  for (const input of inputs(text)) {
    const run = render(input)
    for (const markdown of [run.summary, run.text ?? '']) {
      const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
      visit(tree, (node) => {
        if (node.type === 'html')
          expect(node.value).toMatch(/^(?:<!-- claimwarden:(?:claim-times|findings):1 \{[^<>@]*\} -->\n?)+$/)
        else expect(ours).toContain(node.type)
        if (node.type === 'text') expect(node.value).not.toMatch(/@\w|#12|#3|GH-1|:\/\/|www\.|deadbeef|:tada:|\$/)
        if (node.type === 'table') {
          const [head, ...rows] = node.children
          for (const row of rows) expect(row.children).toHaveLength(head?.children.length ?? 0)
        }
        if (node.type === 'heading')
          expect(markdown.slice(node.position?.start.offset)).toMatch(/^### (How to unblock|Also seen|Board of)/)
      })
      expect(markdown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    }
    for (const { message, raw_details, title } of run.annotations) {
      expect(`${title}${message}${raw_details}`).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    }
    expect(run.title).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  }
})
