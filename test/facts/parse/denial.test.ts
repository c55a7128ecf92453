import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Denial, DenialKind } from '../../../src/domain/closing-claim.ts'
import { type DenialOptions, readDenials, readRawDenials } from '../../../src/facts/parse/denial.ts'
import { parseMarkdown } from '../../../src/facts/parse/markdown.ts'

const home = { owner: 'o', name: 'r' }

function denials(body: string, options: Partial<DenialOptions> = {}): Denial[] {
  const document = parseMarkdown(body)
  if (!document.known) throw new Error(document.what)
  return readDenials(document.value, { home, ...options })
}

/** What a description says against #12. */
const against = (body: string) =>
  denials(body)
    .filter((denial) => denial.target.number === 12)
    .map((denial) => denial.kind)

const denied: Record<DenialKind, readonly string[]> = {
  negated: [
    "**Does not fix** #12's out-of-memory crash on one platform.",
    'This PR does not close #12.',
    'Does **not** close #12; the second half is still open.',
    'Filed, not fixed: #12',
    'no-close: #12',
    'do-not-close #12',
    "This doesn't fix #12.",
    'This doesn’t fix #12.',
    'It does not yet fix #12.',
    'This does not fully resolve #12.',
    'This does not, however, close #12.',
    'This will not close #12',
    "We can't fix #12 here.",
    'This cannot close #12 by itself.',
    'It never fixed #12.',
    'This change is not meant to close #12.',
    'This is not intended to fix #12.',
    'This does NOT attempt to fix #12',
    "I don't think this fixes #12.",
    'This is not enough to close #12.',
    'This does not touch the cache or fix #12.',
    'This does not diagnose, close or resolve #12.',
    'It neither closes #12 nor touches it.',
    'Nothing in this PR fixes #12.',
    'No part of this closes #12.',
    'None of these changes fix #12.',
    'Adds logging without a full fix: #12',
    'Adds logs rather than fix #12.',
    'Works around it instead of a real fix: #12',
    'NOT Closes: #12',
    'Closes: #12? no - this one (not) closes #12',
    'Closes #12: no',
    'Fixes #12, not closing since this is for experimental',
    'Fixes #12 (not yet)',
    'Fixes #12 — not in this PR',
    'This no longer closes #12.',
    'Closes #12\n\nThis goes ahead without closing #12.',
    'Closes #12\n\nIt does not solve #12.',
    'This PR is unable to fix #12.',
    'It is not true that this fixes #12.',
    'Collects logs; it does not fix #12.',
    'This does not\nfix #12.',
    'This has yet to fix #12.',
    "I'm not going to fix #12 here.",
    'This by no means resolves #12.',
    'This never claimed to close #12.',
    'Merging does not, in itself, close #12.',
    'It is too early to close #12.',
    'This does not do anything to fix #12.',
    'The new limit barely fixes #12.',
    'A longer timeout failed to fix #12.',
    'Dieser PR closes #12 nicht.',
    'Dieser PR closes #12 noch nicht vollständig.',
    'Bitte nicht closes #12 schreiben.',
    'Este PR no fixes #12, solo añade registros.',
    'Este PR não resolve #12.',
    'Cette PR ne va pas fix #12.',
    'Этот PR не fixes #12.',
    '这个 PR 不会 close #12',
    '本次修改没有 fix #12。',
    '今回は closes #12 をクローズしません',
  ],
  conditional: [
    'Whoever owns it should close #12 once #86 lands.',
    'Close #12 once #86 lands.',
    'Closes #12 (once the rollout is through).',
    'Fixes #12, but only after #86 merges.',
    'Closes #12 as soon as the backend ships.',
    'Fixes #12 when #86 is merged.',
    'Once #86 lands, this closes #12.',
    'Closes #12 until then',
    'Closes #12 unless QA finds more.',
    'We keep the flag until we can fix #12.',
    'Before you close #12, read the notes.',
    'Somebody should close #12 by hand.',
    'A maintainer can close #12.',
    'PR #99 will fix #12.',
    '#99 closes #12.',
    'A follow-up fixes #12.',
    'The next PR will close #12.',
    'A separate change resolves #12.',
    'We still need to fix #12.',
    'I will fix #12 later.',
    'I will fix #12 in a follow-up.',
    'Fixed #12 in #86.',
    'Please close #12 manually.',
    'Closes #12\n\n#12 will be closed by #86.',
    'Closes #12\n\n#12 is to be fixed in a follow-up.',
    'Pending: we will later close #12',
    'The migration PR will close #12.',
    "We'll fix #12 when design has answered.",
    'Once the vendor answers we can close #12.',
    'The rest comes with the release; we then close #12.',
    'Fixes #12 as long as the server is upgraded too.',
    'Closes #12 subject to review by security.',
    'Needs a follow-up to fix #12.',
    'I have another PR that fixes #12.',
    'A second PR will fix #12.',
    'Subsequent PRs will resolve #12.',
    'Someone else has to fix #12.',
    'We still have to fix #12.',
    'We fix #12 in the next sprint.',
    'Somebody will fix #12 another day.',
    'The team will close #12.',
    'Fixed #12 elsewhere.',
    'The next PR in the stack resolves #12.',
    'We can close #12 after the rollout has been watched.',
    'Fixes #12 if the feature flag is on.',
    'This should only close #12 after the beta.',
    'Fixes #12 später.',
  ],
  partial: [
    'Partially fixes #12',
    'Fixes #12 (partial)',
    'Fixes #12 partially.',
    'Closes #12 in part.',
    'Mostly fixes #12.',
    'This helps fix #12.',
    'This is the first step to fix #12.',
    'First step: closes #12',
    'Part 1 - closes #12',
    'Fixes #12 (1/3)',
    'Fixes #12 (part 1)',
    'Closes #12, at least partially',
    'Fixes #12 except for Windows.',
    "Fixes #12's first half.",
    'Partial fix: #12',
    'Half fixed: #12',
    'Half of the work to close #12.',
    'First half of the changes that fix #12.',
    'Groundwork to fix #12.',
    'First of two PRs to close #12.',
    'One step closer to being able to close #12.',
    'Prepares the schema to fix #12.',
    'Fixes #12 in the API but not yet in the UI.',
    'Fixes #12 on Linux, not on Windows.',
    'Fixes #12, but only for admins.',
    'Interim fix: #12',
    'Preparatory work needed to fix #12.',
    'Part of the work that is needed to close #12.',
    'Fixes #12 on Linux only.',
    'Fixes #12 only for new accounts.',
    'Fixes #12 (partial fix)',
    'Fixes #12 teilweise.',
    'Resolves #12 parcialmente.',
    '部分 fixes #12',
  ],
  mentioned: [
    'The earlier commit message said "closes #12", which was wrong.',
    'The title “Fix #12” was misleading.',
    "It was called 'fix #12' before.",
    'タイトルから「fixes #12」を削除しました。',
    'J’ai enlevé « fixes #12 » du titre.',
  ],
  'stays-open': [
    'Closes #12\n\nPart of #12',
    'Closes #12. #12 stays open.',
    'Fixes #12. Towards #12.',
    'Contributes to #12; closes #12',
    'Part of #11, #12 and #13.\n\nCloses #12',
    'Part of the issue #12.\n\nCloses #12',
    'Closes #12\n\n#12 is still open for the rest.',
    'Closes #12\n\n#12 should remain open.',
    'Closes #12\n\nKeeps #12 open.',
    'Closes #12\n\nThis is a first step towards #12.',
    'Closes #12\n\nDoes half of #12.',
    'Closes #12\n\n#12 is not fully fixed.',
    'Closes #12\n\n#12 still needs the backend.',
    'Closes #12\n\nMost of #12.',
    'Part of r#12 — closes #12',
  ],
  introduced: [
    '## Out of scope\n\n- closes #12',
    '## What this does NOT close\n\nfixes #12 and more',
    '**Does not close:**\n\n- fixes #12',
    'Does not close:\n- fixes #12\n- fixes #13',
    'Out of scope: fixes #12',
    'Follow-ups:\n\n1. fix #12',
    '- Not in this PR:\n  - fix #12',
    'TODO: fix #12',
    '### Non-goals\n\nFixes #12',
    '## Left for follow-up PRs\n\n- fix #12',
    'For later:\n- fix #12',
    '### Will be done separately\n- fix #12',
    'Deferred to a later release:\n- fix #12',
    '## Not fixed here\n\n- fix #12',
  ],
}

