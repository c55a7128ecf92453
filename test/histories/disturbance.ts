import { setTimeout as pause } from 'node:timers/promises'
import type { Testbed } from '../flows/testbed.ts'
import type { Call } from '../github/http/calls.ts'
import type { Crew } from './crew.ts'
import { type Dice, diceOf } from './dice.ts'

/** What befalls deliveries, the product and GitHub while a history is played. */
export const modes = ['ordered', 'swept', 'restarted', 'killed', 'faulty', 'blind', 'shared'] as const
export type Mode = (typeof modes)[number]

export interface Disturbance {
  readonly environment: Readonly<Record<string, string>>
  /** How often each repository sees deeds before the checks are held against the oracle. */
  readonly strides: number
  /** Whether the product sees each deed before the next one is done, so that who was first is certain. */
  readonly isOrdered: boolean
  readonly patienceMs: number
  before(bed: Testbed): Promise<void>
  after(bed: Testbed): Promise<void>
  /** Some things cannot be read from the deeds on; nothing that blocks may stay green meanwhile. */
  readonly blinds: boolean
  /** Everything is as it should be again; what was lost is found by a sweep. */
  end(bed: Testbed): Promise<void>
  /** Long enough for a late write to come to light. */
  rest(bed: Testbed): Promise<void>
}

/** @param crew who works, for a mode that is shared */
export function disturbanceOf(mode: Mode, seed: number, crew?: Crew): Disturbance {
  const dice = diceOf(seed)
  switch (mode) {
    case 'ordered':
      return { ...calm, isOrdered: true, strides: 1 }
    case 'swept':
      return { ...calm, ...lossy(dice, async () => {}), ...sweeping }
    case 'restarted':
      return { ...calm, ...lossy(dice, (bed) => bed.restart()) }
    case 'killed':
      return { ...calm, ...killed(dice) }
    case 'faulty':
      return { ...calm, ...faulty(dice), ...sweeping, patienceMs: 40_000 }
    case 'blind':
      return { ...calm, ...blind(dice), ...sweeping, patienceMs: 40_000 }
    case 'shared':
      return { ...calm, ...shared(dice, crew), patienceMs: 60_000 }
  }
}

const calm: Disturbance = {
  environment: {},
  strides: 5,
  isOrdered: false,
  patienceMs: 30_000,
  blinds: false,
  before: async () => {},
  after: async () => {},
  end: async () => {},
  rest: (bed) => bed.quiet(),
}

const sweepMs = 1000

/** Never quiet: it is looked at after two more sweeps. */
const sweeping: Partial<Disturbance> = {
  environment: { SWEEP_MINUTES: String(sweepMs / 60_000) },
  rest: () => pause(2.5 * sweepMs),
}

/** Of a hundred deliveries so many are lost, and so many come twice; whole bursts come late and shuffled. */
const lostInHundred = 25
const doubledInHundred = 15

function lossy(dice: Dice, sweep: (bed: Testbed) => Promise<void>): Partial<Disturbance> {
  return {
    async before({ world }) {
      world.webhooks.drop(Number.POSITIVE_INFINITY, () => dice.happens(lostInHundred))
      if (dice.happens(40)) world.webhooks.hold()
    },
    async after({ world }) {
      if (dice.happens(60)) world.webhooks.release((held) => dice.shuffle(held))
      if (dice.happens(50)) await world.webhooks.settled()
      world.webhooks.stopLosing()
      for (const { id, redelivery } of [...world.state.deliveries.values()].slice(-20)) {
        if (!redelivery && dice.happens(doubledInHundred)) world.webhooks.redeliver(id)
      }
    },
    async end(bed) {
      bed.world.webhooks.stopLosing()
      bed.world.webhooks.release((held) => dice.shuffle(held))
      await bed.world.webhooks.settled()
      await sweep(bed)
    },
  }
}

function killed(dice: Dice): Partial<Disturbance> {
  return {
    async after(bed) {
      if (dice.happens(50)) await bed.world.webhooks.settled()
      for (let calls = dice.below(40); calls > 0 && (await someCall(bed)); calls -= 1);
      if (dice.happens(30)) await bed.restart()
    },
    async end(bed) {
      await bed.restart()
    },
  }
}

/** Waits for the next request of the product, but not for long. */
async function someCall({ github }: Testbed): Promise<boolean> {
  const mark = github.calls.mark()
  const deadline = Date.now() + 50
  while (github.calls.mark() === mark) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return true
}

function faulty(dice: Dice): Partial<Disturbance> {
  const some = (hundredths: number) => (call: Call) => call.installation !== null && dice.happens(hundredths)
  return {
    strides: 4,
    async before({ github: { faults } }) {
      faults.inject({ when: some(8), effect: { kind: 'status', status: 502 } })
      faults.inject({ when: some(4), effect: { kind: 'status', status: 504, afterwards: true } })
      faults.inject({ when: some(4), effect: { kind: 'partial', path: ['repository'] } })
      faults.inject({ when: some(3), effect: { kind: 'drop-connection' } })
      faults.inject({ when: some(4), effect: { kind: 'latency', milliseconds: 120 } })
      faults.inject({ when: some(3), effect: { kind: 'head-lag', milliseconds: 300 } })
      if (dice.happens(25)) faults.inject({ effect: { kind: 'secondary-limit', retryAfterSeconds: 1 }, times: 1 })
    },
    async after({ world, github }) {
      await world.webhooks.settled()
      for (let calls = dice.below(60); calls > 0; calls -= 1) await someCall({ github } as Testbed)
      github.faults.clear()
    },
  }
}

/** Queries and routes without which a check cannot be judged, while what is needed to write one still answers. */
const sights: readonly RegExp[] = [
  /^chart/,
  /^charts?(AtCommits|Blobs|Trees)$/,
  /^chartPullsPage/,
  /^(PullClaims|NamedReferences)$/,
  /^(chart.*|PullClaims|NamedReferences)$/,
  /\/compare\//,
]

function blind(dice: Dice): Partial<Disturbance> {
  return {
    strides: 2,
    blinds: true,
    async before({ github }) {
      const sight = sights[dice.below(sights.length)]
      const status = dice.happens(50) ? 502 : 504
      github.faults.clear()
      github.faults.inject({ when: ({ route }) => sight?.test(route) ?? false, effect: { kind: 'status', status } })
    },
    async end({ github }) {
      github.faults.clear()
    },
  }
}

/** Every delivery arrives: what a killed or stopped worker had begun is ended without a sweep. */
function shared(dice: Dice, crew: Crew | undefined): Partial<Disturbance> {
  return {
    environment: crew?.environment ?? {},
    async after(bed) {
      if (dice.happens(50)) await bed.world.webhooks.settled()
      for (let calls = dice.below(30); calls > 0 && (await someCall(bed)); calls -= 1);
      await crew?.befall(bed)
    },
    async end() {
      await crew?.wake()
    },
  }
}
