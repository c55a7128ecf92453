import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Disclaimer } from '../../../src/domain/closing-claim.ts'
import { readDisclaimers } from '../../../src/facts/parse/disclaimer.ts'
import { parseMarkdown } from '../../../src/facts/parse/markdown.ts'

function disclaimers(body: string): Disclaimer[] {
  const document = parseMarkdown(body)
  if (!document.known) throw new Error(document.what)
  return readDisclaimers(document.value, { home: { owner: 'o', name: 'r' } })
}

const kinds = (body: string) => disclaimers(body).map((disclaimer) => disclaimer.kind)

describe('first kind: the pull request denies solving', () => {
  test.each([
    ['## What this does not fix\n\n- the upgrade'],
    ['This PR does not diagnose those failures.'],
    ['It collects, it does not fix.'],
    ['It does not fix the auto-upgrade.'],
    ["This change doesn't solve the crash."],
    ['This will not resolve the failures on the edge.'],
    ['We do not address the root cause here.'],
    ['This PR collects logs and does not diagnose them.'],
    ['This is not a fix for the upgrade.'],
    ['Does not fix the upgrade.'],
    ['- does not cure the cause'],
    ['This is not meant to fix the upgrade.'],
    ['It cannot fix the upgrade by itself.'],
    ['**What this does not fix:** the upgrade'],
    ['## Not fixed here\n\n- the upgrade'],
    ['This change does not root-cause the exit 1 path.'],
    ['This PR mitigates but does not eliminate the race.'],
    ['We are not fixing the network stack here.'],
    ['This only hides the banner without fixing the error.'],
    ["This PR doesn't tackle permissions."],
    ['The cause of the leak is not addressed here.'],
    ['The leak is not fixed by this change.'],
    ['> [!WARNING]\n> This is not a fix for the crash.'],
  ])('%j', (body) => {
    expect(kinds(body)).toContain('denies-solving')
  })

  test('"What this does not do" becomes the first kind by the sentence below it (tracebloc/client#951)', () => {
    expect(disclaimers('Intro.\n\n## What this does not do\n\nIt does not fix the upgrade.')).toEqual([
      { kind: 'leaves-out', text: 'What this does not do', line: 3 },
      { kind: 'denies-solving', text: 'It does not fix the upgrade.', line: 5 },
    ])
  })
})

describe('second kind: work is left out', () => {
  test.each([
    ['## Out of scope\n\n- the parser'],
    ['## Not verified\n\n- Windows'],
    ['## Follow-ups\n\n- docs'],
    ['**Follow-up:** docs'],
    ['### 3. Known limitations'],
    ['Non-goals:\n- speed'],
    ['## What this does not do\n\nIt does not change the API.'],
    ['## Next steps\n\nDocs.'],
  ])('%j', (body) => {
    expect(kinds(body)).toEqual(['leaves-out'])
  })
})

describe('neither', () => {
  test.each([
    ['This fixes the upgrade.'],
    ['The old parser does not resolve symlinks.'],
    ['The server does not close idle connections.'],
    ['It did not fix the crash, so here is another way.'],
    ["It didn't fix the crash, so here is another way."],
    ['It could not fix the crash before.'],
    ['Rejected: it would not fix the ordering.'],
    ['The leak was not fixed by this commit, so it was reverted.'],
    ['Without fixing the tests first, nobody could merge.'],
    ['The crash that was not fixed in May is gone.'],
    ['This does not change the API.'],
    ['This does not only fix the crash, it removes the cause.'],
    ['This does not close #12.'],
    ['Filed, not fixed: #12'],
    ['## What this does NOT close: #12'],
    ['> This does not fix the crash.'],
    ['```\nThis does not fix the crash.\n```'],
    ['<!-- This PR does not fix everything -->'],
    ['## Fixes'],
    ['## Summary\n\nAll of it.'],
    ['Users who do not close the window lose data.'],
    ['## Why not earlier\n\nNo time.'],
    [''],
  ])('%j', (body) => {
    expect(kinds(body)).toEqual([])
  })
})

test('never throws', () => {
  const part = fc.constantFrom('This does', 'not', 'fix', 'it', ',', '.', ':', '\n', '\n\n', '## ', '**', '- ')
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 40 }), (parts) => {
      const document = parseMarkdown(parts.join(' '))
      if (document.known) readDisclaimers(document.value, { home: { owner: 'o', name: 'r' } })
    }),
  )
})
