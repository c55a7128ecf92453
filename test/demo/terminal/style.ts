/** Makes a word look like something; plain when the terminal shows no colours. */
export type Paint = (text: string) => string

export interface Style {
  readonly plain: Paint
  readonly strong: Paint
  readonly dim: Paint
  readonly good: Paint
  readonly bad: Paint
  readonly unsure: Paint
  /** Code, and text to copy. */
  readonly code: Paint
}

export function createStyle(colours: boolean): Style {
  const paint = (code: number): Paint => (colours ? (text) => `\u001b[${code}m${text}\u001b[0m` : (text) => text)
  return {
    plain: (text) => text,
    strong: paint(1),
    dim: paint(2),
    good: paint(32),
    bad: paint(31),
    unsure: paint(33),
    code: paint(36),
  }
}
