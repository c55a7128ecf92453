import type { List, Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString as textOfNode } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import type { Paint, Style } from './style.ts'
import { layOutTable } from './table.ts'
import { type Piece, wrap } from './wrap.ts'

/** What a check run's Markdown looks like in a terminal of `width` columns. Comments are not shown, as on GitHub. */
export function renderMarkdown(markdown: string, width: number, style: Style): string[] {
  return renderSpaced(parse(markdown), width, style)
}

/** As `renderMarkdown`, for what stands under the heading that begins so; no line when there is no such heading. */
export function renderSection(markdown: string, heading: string, width: number, style: Style): string[] {
  const blocks = parse(markdown)
  const start = blocks.findIndex((block) => block.type === 'heading' && textOfNode(block).startsWith(heading))
  if (start < 0) return []
  // What a check says last, behind the sections, is a paragraph of its own that begins with the head.
  const end = blocks.findIndex(
    (block, index) => index > start && (block.type === 'heading' || textOfNode(block).startsWith('Head ')),
  )
  return renderSpaced(blocks.slice(start, end < 0 ? undefined : end), width, style)
}

function parse(markdown: string): RootContent[] {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children
}

/** An empty line before each block, but not below a heading. */
function renderSpaced(blocks: readonly RootContent[], width: number, style: Style): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]
    const lines = renderBlock(block, width, style)
    return before === undefined || before.type === 'heading' || lines.length === 0 ? lines : ['', ...lines]
  })
}

function renderBlocks(blocks: readonly RootContent[], width: number, style: Style): string[] {
  return blocks.flatMap((block) => renderBlock(block, width, style))
}

function renderBlock(block: RootContent, width: number, style: Style): string[] {
  switch (block.type) {
    case 'heading':
      return wrap(inline(block.children, style, style.strong), width)
    case 'paragraph':
      return wrap(inline(block.children, style, style.plain), width)
    case 'code':
      return block.value.split('\n').map((line) => (line === '' ? '' : `  ${style.code(line.trimEnd())}`))
    case 'list':
      return renderList(block, width, style)
    case 'table':
      return renderTable(block, width, style)
    case 'html':
      return []
    default:
      return wrap([{ text: textOfNode(block), paint: style.plain }], width)
  }
}

function renderList(list: List, width: number, style: Style): string[] {
  return list.children.flatMap((item, index) => {
    const marker = list.ordered ? `${(list.start ?? 1) + index}. ` : '· '
    const lines = renderBlocks(item.children, width - marker.length, style)
    return lines.map((line, row) => (line === '' ? '' : `${row === 0 ? marker : ' '.repeat(marker.length)}${line}`))
  })
}

function renderTable(table: Table, width: number, style: Style): string[] {
  const rows = table.children.map((row, index) =>
    row.children.map((cell) => inline(cell.children, style, index === 0 ? style.dim : style.plain)),
  )
  return layOutTable(rows, width)
}

function inline(nodes: readonly PhrasingContent[], style: Style, paint: Paint): Piece[] {
  return nodes.flatMap((node): Piece[] => {
    switch (node.type) {
      case 'inlineCode':
        return [{ text: node.value, paint: paint === style.plain ? style.code : paint }]
      case 'break':
        return [{ text: '\n', paint }]
      case 'html':
        return []
      case 'strong':
        return inline(node.children, style, style.strong)
      default:
        return hasPhrases(node)
          ? inline(node.children, style, paint)
          : [{ text: textOfNode(node).replaceAll('\n', ' '), paint }]
    }
  })
}

function hasPhrases(node: Nodes): node is Nodes & { children: PhrasingContent[] } {
  return 'children' in node
}
