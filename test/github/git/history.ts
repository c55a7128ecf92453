import type { ObjectStore } from './object-store.ts'
import type { Oid } from './objects.ts'

const generations = new WeakMap<ObjectStore, Map<Oid, number>>()

/** How two commits stand to each other. */
export interface Divergence {
  /** Commits reachable from `a` only, parents before children. */
  readonly onlyA: readonly Oid[]
  /** Commits reachable from `b` only, parents before children. */
  readonly onlyB: readonly Oid[]
  /** Best common ancestors, the newest first; empty for unrelated histories. */
  readonly mergeBases: readonly Oid[]
}

/** Walks both histories by generation, so it visits no more than what differs and the commits around it. */
export function divergence(store: ObjectStore, a: Oid, b: Oid): Divergence {
  const walk = new PaintedWalk(store)
  walk.paint(a, FROM_A)
  walk.paint(b, FROM_B)
  const bases: Oid[] = []
  const onlyA: Oid[] = []
  const onlyB: Oid[] = []
  for (let oid = walk.next(); oid !== undefined; oid = walk.next()) {
    const colour = walk.colour(oid)
    if (colour === FROM_A) onlyA.push(oid)
    if (colour === FROM_B) onlyB.push(oid)
    if (colour === (FROM_A | FROM_B)) bases.push(oid)
    const passedOn = colour === (FROM_A | FROM_B) ? colour | STALE : colour
    for (const parent of store.commit(oid).parents) walk.paint(parent, passedOn)
  }
  bases.sort((left, right) => store.commit(right).committer.at - store.commit(left).committer.at)
  return {
    onlyA: topological(store, a, new Set(onlyA)),
    onlyB: topological(store, b, new Set(onlyB)),
    mergeBases: bases,
  }
}

/** The merge base git would name first; undefined for unrelated histories. */
export function mergeBase(store: ObjectStore, a: Oid, b: Oid): Oid | undefined {
  return divergence(store, a, b).mergeBases[0]
}

/** Is `ancestor` reachable from `descendant` (a commit is its own ancestor)? */
export function isAncestor(store: ObjectStore, ancestor: Oid, descendant: Oid): boolean {
  return ancestor === descendant || divergence(store, ancestor, descendant).onlyA.length === 0
}

/** Commits of `base..head`, parents before children. */
export function commitsBetween(store: ObjectStore, base: Oid, head: Oid): readonly Oid[] {
  return divergence(store, base, head).onlyB
}

/** All commits reachable from `head`, children before parents, first parents nearest. */
export function history(store: ObjectStore, head: Oid): Oid[] {
  return [...topological(store, head, null)].reverse()
}

const FROM_A = 1
const FROM_B = 2
const STALE = 4

/** Hands out commits from the highest generation down, until only stale ones are left. */
class PaintedWalk {
  readonly #store: ObjectStore
  readonly #colours = new Map<Oid, number>()
  readonly #byGeneration: Oid[][] = []
  #waiting = 0

  constructor(store: ObjectStore) {
    this.#store = store
  }

  colour(oid: Oid): number {
    return this.#colours.get(oid) ?? 0
  }

  paint(oid: Oid, colour: number): void {
    const before = this.#colours.get(oid)
    const after = (before ?? 0) | colour
    this.#colours.set(oid, after)
    if (before === undefined) {
      const generation = generationOf(this.#store, oid)
      let bucket = this.#byGeneration[generation]
      bucket ??= []
      this.#byGeneration[generation] = bucket
      bucket.push(oid)
    }
    const wasWaiting = before !== undefined && (before & STALE) === 0
    const isWaiting = (after & STALE) === 0
    if (wasWaiting !== isWaiting) this.#waiting += isWaiting ? 1 : -1
  }

  next(): Oid | undefined {
    if (this.#waiting === 0) return undefined
    for (;;) {
      const bucket = this.#byGeneration.at(-1)
      if (!bucket || bucket.length === 0) {
        this.#byGeneration.pop()
        continue
      }
      const oid = bucket.pop() as Oid
      if ((this.colour(oid) & STALE) === 0) this.#waiting -= 1
      return oid
    }
  }
}

function generationOf(store: ObjectStore, oid: Oid): number {
  let known = generations.get(store)
  if (!known) {
    known = new Map()
    generations.set(store, known)
  }
  const stack = [oid]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const parents = store.commit(top).parents
    const missing = known.has(top) ? [] : parents.filter((parent) => !known.has(parent))
    if (missing.length > 0) {
      stack.push(...missing)
      continue
    }
    stack.pop()
    let highest = -1
    for (const parent of parents) highest = Math.max(highest, known.get(parent) ?? 0)
    known.set(top, highest + 1)
  }
  return known.get(oid) ?? 0
}

/** Parents before children, along first parents, limited to `within`. */
function topological(store: ObjectStore, head: Oid, within: ReadonlySet<Oid> | null): readonly Oid[] {
  const order: Oid[] = []
  const entered = new Set<Oid>()
  const stack: { oid: Oid; left: boolean }[] = [{ oid: head, left: false }]
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.left) {
      order.push(top.oid)
      continue
    }
    if (entered.has(top.oid) || (within && !within.has(top.oid))) continue
    entered.add(top.oid)
    stack.push({ oid: top.oid, left: true })
    for (const parent of [...store.commit(top.oid).parents].reverse()) stack.push({ oid: parent, left: false })
  }
  return order
}
