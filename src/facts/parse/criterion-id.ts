const id = /^(?:AC[ #]?\d+|(?:AC|FR|NFR|SC|US|REQ|DOD|UAT|TC)(?:-[A-Z0-9]+)*-\d+[a-z]?)(?![\p{L}\p{N}_-])/iu

/** An id at the start of a text, and what follows it. */
export interface WrittenId {
  /** Without inner spaces: `AC1`, `AC-US1-02`. */
  readonly id: string
  /** Length of the id as written. */
  readonly length: number
}

/** Reads an id such as `AC1`, `AC 1`, `AC-US1-02` or `FR-012` at the start of a text. A list number is none. */
export function readCriterionId(text: string): WrittenId | null {
  const match = id.exec(text)
  return match === null ? null : { id: match[0].replace(/[ #]/g, ''), length: match[0].length }
}

/** Ids are compared without case. */
export function sameCriterionId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
