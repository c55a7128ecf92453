import { describe, expect, test } from '@jest/globals'
import { toHtml } from 'hast-util-to-html'
import { renderMarkdown, renderWithBoxesToTick } from './markdown.ts'

describe('Markdown as GitHub shows it', () => {
  test.each([
    ['a table', '| a |\n|---|\n| b |', '<td>b</td>'],
    ['a task', '- [x] done', '<input type="checkbox" checked disabled>'],
    ['a struck word', '~~no~~', '<del>no</del>'],
    ['a collapsed part', '<details><summary>more</summary>\n\ntext\n\n</details>', '<summary>more</summary>'],
    ['an entity for a mention', '&#64;ada', '@ada'],
  ])('has %s', (_what, markdown, html) => {
    expect(toHtml(renderMarkdown(markdown))).toContain(html)
  })

  test.each([
    ['a script', '<script>alert(1)</script>', /script|alert/],
    ['a handler', '<img src=x onerror=alert(1)>', /onerror/],
    ['a javascript: link', '[x](javascript:alert(1))', /javascript/],
    ['a style', '<p style="position:fixed">x</p>', /style/],
    ['a form', '<form action="/deeds/merge"><button>x</button></form>', /form|button/],
    ['an iframe', '<iframe src="https://a.example"></iframe>', /iframe/],
    ['a comment', 'a <!-- hidden --> b', /hidden|<!--/],
    ['a name that hides one of the page', '<a id="answer" name="answer">x</a>', /"answer"/],
  ])('lets no %s through', (_what, markdown, evil) => {
    expect(toHtml(renderMarkdown(markdown))).not.toMatch(evil)
  })
})

test('a box to tick tells the line it stands on', () => {
  const html = toHtml(renderWithBoxesToTick('Text.\n\n- [ ] one\n- [x] two\n- three\n', 'tick'))
  expect(html.match(/value="\d+"/g)).toEqual(['value="3"', 'value="4"'])
  expect(html).not.toContain('disabled')
})

test('a box of raw HTML cannot be ticked', () => {
  expect(toHtml(renderWithBoxesToTick('<input type="checkbox">\n', 'tick'))).not.toContain('value=')
})