describe('a denial of the number', () => {
  test.each(Object.entries(denied).flatMap(([kind, bodies]) => bodies.map((body): [string, string] => [kind, body])))(
    '%s: %j',
    (kind, body) => {
      expect(against(body)).toContain(kind)
    },
  )
})

describe('no denial', () => {
  test.each([
    'Closes #12',
    'CLOSES: #12',
    '- Closes #12',
    'Closes #11, closes #12 and closes #13',
    'This not only fixes #12 but also speeds up start-up.',
    'This does not just fix #12, it removes the cause.',
    'This does not merely fix #12, it removes the cause.',
    'This does not touch the parser. Fixes #12.',
    'Does not touch the parser\nFixes #12',
    'Not breaking\n\nFixes #12',
    'Speeds it up without changing the API, closes #12',
    'Fixes #12 without changing the API.',
    'It no longer crashes; fixes #12',
    'No longer crashes and fixes #12',
    'This cannot merge before #10. Closes #12.',
    'Not a breaking change, closes #12',
    'No API changes, fixes #12',
    'No functional change intended. Closes #12',
    'This does not break anything and fixes #12',
    'I could not reproduce it at first, but this fixes #12',
    'Could not test on Windows; should fix #12',
    'This should fix #12',
    'Hopefully fixes #12',
    'This might fix #12.',
    'Not sure it is pretty: fixes #12',
    'No doubt this fixes #12.',
    'Fixes #12. Refs #11, see #10.',
    'Refs #10, closes #12',
    'Related to #12. Closes #12',
    'See #10. Fixes #12',
    'Closes #12 once and for all.',
    'Closes #12 when merged.',
    'Closes #12 once this PR is merged.',
    'When merged, this closes #12.',
    'Fixes #12 when the file is empty.',
    'Fixes #12 if the user has no config.',
    'Fixes #12 after a restart.',
    'After #86 the parser crashed on start, fixes #12.',
    'Depends on #10 and closes #12',
    'Follow-up to #10, fixes #12',
    'Follow-up to #10. Closes #12',
    'Builds on the previous PR to fix #12',
    'Reverts the previous commit and fixes #12.',
    'Closes #11, not #13. Closes #12',
    'Closes the last part of #11 and closes #12',
    'Partially reverts #10 and fixes #12.',
    'Part of #11. Closes #12',
    'Part of #11, closes #12',
    'Fixes #12, which was never closed properly.',
    'Fixes #12 where uploads did not finish.',
    'Fixes #12: the app does not start.',
    'Fixes #12 - no more crashes',
    'Closes #12, no tests needed.',
    'Closes #12 (not the other one)',
    'Fixes "unknown option" error, closes #12',
    'Fixes #12 by 5" wide margins',
    'Closes #12. The first message also said "closes #12".',
    'Why this is not a workaround: closes #12',
    'Do not merge: closes #12',
    '## Summary\n\nNothing new.\n\nCloses #12',
    '## Follow-ups\n\nNone.\n\nCloses #12',
    '## What this fixes\n\n- fixes #12',
    'Out of scope:\n- the parser\n\nCloses #12',
    'To fix #12 we rewrote the loader. Closes #12',
    'In order to fix #12, the loader was rewritten.',
    'Instead of retrying forever this gives up, which fixes #12',
    'Rather than waiting, this returns at once and closes #12.',
    'This will fix #12.',
    'We fixed #12 properly.',
    'This PR finally closes #12 for good.',
    'If the token is missing nothing is sent. Fixes #12.',
    "Don't forget the migration. Closes #12",
    'Not yet released users are affected too, closes #12',
    'No migration is needed to fix #12.',
    'Fixes #12 in the parser.',
    'Fixes #12 with a new index.',
    'This closes #12 next to the old form.',
    'Use `not` here; fixes #12',
    'Closes #12\n\n#12 is closed by this PR.',
    'Closes #12\n\n#12 will be closed by this.',
    'Not part of #11. Closes #12',
    'fix: handle null\n\nfixes #12',
    'Tests: none\nFixes #12',
    'Breaking change: no\nFixes #12',
    'Breaking change? No. Fixes #12',
    'The old code never worked\nCloses #12',
    'Fixes #12: partial reads are retried.',
    'The first commit does not change behaviour; the second one fixes #12.',
    'The second commit fixes #12.',
    'Someone has asked us to fix #12.',
    'This still has the old name, but closes #12.',
    'This is the second PR that fixes #12.',
    'When merged we can close #12.',
    'Prepares the parser and fixes #12.',
    'The groundwork was merged with #11; this closes #12.',
    'The initial fix #12 asked for.',
    'Fixes #12 in the API, not in the way proposed.',
    'Fixes #12 in the API but not #13.',
    'Fixes #12, but not in the nicest way.',
    'It is not about speed, it fixes #12.',
    'Second of two PRs to close #12.',
    'Drops w as there is no alternative Closes: #12',
    'usb: ignore incomplete packets (Closes: #12)',
    'Fixes #12 - half-open connections are dropped',
    'Fixes #12 when the --json flag is set.',
    'We should fix #12 now that it is known, closes #12',
    'The PR will close #12.',
    'The attached PR will close #12.',
    'Does the last part of the work to close #12.',
    'The first step of the wizard accepted nothing, fixes #12',
    'Half of the connections were never returned, fixes #12',
    'Fixes #12 on Linux.',
    'Fixes #12 for users with only one account.',
    'Das ist nicht nur schneller, es fixes #12 auch.',
    'Der Export bricht nicht mehr ab, fixes #12.',
    'Closes #12 nicht erreichbare Server',
    'A aplicação não trava mais, fixes #12',
    '修复无法登录的问题，fixes #12',
    '不影响接口。Closes #12',
    '起動しない不具合の修正です。fixes #12',
    'Closes #12 「ログインできない」',
    'Окно не закрывается само, fixes #12',
  ])('%j', (body) => {
    expect(against(body)).toEqual([])
  })
})

