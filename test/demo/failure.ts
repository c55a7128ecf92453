/** The story went otherwise than the demo says it goes. Its message is one line for people. */
export class DemoFailure extends Error {}

export function must<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new DemoFailure(`${what} is missing`)
  return value
}

export function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new DemoFailure(`expected that ${what}`)
}
