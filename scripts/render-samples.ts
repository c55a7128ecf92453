/**
 * Renders check runs as people see them, from the rules and the renderer, to look at and for the pictures of the README:
 *
 *     npx tsx scripts/render-samples.ts [folder] [--pictures]
 *
 * Writes one HTML page a sample; with --pictures also a PNG each, by the `chromium` on the path.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { unknown } from '../src/domain/reading.ts'
import { evaluateCharts } from '../src/evaluate/charts/evaluate.ts'
import { evaluateIssues } from '../src/evaluate/issues/evaluate.ts'
import { parsePolicy } from '../src/policy/parse.ts'
import { policyPath } from '../src/policy/path.ts'
import { defaultPolicy } from '../src/policy/schema.ts'
import { type LateFacts, noLateFacts, type RenderedCheckRun, renderCheckRun } from '../src/render/check-run.ts'
import { renderPolicyCheck } from '../src/render/policy-check.ts'
import { toldFinding } from '../src/render/told-findings.ts'
import { renderUnread } from '../src/render/unread.ts'
import { baseOf, factsOf, policyOf, readAt } from '../test/evaluate/charts/facts.ts'
import { backend, facts, issue, ref } from '../test/evaluate/issues/issues-facts.ts'
import { acceptanceOfExits, bodiesOf951 } from '../test/story/story.ts'

const home = { owner: 'tracebloc', name: 'client' }
const pull = { number: 951, baseRefName: 'develop', baseSha: 'b6f0c2d94e517a83b6f0c2d94e517a83b6f0c2d9' }
const headSha = 'a91c4e7d20b35f68a91c4e7d20b35f68a91c4e7d'
const earlierHead = '3d5e8f1b7a924c603d5e8f1b7a924c603d5e8f1b'
const provenance = {
  headSha,
  readAt,
  policy: { from: 'repository' as const, path: policyPath, blobOid: 'c07d1e5f93a64b28c07d1e5f93a64b28c07d1e5f' },
}
const required: LateFacts = {
  ...noLateFacts,
  requirements: new Map([['develop', { kind: 'required', source: 'this-app' }]]),
}

interface Sample {
  readonly name: string
  readonly run: RenderedCheckRun
  readonly late: LateFacts
  /** Height of the picture in CSS pixels. */
  readonly height: number
}

function blockedIssues(): Sample {
  const target = ref(2961, backend)
  const evaluation = evaluateIssues(
    facts({
      body: bodiesOf951.closesExits,
      linked: [target],
      issues: [issue(target, { body: acceptanceOfExits.underHeading })],
    }),
    defaultPolicy,
  )
  const run = renderCheckRun({
    check: 'claims/issues',
    home,
    mode: 'enforce',
    provenance,
    pulls: [{ ...pull, evaluation }],
  })
  return { name: 'blocked-issues', run, late: required, height: 800 }
}

function blockedCharts(): Sample {
  const evaluation = evaluateCharts(
    factsOf({
      bases: [baseOf('develop', [{ version: '1.9.93' }])],
      pulls: [
        { number: 922, age: 90, charts: [{ version: '1.9.94' }] },
        { number: 951, age: 40, charts: [{ version: '1.9.94' }] },
        { number: 952, age: 30, charts: [{ version: '1.9.93', before: '1.9.92' }] },
      ],
    }),
    policyOf(),
  ).get(951)
  if (evaluation === undefined) throw new Error('#951 was not judged')
  const input = {
    check: 'claims/chart-versions' as const,
    home,
    mode: 'enforce' as const,
    provenance,
    pulls: [{ ...pull, evaluation }],
  }
  const [finding] = evaluation.verdict.findings
  if (finding === undefined) throw new Error('#951 was not blocked')
  const stale = { ...finding, claim: 'client@1.9.93', rule: 'bump-swallowed' as const }
  const earlier = new Map([[951, [toldFinding(stale, earlierHead, undefined)]]])
  return { name: 'blocked-charts', run: renderCheckRun(input), late: { ...required, earlier }, height: 885 }
}

function unreadable(): Sample {
  const run = renderUnread('claims/issues', {
    home,
    headSha,
    readAt,
    pulls: [pull],
    unknown: unknown('unavailable', 'GitHub did not say what this pull request would close', 'may-cure'),
  })
  return { name: 'unknown', run, late: noLateFacts, height: 300 }
}

