/** What goes back over HTTP. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON unless text or bytes; undefined for none. */
  readonly body?: unknown
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, body, headers }
}

/** An error as the REST API and the HTTP layer of GraphQL word it. */
export function messageAnswer(status: number, message: string, headers: Record<string, string> = {}): Answer {
  const body = { message, documentation_url: 'https://docs.github.com/rest', status: String(status) }
  return { status, headers, body }
}