describe('which number it is about', () => {
  test('a denial of one number leaves the other alone', () => {
    const found = denials('This does not close #11 and closes #12. Partially fixes #13.')
    expect(found.map(({ target, kind }) => [target.number, kind])).toEqual([
      [11, 'negated'],
      [13, 'partial'],
    ])
  })

  test('the real last line of client#951 contradicts the number in its own repository (tracebloc/client#951)', () => {
    const text = "Part of tracebloc/backend#2961 — NOT Closes: #2961's acceptance is other work."
    const found = denials(text, { home: { owner: 'tracebloc', name: 'client' } })
    expect(found.map(({ target, kind }) => [`${target.repository.name}#${target.number}`, kind])).toEqual([
      ['client#2961', 'negated'],
      ['backend#2961', 'stays-open'],
    ])
  })

  test('"Part of" and "close once" speak of the same number (objectstack-ai/objectstack#8476)', () => {
    const found = denials('Part of #81. Whoever owns it should close #81 once #86 lands.')
    expect(found.map(({ target, kind }) => [target.number, kind])).toEqual([
      [81, 'stays-open'],
      [81, 'conditional'],
    ])
  })

  test('a pull request may speak of itself by number', () => {
    expect(denials('PR #951 closes #12.', { self: 951 })).toEqual([])
    expect(denials('PR #950 closes #12.', { self: 951 })).toHaveLength(1)
  })

  test('sentence and line are those of the denial', () => {
    expect(denials('Closes #1\r\n\r\nMore work. This does\r\n**not** close #12. End.')).toEqual([
      { target: { repository: home, number: 12 }, kind: 'negated', sentence: 'This does not close #12.', line: 4 },
    ])
  })
})

