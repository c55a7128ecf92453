import { parse } from 'yaml'

/**
 * The gate that many repositories run on descriptions: a ticket must be named. It looks at the text alone, as such
 * gates do, so it cannot tell "Closes" from "NOT Closes", nor what the ticket asks for.
 * @returns the ticket it found, or null when it would block
 */
export function ticketNamed(description: string): string | null {
  return /(?:[\w.-]+\/[\w.-]+)?#\d+/.exec(description)?.[0] ?? null
}

/** The gate that many repositories run on charts: the version must differ from the one the branch started at. */
export function versionChanged(before: string, after: string): boolean {
  return versionOf(before) !== versionOf(after)
}

export function versionOf(chartYaml: string): string {
  return String(parse(chartYaml).version)
}
