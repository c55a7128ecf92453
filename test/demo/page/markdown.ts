import type { Element, Nodes } from 'hast'
import { raw } from 'hast-util-raw'
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize'
import { LRUCache } from 'lru-cache'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'

/** GitHub's own rules, and the line of a task, which `withBoxesToTick` reads. */
const schema: Schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, li: [...(defaultSchema.attributes?.li ?? []), 'dataTaskLine'] },
}

const rendered = new LRUCache<string, Nodes>({ max: 500 })

/**
 * Markdown as GitHub shows it: GFM, raw HTML sanitised by GitHub's rules, comments left out. Each item of a task list
 * tells its line, from 1, in `data-task-line`. The tree is shared: do not change it.
 */
export function renderMarkdown(markdown: string): Nodes {
  const known = rendered.get(markdown)
  if (known !== undefined) return known
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  visit(tree, 'listItem', (item) => {
    const line = item.position?.start.line
    if (typeof item.checked !== 'boolean' || line === undefined) return
    item.data = { ...item.data, hProperties: { dataTaskLine: String(line) } }
  })
  const fresh = sanitize(raw(toHast(tree, { allowDangerousHtml: true })), schema)
  rendered.set(markdown, fresh)
  return fresh
}

/** The text of a thread whose boxes can be ticked: each box tells `name` and the line it stands on. */
export function renderWithBoxesToTick(markdown: string, form: string): Nodes {
  const tree = structuredClone(renderMarkdown(markdown))
  visit(tree, 'element', (item) => {
    const line = item.properties.dataTaskLine
    if (item.tagName !== 'li' || line === undefined) return
    const box = firstBox(item)
    if (box === undefined) return
    const { disabled: _, ...properties } = box.properties
    box.properties = { ...properties, form, value: String(line), name: 'line', ariaLabel: `Criterion on line ${line}` }
  })
  return tree
}

function firstBox(item: Element): Element | undefined {
  let box: Element | undefined
  visit(item, 'element', (element) => {
    if (element.tagName === 'input' && element.properties.type === 'checkbox') box ??= element
  })
  return box
}
