import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { issueRuleIds } from '../../src/domain/finding.ts'
import { scanDescription, scanRawText } from '../../src/facts/parse/closing-keywords.ts'
import { usePartOf } from '../../src/publish/buttons-part-of.ts'

const home = { owner: 'tracebloc', name: 'client' }

function mentionsOf(body: string) {
  const scan = scanDescription(body, home)
  return scan.known ? scan.value.mentions : []
}

function rewrite(body: string, numbers?: readonly number[]): string {
  const keywords = mentionsOf(body)
    .filter(({ target }) => numbers === undefined || numbers.includes(target.number))
    .map((mention) => ({ mention, rule: 'acceptance-unmet' as const }))
  return usePartOf(body, keywords).body
}

const beside = '<!-- Claimwarden: "Part of", not a closing keyword, because its acceptance is not met yet. -->'

describe('only the keyword is replaced, and a reason stands beside it', () => {
  test.each([
    ['alone', 'Closes #7', `Part of #7 ${beside}`],
    ['with a colon', 'Closes: #7', `Part of: #7 ${beside}`],
    ['inside a sentence', 'It fixes #7, they say.', `It part of #7 ${beside}, they say.`],
    ['in capitals', 'CLOSES #7', `Part of #7 ${beside}`],
    ['across repositories', 'Resolves tracebloc/backend#7', `Part of tracebloc/backend#7 ${beside}`],
    ['in bold', '**Closes #7**', `**Part of #7 ${beside}**`],
    ['with CRLF around', 'One\r\n\r\nCloses #7\r\nTwo', `One\r\n\r\nPart of #7 ${beside}\r\nTwo`],
    ['several times', 'Closes #7 and closes #8', `Part of #7 ${beside} and part of #8 ${beside}`],
    ['not in code', '`Closes #9` Closes #7', `\`Closes #9\` Part of #7 ${beside}`],
  ])('%s', (_, body, wanted) => {
    expect(rewrite(body)).toBe(wanted)
  })
})

test('others stay as they are', () => {
  expect(rewrite('Closes #7 and closes #8', [8])).toBe(`Closes #7 and part of #8 ${beside}`)
})

test('a keyword that does not stand there any more is left alone', () => {
  const [mention] = mentionsOf('Closes #7')
  expect(mention).toBeDefined()
  const keywords = mention === undefined ? [] : [{ mention, rule: 'acceptance-unmet' as const }]
  expect(usePartOf('Sorry, closes #7', keywords)).toEqual({ body: 'Sorry, closes #7', rewritten: [] })
})

test.each(issueRuleIds)('the reason for %s arms nothing when it becomes a squash text', (rule) => {
  const [mention] = mentionsOf('Closes #7')
  const keywords = mention === undefined ? [] : [{ mention, rule }]
  const { body } = usePartOf('Closes #7', keywords)
  for (const text of [body, `${body} #9`, `${body}\n#9`, body.replace('Part of #7 ', '')]) {
    expect(scanRawText(text, home)).toEqual([])
    expect(mentionsOf(text)).toEqual([])
  }
})

test('whatever stands around, no rewritten keyword closes, and the text without our words is the old one', () => {
  const piece = fc.oneof(
    fc.constantFrom('Closes #7', 'fixes: #8', 'Part of #9', '`closes #7`', '\n\n', '- ', '**', '> ', '| ', '<b>'),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const body = pieces.join(' ')
      const mentions = mentionsOf(body)
      const { body: after, rewritten } = usePartOf(
        body,
        mentions.map((mention) => ({ mention, rule: 'acceptance-unmet' as const })),
      )
      expect(rewritten).toHaveLength(mentions.length)
      expect(mentionsOf(after)).toEqual([])
      let old = after.replaceAll(` ${beside}`, '')
      for (const { keyword, start } of mentions) old = `${old.slice(0, start)}${keyword}${old.slice(start + 7)}`
      expect(old).toBe(body)
    }),
  )
})
