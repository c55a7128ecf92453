import { setTimeout as pause } from 'node:timers/promises'
import { startTestbed, type Testbed } from '../flows/testbed.ts'
import { Crew } from './crew.ts'
import { diceOf } from './dice.ts'
import { type Disturbance, disturbanceOf, type Mode } from './disturbance.ts'
import type { History } from './intents.ts'
import { type Disagreement, Judge } from './judge.ts'
import { Lane, type LaneOptions } from './lane.ts'

export interface Played {
  readonly deeds: number
  /** How often all open pull requests were held against the oracle. */
  readonly agreements: number
  readonly groups: number
  readonly pulls: number
  readonly slowestAgreementMs: number
  /** Verdicts agreed on, by what stands against the merge. */
  readonly verdicts: Readonly<Record<string, number>>
  /** Of a crew: how many workers were killed and stopped. */
  readonly mishaps?: Crew['mishaps']
}

export interface PlayOptions {
  readonly mode: Mode
  /** For what is random beside the histories: which deliveries are lost, when the product is killed. */
  readonly seed: number
  readonly lane: LaneOptions
  /** How long the product may take to agree once it is let alone. */
  readonly patienceMs?: number
}

/** Product and oracle do not agree. */
export class DisagreementError extends Error {
  /** Index of the history in which it happened. */
  readonly lane: number

  constructor(lane: number, mode: Mode, told: readonly string[], found: readonly Disagreement[], log: string) {
    const differences = found.map(
      ({ pull, check, wanted, seen }) => `  #${pull} ${check}: wanted ${wanted}; seen ${seen}`,
    )
    const deeds = told.map((words, index) => `  ${index + 1}. ${words}`)
    super([`${mode}: product and oracle disagree`, ...differences, 'after', ...deeds, ...(log ? [log] : [])].join('\n'))
    this.lane = lane
  }
}

/** Plays each history in a repository of its own, all beside each other, against one started product. */
export async function playHistories(histories: readonly History[], options: PlayOptions): Promise<Played> {
  const crew = options.mode === 'shared' ? await Crew.form(diceOf(options.seed)) : undefined
  const disturbance = disturbanceOf(options.mode, options.seed, crew)
  const bed = await startTestbed({
    environment: { LOG_LEVEL: 'warn', ...disturbance.environment },
    // A sweep each second would use up the points of an hour.
    server: { limits: { core: 1_000_000, graphql: 1_000_000 } },
  })
  try {
    await crew?.join(bed)
    const played = await new Players(bed, histories, options, disturbance).playAll()
    return crew === undefined ? played : { ...played, mishaps: crew.mishaps }
  } finally {
    await crew?.leave()
    await bed.close()
  }
}

interface Player {
  readonly judge: Judge
  readonly history: History
  next: number
}

class Players {
  readonly #bed: Testbed
  readonly #options: PlayOptions
  readonly #disturbance: Disturbance
  readonly #players: readonly Player[]
  #deeds = 0
  #agreements = 0
  #slowestMs = 0