function brokenPolicy(): Sample {
  const file = parsePolicy('isues:\n  mode: observe\ncharts:\n  collision:\n    stale-after: 30 days\n')
  const run = renderPolicyCheck({
    home,
    provenance,
    pull,
    path: policyPath,
    file,
    inForce: defaultPolicy,
    defaultBranch: 'develop',
  })
  return { name: 'broken-policy', run, late: noLateFacts, height: 520 }
}

const marks = {
  success: ['✓', '#1a7f37'],
  failure: ['✗', '#cf222e'],
  action_required: ['!', '#9a6700'],
  neutral: ['–', '#59636e'],
}

function pageOf({ run, late }: Sample): string {
  const { summary, text = '' } = run.outputWith(late)
  const [mark = '', colour = ''] = marks[run.conclusion]
  const html = (markdown: string) =>
    micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })
  const annotations = run.annotations
    .map(
      (one) =>
        `<div class="annotation ${one.annotation_level}"><b>${escapeHtml(one.title)}</b><span>${escapeHtml(one.path)}, line ${one.start_line}</span><pre>${escapeHtml(one.message)}</pre></div>`,
    )
    .join('')
  const buttons = run.actions.map(({ label }) => `<span class="button">${escapeHtml(label)}</span>`).join('')
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>
<header><span class="mark" style="background:${colour}">${mark}</span><h1>${run.name}</h1><div class="buttons">${buttons}</div></header>
<h2>${escapeHtml(run.title)}</h2><main>${html(summary)}${text === '' ? '' : `<h3 class="part">Details</h3>${html(text)}`}</main>
${annotations === '' ? '' : `<h3 class="part">Annotations</h3>${annotations}`}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const style = `
body { font: 14px/1.5 system-ui, "Noto Sans", sans-serif; color: #1f2328; background: #fff; margin: 0; padding: 20px 28px; max-width: 960px }
header { display: flex; align-items: center; gap: 10px; border-bottom: 1px solid #d1d9e0; padding-bottom: 12px }
h1 { font-size: 18px; margin: 0; flex: 1 } h2 { font-size: 20px; margin: 16px 0 8px }
.mark { color: #fff; border-radius: 50%; width: 22px; height: 22px; display: inline-grid; place-items: center; font-size: 13px }
.button { border: 1px solid #d1d9e0; border-radius: 6px; background: #f6f8fa; padding: 4px 12px; margin-left: 8px; font-size: 12px; font-weight: 600 }
h3 { font-size: 16px; margin: 18px 0 8px } .part { border-top: 1px solid #d1d9e0; padding-top: 14px; color: #59636e }
table { border-collapse: collapse; margin: 8px 0 12px } th, td { border: 1px solid #d1d9e0; padding: 5px 12px; text-align: left; vertical-align: top } tr:nth-child(2n) td { background: #f6f8fa }
code, pre { font: 12px/1.45 ui-monospace, "DejaVu Sans Mono", monospace } code { background: #eff1f3; border-radius: 5px; padding: 2px 5px }
main pre { background: #f6f8fa; border-radius: 6px; padding: 10px 14px } main pre code { background: none; padding: 0 } li { margin: 4px 0 }
.annotation { border-left: 3px solid #cf222e; background: #fff8f7; padding: 8px 12px; margin: 8px 0 } .annotation.warning { border-color: #9a6700; background: #fffbf0 } .annotation.notice { border-color: #59636e; background: #f6f8fa }
.annotation span { float: right; color: #59636e } .annotation pre { margin: 6px 0 0; white-space: pre-wrap }`

const folder = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'docs/images')
const pictures = process.argv.includes('--pictures')
mkdirSync(folder, { recursive: true })
for (const sample of [blockedIssues(), blockedCharts(), unreadable(), brokenPolicy()]) {
  const page = resolve(folder, `${sample.name}.html`)
  writeFileSync(page, pageOf(sample))
  if (!pictures) continue
  const picture = resolve(folder, `${sample.name}.png`)
  execFileSync(
    'chromium',
    [
      '--headless',
      '--no-sandbox',
      '--hide-scrollbars',
      `--window-size=1000,${sample.height}`,
      `--screenshot=${picture}`,
      `file://${page}`,
    ],
    { stdio: 'ignore' },
  )
  console.log(`${picture}: ${Math.round(statSync(picture).size / 1024)} KB`)
}
