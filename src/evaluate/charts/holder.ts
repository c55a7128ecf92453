import { areRivals, type Contender, type StackTest } from './rivals.ts'

/** How one claim stands among the open claims of its version. */
export interface Standing {
  /** The rival that keeps the number; null when this claim may keep it. */
  readonly heldBy: Contender | null
  /** A rival before it of which it could not be told whether it stands. */
  readonly perhapsHeldBy: Contender | null
  /** The rivals that wait for this claim, in their order. */
  readonly waiting: readonly Contender[]
  /** An earlier claim with the same chart content, which harms nobody. */
  readonly twin: Contender | null
}

/** What holds before what lapsed, ready before draft, then earliest first-seen, then lowest number. */
export function compareContenders(a: Contender, b: Contender): number {
  return (
    Number(a.claim.lapsed !== undefined) - Number(b.claim.lapsed !== undefined) ||
    Number(a.claim.isDraft) - Number(b.claim.isDraft) ||
    a.claim.firstSeen - b.claim.firstSeen ||
    a.claim.pull - b.claim.pull
  )
}

/**
 * Settles who keeps one version. Under `first` the claims come in their order and each keeps the number unless a rival
 * before it does, so of two rivals exactly one is blocked. Under `none` every claim with a rival is.
 */
export function settle(
  contenders: readonly Contender[],
  isStacked: StackTest,
  holder: 'first' | 'none',
): ReadonlyMap<Contender, Standing> {
  const [only] = contenders
  if (only !== undefined && contenders.length === 1) return new Map([[only, uncontested]])
  const ordered = [...contenders].sort(compareContenders)
  return holder === 'first' ? settleFirst(ordered, isStacked) : settleNone(ordered, isStacked)
}

/** Most numbers are claimed once. */
const uncontested: Standing = { heldBy: null, perhapsHeldBy: null, waiting: [], twin: null }

function settleFirst(ordered: readonly Contender[], isStacked: StackTest): ReadonlyMap<Contender, Standing> {
  const keeping = new Groups()
  const doubtful = new Groups()
  const standings = new Map<Contender, Standing & { readonly waiting: Contender[] }>()
  for (const contender of ordered) {
    const heldBy = keeping.rivalOf(contender, isStacked)
    const perhapsHeldBy = heldBy === null ? doubtful.rivalOf(contender, isStacked) : null
    const twin = heldBy === null ? keeping.twinOf(contender, isStacked) : null
    standings.set(contender, { heldBy, perhapsHeldBy, waiting: [], twin })
    if (heldBy !== null) {
      if (contender.isCertain) standings.get(heldBy)?.waiting.push(contender)
    } else if (contender.isCertain && perhapsHeldBy === null) keeping.add(contender)
    else doubtful.add(contender)
  }
  return standings
}

function settleNone(ordered: readonly Contender[], isStacked: StackTest): ReadonlyMap<Contender, Standing> {
  const certain = new Groups()
  const doubtful = new Groups()
  for (const contender of ordered) (contender.isCertain ? certain : doubtful).add(contender)
  return new Map(
    ordered.map((contender) => {
      const heldBy = certain.rivalOf(contender, isStacked)
      const perhapsHeldBy = heldBy === null ? doubtful.rivalOf(contender, isStacked) : null
      return [contender, { heldBy, perhapsHeldBy, waiting: [], twin: certain.twinOf(contender, isStacked) }]
    }),
  )
}

/** Contenders grouped by chart content, so that thousands with the same tree are not compared one by one. */
class Groups {
  readonly #groups = new Map<string, Contender[]>()

  add(contender: Contender): void {
    const key = contender.claim.treeOid ?? `unread ${contender.claim.pull} ${contender.claim.path}`
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, [contender])
    else group.push(contender)
  }

  rivalOf(contender: Contender, isStacked: StackTest): Contender | null {
    for (const [tree, group] of this.#groups) {
      if (tree === contender.claim.treeOid) continue
      const rival = group.find((other) => areRivals(contender, other, isStacked))
      if (rival !== undefined) return rival
    }
    return null
  }

  twinOf(contender: Contender, isStacked: StackTest): Contender | null {
    const { treeOid } = contender.claim
    if (treeOid === undefined) return null
    const isTwin = (other: Contender) =>
      other.pull.number !== contender.pull.number && !isStacked(other.pull, contender.pull)
    return this.#groups.get(treeOid)?.find(isTwin) ?? null
  }
}
