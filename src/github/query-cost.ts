/** Up to the brace that opens a query's selection; variables hold no braces here. */
const opening = /^\s*query \w+(?:\([^{}]*\))? \{/

/**
 * The same query, asking beside what it asks for what it costs: GitHub counts points, not requests ("Rate limits and
 * query limits for the GraphQL API", docs.github.com), and `rateLimit` itself costs none.
 */
export function askingItsCost(text: string): string {
  return text.replace(opening, (start) => `${start}\n  rateLimit { cost }`)
}

/** Points that the answer says; 0 where it says none, as an Enterprise Server without limits does. */
export function costIn(data: unknown): number {
  const cost = (data as { rateLimit?: { cost?: unknown } | null } | null | undefined)?.rateLimit?.cost
  return typeof cost === 'number' ? cost : 0
}
