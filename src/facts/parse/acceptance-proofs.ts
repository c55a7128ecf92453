import type { Nodes } from 'mdast'
import { startOf } from './markdown.ts'

/** A proof as written in an HTML comment, with the place of the comment. */
export interface WrittenProof {
  readonly text: string
  readonly start: number
}

/**
 * Every `<!-- proof: … -->` in and below the nodes, quoted ones left out. A comment that starts with the word proof
 * counts also when it is otherwise malformed, so that a typing error never frees a criterion from its proof.
 */
export function proofsIn(nodes: readonly Nodes[]): readonly WrittenProof[] {
  return nodes.flatMap((node): readonly WrittenProof[] => {
    if (node.type === 'html') return proofsOf(node.value, startOf(node))
    return node.type === 'blockquote' || !('children' in node) ? [] : proofsIn(node.children)
  })
}

function proofsOf(html: string, start: number): readonly WrittenProof[] {
  const proofs: WrittenProof[] = []
  let at = html.indexOf('<!--')
  while (at !== -1) {
    const close = html.indexOf('-->', at + 4)
    const comment = html.slice(at + 4, close === -1 ? html.length : close).trim()
    const head = /^proofs?\b\s*:?\s*/iu.exec(comment)
    if (head !== null) proofs.push({ text: comment.slice(head[0].length), start: start + at })
    at = close === -1 ? -1 : html.indexOf('<!--', close)
  }
  return proofs
}
