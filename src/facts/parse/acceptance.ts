import type { Acceptance, Criterion, CriterionState } from '../../domain/acceptance.ts'
import { known, type Reading } from '../../domain/reading.ts'
import type { RepositoryName } from '../../domain/repository.ts'
import { boxesOf, criteriaOf, type PlacedCriterion } from './acceptance-items.ts'
import { proofsIn, type WrittenProof } from './acceptance-proofs.ts'
import { acceptanceSections } from './acceptance-sections.ts'
import { AcceptanceTitles } from './acceptance-titles.ts'
import type { CriterionOptions } from './criterion.ts'
import { hashOfText } from './criterion-text.ts'
import { type MarkdownDocument, parseMarkdown } from './markdown.ts'

export interface AcceptanceOptions extends CriterionOptions {
  /** Titles under which acceptance stands; case, punctuation, numbering and emoji do not count. */
  readonly headings: readonly string[]
  /** True: boxes outside of such a section are not criteria. */
  readonly sectionsOnly: boolean
  /** The repository, to which a bare `#12` belongs. */
  readonly home: RepositoryName
}

/** Reads what an issue's body says must hold. Unknown (`too-large`) only where the body cannot be parsed. */
export function readAcceptance(body: string, options: AcceptanceOptions): Reading<Acceptance> {
  const parsed = parseMarkdown(withRealNewlines(body))
  if (!parsed.known) return parsed
  const document = parsed.value
  const placed = placedCriteria(document, options)
  if (placed.length === 0) return known({ stated: false })
  return known({ stated: true, criteria: asCriteria(placed, document) })
}

/**
 * A body without any line break in which `\n` is written out is one that a script wrote wrongly. Each `\n` becomes a
 * blank and a line break, so that offsets stay the same.
 */
function withRealNewlines(body: string): string {
  if (/[\r\n]/.test(body) || !/\\n(?:\\n|\s*(?:[-*+#>]|\d+[.)]))/.test(body)) return body
  return body.replace(/\\r\\n/g, '   \n').replace(/\\n/g, ' \n')
}

function placedCriteria(document: MarkdownDocument, options: AcceptanceOptions): readonly PlacedCriterion[] {
  const { root, source } = document
  const titles = new AcceptanceTitles(options.headings)
  const inSections = acceptanceSections(root.children, source, titles).flatMap((section) =>
    criteriaOf(section.content, source, options),
  )
  if (inSections.length > 0 || options.sectionsOnly) return inSections
  return boxesOf(root.children, source, options)
}

function asCriteria(placed: readonly PlacedCriterion[], document: MarkdownDocument): readonly Criterion[] {
  const inOrder = [...placed].sort((a, b) => a.start - b.start)
  const states = statesAmong(inOrder)
  const proofs = proofsByPlace(inOrder, proofsIn([document.root]))
  return inOrder.map((item, index) => ({
    id: item.id ?? `AC${index + 1}`,
    idIsExplicit: item.id !== null,
    text: item.text,
    hash: hashOfText(item.text),
    state: states[index] ?? item.state,
    line: document.lineAt(item.start),
    proofs: proofs[index] ?? [],
  }))
}

/** A ticked item waits for the items nested in it. */
function statesAmong(inOrder: readonly PlacedCriterion[]): readonly CriterionState[] {
  const states: CriterionState[] = []
  const waitingFor = new Map<PlacedCriterion, number[]>()
  // From the last to the first: nested items stand behind the one they are nested in.
  for (const [index, item] of [...inOrder.entries()].reverse()) {
    const children = waitingFor.get(item) ?? []
    const state =
      item.state.kind === 'met' && children.length > 0 ? { kind: 'open-child' as const, children } : item.state
    states[index] = state
    if (item.parent === null || state.kind === 'met' || state.kind === 'waived') continue
    waitingFor.set(item.parent, [index, ...(waitingFor.get(item.parent) ?? [])])
  }
  return states
}

/** A proof belongs to the criterion that it stands in or behind; one in front of all belongs to the first. */
function proofsByPlace(
  inOrder: readonly PlacedCriterion[],
  proofs: readonly WrittenProof[],
): readonly (readonly string[])[] {
  const byPlace: string[][] = inOrder.map(() => [])
  for (const proof of proofs) {
    const next = inOrder.findIndex((item) => item.start > proof.start)
    byPlace[next === -1 ? inOrder.length - 1 : Math.max(next - 1, 0)]?.push(proof.text)
  }
  return byPlace
}
