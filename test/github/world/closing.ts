import type { Nodes, Parents, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** An issue or pull request that a text names behind a closing keyword; owner and name are null for `#N` and `GH-N`. */
export interface ClosingReference {
  readonly keyword: string
  readonly owner: string | null
  readonly name: string | null
  readonly number: number
}

export interface DescriptionOptions {
  readonly webHost?: string
  /** Whether block quotes are read. */
  readonly quotes?: boolean
}

/** Stands where something was that no keyword reaches across (code, an image, a link with other words). */
const BARRIER = '\uFFFC'
const CODE_TAG = /^<(\/?)(?:code|pre|kbd|samp|tt)\b/i

/** What GitHub reads in a pull request's description: the rendered text, where a line end breaks a claim and code is no text. */
export function closingReferencesInDescription(markdown: string, options: DescriptionOptions = {}): ClosingReference[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const found: ClosingReference[] = []
  for (const text of renderedTexts(tree, options.quotes ?? false)) {
    found.push(...referencesIn(text, '[ \\t]+', options.webHost ?? 'github.com'))
  }
  return found
}

/** What GitHub reads in a commit message: the raw text; Markdown means nothing, white space may hold line ends. */
export function closingReferencesInCommit(message: string, webHost = 'github.com'): ClosingReference[] {
  return referencesIn(message, '\\s+', webHost)
}

function referencesIn(text: string, space: string, webHost: string): ClosingReference[] {
  const host = webHost.replaceAll('.', '\\.')
  const pattern = new RegExp(
    '(?<![A-Za-z0-9_])(close[sd]?|fix(?:e[sd])?|resolve[sd]?):?' +
      space +
      `(?:(?:([A-Za-z0-9][A-Za-z0-9-]*)/([A-Za-z0-9._-]+))?#(\\d+)|GH-(\\d+)|https?://(?:www\\.)?${host}/([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)/(?:issues|pull)/(\\d+))` +
      '(?![A-Za-z0-9_])',
    'gi',
  )
  const found: ClosingReference[] = []
  for (const match of text.matchAll(pattern)) {
    const [, keyword = '', owner, name, number, gh, urlOwner, urlName, urlNumber] = match
    found.push({
      keyword: keyword.toLowerCase(),
      owner: owner ?? urlOwner ?? null,
      name: name ?? urlName ?? null,
      number: Number(number ?? gh ?? urlNumber),
    })
  }
  return found
}

/** The text of each block that holds words. */
function renderedTexts(node: Nodes, quotes: boolean): string[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'tableCell':
      return [phrasingText(node.children)]
    case 'html':
      return [htmlText(node.value)]
    case 'blockquote':
      return quotes ? childTexts(node, quotes) : []
    default:
      return 'children' in node ? childTexts(node, quotes) : []
  }
}

function childTexts(node: Parents, quotes: boolean): string[] {
  return node.children.flatMap((child) => renderedTexts(child, quotes))
}

function phrasingText(nodes: readonly PhrasingContent[]): string {
  let text = ''
  let codeDepth = 0
  for (const node of nodes) {
    const tag = node.type === 'html' ? CODE_TAG.exec(node.value) : null
    if (tag) codeDepth = Math.max(0, codeDepth + (tag[1] === '/' ? -1 : 1))
    text += codeDepth > 0 || tag ? BARRIER : inlineText(node)
  }
  return text
}

function inlineText(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.value
    case 'break':
      return '\n'
    case 'html':
      return ''
    case 'emphasis':
    case 'strong':
    case 'delete':
      return phrasingText(node.children)
    case 'link': {
      const label = phrasingText(node.children)
      return label === node.url ? label : BARRIER
    }
    default:
      return BARRIER
  }
}

/** Words of a block of HTML: without comments, code and tags. */
function htmlText(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<(code|pre|kbd|samp|tt)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, BARRIER)
    .replaceAll(/<[^>]*>/g, '')
}
