/**
 * Sentences that mix our own words with text from outside. Rules build them with `words`, and only the renderers turn
 * them into Markdown, plain text or JSON, so no rule escapes anything and none can forget to.
 *
 *     words`Merging would close ${reference('backend#2961')}: ${quote(criterion.text)} is open`
 *
 * A plain string or number put between the braces is taken for text from outside and becomes a quote.
 */
export type Words = readonly Segment[]

export type Segment =
  /** Our own words: plain text without Markdown. */
  | { readonly kind: 'ours'; readonly text: string }
  /** A reference that we spelled ourselves (`#922`, `backend#2961`): GitHub may link it. */
  | { readonly kind: 'reference'; readonly text: string }
  /** Text from outside, or something to type, shown as code. */
  | { readonly kind: 'code'; readonly text: string }
  /** Text from outside, shown as inert prose. */
  | { readonly kind: 'quote'; readonly text: string }

export function reference(text: string): Segment {
  return { kind: 'reference', text }
}

export function code(text: string): Segment {
  return { kind: 'code', text }
}

export function quote(text: string): Segment {
  return { kind: 'quote', text }
}

export function words(strings: TemplateStringsArray, ...values: readonly (Segment | Words | string | number)[]): Words {
  const segments: Segment[] = []
  const own = ownSegments(strings)
  for (let index = 0; index < own.length; index += 1) {
    const text = own[index]
    if (text !== undefined && text !== null) segments.push(text)
    const value = values[index]
    if (value === undefined) continue
    if (typeof value === 'string') segments.push(quote(value))
    else if (typeof value === 'number') segments.push({ kind: 'ours', text: String(value) })
    else if (isSegment(value)) segments.push(value)
    else for (const segment of value) segments.push(segment)
  }
  return segments
}

const ownSegmentsOf = new WeakMap<TemplateStringsArray, readonly (Segment | null)[]>()

/** A template is the same object at each call, and thousands of findings may share one: its parts are made once. */
function ownSegments(strings: TemplateStringsArray): readonly (Segment | null)[] {
  const known = ownSegmentsOf.get(strings)
  if (known !== undefined) return known
  const made = strings.map((text): Segment | null => (text === '' ? null : { kind: 'ours', text }))
  ownSegmentsOf.set(strings, made)
  return made
}

/** Several sentences or list items in one. */
export function join(parts: readonly Words[], separator: string): Words {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ kind: 'ours' as const, text: separator }, ...part]))
}

function isSegment(value: Segment | Words): value is Segment {
  return !Array.isArray(value)
}