  constructor(bed: Testbed, histories: readonly History[], options: PlayOptions, disturbance: Disturbance) {
    this.#bed = bed
    this.#options = options
    this.#disturbance = disturbance
    this.#players = histories.map((history, index) => ({
      judge: new Judge(new Lane(bed, `lane-${index}`, options.lane)),
      history,
      next: 0,
    }))
  }

  async playAll(): Promise<Played> {
    await this.#agree(new Map())
    while (this.#players.some(({ history, next }) => next < history.length)) await this.#playRound()
    await this.#disturbance.rest(this.#bed)
    await this.#agree(new Map())
    this.#expectNothingUnsupported()
    const judges = this.#players.map(({ judge }) => judge)
    return {
      deeds: this.#deeds,
      agreements: this.#agreements,
      groups: judges.reduce((sum, { judgedGroups }) => sum + judgedGroups, 0),
      pulls: judges.reduce((sum, { lane }) => sum + this.#bed.world.pulls.all(lane.repository).length, 0),
      slowestAgreementMs: this.#slowestMs,
      verdicts: sum(judges.map(({ blocked }) => blocked)),
    }
  }

  /** In each repository some deeds; then all checks are what the oracle says. */
  async #playRound(): Promise<void> {
    const marks = new Map<Judge, number>()
    for (let stride = 0; stride < this.#disturbance.strides; stride += 1) {
      await this.#disturbance.before(this.#bed)
      for (const player of this.#players) this.#playSome(player, marks)
      await this.#disturbance.after(this.#bed)
    }
    if (this.#disturbance.blinds) await this.#expectNoFalseGreen()
    await this.#disturbance.end(this.#bed)
    await this.#agree(this.#disturbance.isOrdered ? marks : new Map())
  }

  #playSome(player: Player, marks: Map<Judge, number>): void {
    const { judge, history } = player
    let isHurried = true
    while (isHurried && player.next < history.length) {
      const intent = history[player.next]
      player.next += 1
      const deed = intent && judge.lane.play(intent)
      if (deed === undefined) continue
      judge.observe()
      this.#deeds += 1
      if (deed.concernsCharts) marks.set(judge, this.#bed.github.calls.mark())
      isHurried = intent?.hurried ?? false
    }
  }

  /** @param marks places in the log of requests after which the charts must have been listed again */
  async #agree(marks: ReadonlyMap<Judge, number>): Promise<void> {
    const started = Date.now()
    const patience = this.#options.patienceMs ?? this.#disturbance.patienceMs
    await this.#bed.world.webhooks.settled()
    let looked = -1
    for (;;) {
      // Between two requests of the product nothing can have changed.
      const mark = this.#bed.github.calls.mark()
      if (mark === looked && Date.now() - started <= patience) {
        await pause(5)
        continue
      }
      looked = mark
      const open = this.#players.map(({ judge }) => this.#missing(judge, marks.get(judge)))
      if (open.every((found) => found.length === 0)) break
      if (Date.now() - started > patience) this.#fail(open)
    }
    this.#slowestMs = Math.max(this.#slowestMs, Date.now() - started)
    this.#agreements += 1
    for (const { judge } of this.#players) judge.settle()
  }

  /** What GitHub does not let the product see may be told as unknown, not as green, once it had time to react. */
  async #expectNoFalseGreen(): Promise<void> {
    const started = Date.now()
    await this.#bed.world.webhooks.settled()
    for (;;) {
      const green = this.#players.map(({ judge }) => {
        judge.observe()
        return judge.disagreements().filter(({ isFalselyGreen }) => isFalselyGreen)
      })
      if (green.every((found) => found.length === 0)) return
      if (Date.now() - started > this.#disturbance.patienceMs) this.#fail(green)
      await pause(50)
    }
  }

  #missing(judge: Judge, mark: number | undefined): readonly Disagreement[] {
    judge.observe()
    const wrongGroups = judge.groupDisagreements(this.#bed.world.state.checkSuites.values())
    if (wrongGroups.length > 0) this.#failIn(judge, wrongGroups)
    const isQueueBusy = judge.lane.open.some(({ mergeQueueEntryId }) => mergeQueueEntryId !== null)
    if (isQueueBusy) return [waiting('the merge queue to be empty')]
    if (mark !== undefined && !this.#wasListedSince(judge, mark)) return [waiting('a reading of the charts')]
    return judge.disagreements()
  }

  #wasListedSince(judge: Judge, mark: number): boolean {
    const { name } = judge.lane.repository
    return this.#bed.github.calls
      .since(mark)
      .some(
        ({ route, variables, status }) => route.startsWith('chartPullsPage') && variables.name === name && status !== 0,
      )
  }

  #fail(open: readonly (readonly Disagreement[])[]): never {
    const lane = open.findIndex((found) => found.length > 0)
    const judge = this.#players[lane]?.judge
    if (judge === undefined) throw new Error('nobody disagrees')
    return this.#failIn(judge, open[lane] ?? [])
  }

  #failIn(judge: Judge, found: readonly Disagreement[]): never {
    const lane = this.#players.findIndex((player) => player.judge === judge)
    const log = this.#bed.product.output().slice(-1500)
    throw new DisagreementError(lane, this.#options.mode, judge.lane.told, found, log)
  }

  #expectNothingUnsupported(): void {
    const { unsupported } = this.#bed.github.calls
    if (unsupported.length > 0) throw new Error(`not simulated: ${unsupported.join(', ')}`)
  }
}

function sum(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const [key, count] of counts.flatMap((one) => [...one])) total[key] = (total[key] ?? 0) + count
  return total
}

function waiting(what: string): Disagreement {
  return { pull: 0, check: 'all', wanted: what, seen: 'none', isFalselyGreen: false }
}