describe('raw commit text', () => {
  test.each<[string, DenialKind[]]>([
    ['Refactor reader\n\nIt does not close #12.', ['negated']],
    ["Work\n\n## What this does NOT close\n\n#12's remaining half", ['negated']],
    ['Revert "Close #12: new cache"', ['mentioned']],
    ['Add gate\n\nThe text `Closes #12` is what it looks for.', []],
    ['Add cache\n\nCloses #12', []],
  ])('%j', (text, kinds) => {
    expect(readRawDenials(text, { home }).map((denial) => denial.kind)).toEqual(kinds)
  })
})

describe('properties', () => {
  test('never throws, and CRLF reads as LF', () => {
    const part = fc.constantFrom(
      'This does',
      'not',
      'close #12',
      'fixes #13',
      ',',
      '.',
      ':',
      '"',
      '(',
      ')',
      '\n',
      '\n\n',
      '- ',
      'once',
      '#86',
      'lands',
      'or',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 40 }), (parts) => {
        const body = parts.join(' ').replaceAll('\r', '')
        const document = parseMarkdown(body)
        fc.pre(document.known)
        const strip = (found: Denial[]) => found.map(({ target, kind, line }) => [target.number, kind, line])
        expect(strip(denials(body.replaceAll('\n', '\r\n')))).toEqual(strip(denials(body)))
        readRawDenials(body, { home })
      }),
    )
  })

  test.each(['not close #12 ', 'Part of #1, ', 'once ', 'Does not close:\n- fix #1\n', '"', ': ', 'not, '])(
    'a long run of %j takes no longer than a moment',
    (part) => {
      const text = part.repeat(65_000 / part.length)
      const before = process.cpuUsage()
      readRawDenials(text, { home })
      const document = parseMarkdown(text)
      if (document.known) readDenials(document.value, { home })
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(8_000)
    },
  )
})
