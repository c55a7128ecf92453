import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOf } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'

/** `bodyText`: the words of a Markdown text as a reader sees them, a line for each block. */
export function renderedText(markdown: string): string {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return lines(root).join('\n')
}

function lines(node: Nodes): string[] {
  switch (node.type) {
    case 'root':
    case 'blockquote':
    case 'list':
    case 'listItem':
    case 'table':
      return node.children.flatMap((child) => lines(child))
    case 'html':
    case 'definition':
    case 'thematicBreak':
      return []
    default:
      return [textOf(node, { includeHtml: false })]
  }
}
