import type { Testbed } from '../flows/testbed.ts'
import { type Product, startProduct } from '../product/start-product.ts'
import { type RedisServer, startRedisServer } from '../redis/redis-server.ts'
import type { Dice } from './dice.ts'

/** A worker that has stood still for so long has been taken for dead, and its works run elsewhere. */
const pastItsLockMs = 16_000

interface Worker {
  readonly product: Product
  stoppedAt: number | null
}

/**
 * Two workers on one Redis beside a process that takes webhooks. One is killed now and then, and another started for
 * it; one is stopped for longer than its lock, goes on, and ends what it had begun.
 */
export class Crew {
  readonly #redis: RedisServer
  readonly #dice: Dice
  #workers: Worker[] = []
  /** What has befallen so far. */
  readonly mishaps = { killed: 0, stopped: 0 }

  private constructor(redis: RedisServer, dice: Dice) {
    this.#redis = redis
    this.#dice = dice
  }

  static async form(dice: Dice): Promise<Crew> {
    return new Crew(await startRedisServer(), dice)
  }

  /** For the process that takes webhooks. */
  get environment(): Readonly<Record<string, string>> {
    return { QUEUE_REDIS_URL: this.#redis.url, ROLE: 'web' }
  }

  async join(bed: Testbed): Promise<void> {
    await Promise.all([this.#hire(bed), this.#hire(bed)])
  }

  async befall(bed: Testbed): Promise<void> {
    const victim = this.#workers[this.#dice.below(this.#workers.length)]
    if (victim === undefined || victim.stoppedAt !== null) return
    const fate = this.#dice.below(10)
    if (fate < 3) {
      this.#workers = this.#workers.filter((worker) => worker !== victim)
      this.mishaps.killed += 1
      await victim.product.stop('SIGKILL')
      await this.#hire(bed)
    } else if (fate < 5 && this.#workers.every(({ stoppedAt }) => stoppedAt === null)) {
      victim.product.process.kill('SIGSTOP')
      victim.stoppedAt = Date.now()
      this.mishaps.stopped += 1
    }
  }

  /** Whoever was stopped has missed its lock by then, and goes on. */
  async wake(): Promise<void> {
    for (const worker of this.#workers) {
      if (worker.stoppedAt === null) continue
      const left = worker.stoppedAt + pastItsLockMs - Date.now()
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
      worker.product.process.kill('SIGCONT')
      worker.stoppedAt = null
    }
  }

  async leave(): Promise<void> {
    for (const { product } of this.#workers) await product.stop('SIGKILL')
    await this.#redis.close()
  }

  async #hire(bed: Testbed): Promise<void> {
    const environment = { LOG_LEVEL: 'warn', QUEUE_REDIS_URL: this.#redis.url, ROLE: 'worker' }
    const product = await startProduct({ githubHost: bed.github.host, app: bed.app, environment })
    this.#workers.push({ product, stoppedAt: null })
  }
}
