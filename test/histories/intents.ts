import fc from 'fast-check'

/** How often each intent comes, of the sum of all. */
const weights = {
  open: 18,
  'open as a rival': 12,
  'open upon another': 4,
  'open the same head': 2,
  'open from a fork': 4,
  promote: 1,
  'add a chart': 3,
  'move a chart': 2,
  'delete a chart': 1,
  tag: 4,
  push: 5,
  bump: 8,
  unbump: 2,
  amend: 4,
  rebase: 6,
  update: 4,
  retarget: 4,
  close: 2,
  reopen: 3,
  draft: 5,
  ready: 7,
  merge: 9,
  enqueue: 12,
  'push to a base': 2,
  'delete a branch': 1,
  describe: 8,
  tick: 6,
  'close an issue': 2,
  'reopen an issue': 2,
  label: 2,
  recheck: 2,
  rerun: 2,
} as const

export type IntentKind = keyof typeof weights

/**
 * What somebody wants to do, without a world: the picks choose among what is there when it is played, and what cannot
 * be done then is left out. So any part of a history is a history, and a failing one can be cut down.
 */
export interface Intent {
  readonly kind: IntentKind
  readonly picks: readonly [number, number, number, number]
  /** The next one follows at once, before the product has answered. */
  readonly hurried: boolean
}

export type History = readonly Intent[]

const pickArbitrary = fc.nat({ max: 0xffff })

export function historyArbitrary(length: number, hurriedInTen: number): fc.Arbitrary<History> {
  const kind = fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as IntentKind) })),
  )
  const intent = fc.record({
    kind,
    picks: fc.tuple(pickArbitrary, pickArbitrary, pickArbitrary, pickArbitrary),
    hurried: fc.nat({ max: 9 }).map((n) => n < hurriedInTen),
  })
  return fc.array(intent, { minLength: length, maxLength: length, size: 'max' })
}

/** The history of a seed: the same one each time. */
export function historyOf(seed: number, length: number, hurriedInTen: number): History {
  const [history] = fc.sample(historyArbitrary(length, hurriedInTen), { seed, numRuns: 1 })
  if (history === undefined) throw new Error('no sample')
  return history
}
