import type { Redis } from 'ioredis'
import { earliestStart } from './spacing.ts'
import { mergeHints, priorityOf, type WorkHint } from './work.ts'

/** What is wanted of a key, as taken for one run: exactly these entries are struck out when it is over. */
export interface Taken {
  readonly hint: WorkHint
  /** Entry and its number; an entry that was added again meanwhile has another number and stays. */
  readonly entries: readonly { readonly text: string; readonly score: string }[]
}

export type Turn =
  /** Everything that was wanted has been seen to by a run that began later. */
  | { readonly kind: 'nothing' }
  /** Too early: milliseconds since 1970. */
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'run'; readonly taken: Taken }

export interface Remembered {
  /** When the key may run: the earliest time asked for, but not during a pause or too soon after its last start. */
  readonly dueAt: number
  /** Whether what waits for the key became more urgent by this. */
  readonly raised: boolean
  /** Priority of the most urgent wish for this key; smaller is more urgent. */
  readonly priority: number
}

/** A key as the ledger knows it. */
export interface LedgerKey {
  readonly key: string
  readonly installationId: number
  /** Whether a burst of events on this key is to be a few starts only. */
  readonly isSpaced: boolean
}

/**
 * What is wanted of each key, kept in Redis beside BullMQ's jobs. A job only says that its key has a turn; the wishes
 * are here, because a deduplicated job keeps the first or the last payload and never all of them. They are struck out
 * when a run is over, not when it begins, so that a killed worker loses none.
 */
export interface Ledger {
  remember(of: LedgerKey, hint: WorkHint, now: number, at: number): Promise<Remembered>
  begin(of: LedgerKey, now: number): Promise<Turn>
  /** Ends a run without looking again. */
  strike(key: string, taken: Taken): Promise<void>
  /**
   * Ends a run that shall be followed by another at that time, with the wishes that were taken or with another instead
   * of them. Returns when it may run, which can be earlier.
   */
  postpone(of: LedgerKey, at: number, taken?: Taken, instead?: WorkHint): Promise<number>
  dueAt(key: string): Promise<number | null>
  forget(key: string): Promise<void>
  /** @param until milliseconds since 1970; @param now the same clock */
  pause(installationId: number, until: number, now: number): Promise<void>
  once(name: string, forMs: number): Promise<boolean>
  /** When the work that has been due for longest became due, or the first that is delayed will be. */
  oldestDue(): Promise<number | null>
}

/** Entries are sorted by urgency, then by number: `priority * span + number`. */
const span = 1e13
/** Starts and additions of a key that has been quiet for so long make no difference. */
const startsKeptMs = 600_000

const rememberLua = `
local hints, number, due, pause, starts = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local text, priority, key, at, spaced = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4]), ARGV[5]
local first = redis.call('ZRANGE', hints, 0, 0, 'WITHSCORES')
local before = first[2] and math.floor(tonumber(first[2]) / ${span}) or -1
redis.call('ZADD', hints, string.format('%.0f', priority * ${span} + redis.call('INCR', number)), text)
at = math.min(at, tonumber(redis.call('ZSCORE', due, key) or at))
redis.call('ZADD', due, string.format('%.0f', at), key)
if spaced == '1' then
  redis.call('HINCRBY', starts, 'adds', 1)
  redis.call('PEXPIRE', starts, ${startsKeptMs})
end
return { before, string.format('%.0f', at), redis.call('GET', pause) or '0',
  redis.call('HGET', starts, 'earlier') or '', redis.call('HGET', starts, 'last') or '',
  redis.call('HGET', starts, 'adds') or '0' }`

const beginLua = `
local hints, due, pause, starts = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local key, now, notBefore, spaced = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local entries = redis.call('ZRANGE', hints, 0, -1, 'WITHSCORES')
if #entries == 0 then
  redis.call('ZREM', due, key)
  return { 'nothing' }
end
local at = math.max(notBefore, tonumber(redis.call('GET', pause) or '0'))
if at > now then
  redis.call('ZADD', due, string.format('%.0f', at), key)
  return { 'wait', string.format('%.0f', at) }
end
redis.call('ZREM', due, key)
if spaced == '1' then
  local last = redis.call('HGET', starts, 'last')
  if last then redis.call('HSET', starts, 'earlier', last) end
  redis.call('HSET', starts, 'last', ARGV[2], 'adds', 0)
  redis.call('PEXPIRE', starts, ${startsKeptMs})
end
table.insert(entries, 1, 'run')
return entries`

const strikeLua = `
for index = 1, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[index]) == ARGV[index + 1] then redis.call('ZREM', KEYS[1], ARGV[index]) end
end`

const postponeLua = `
local hints, number, due, pause = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local key, at, text, priority = ARGV[1], tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
for index = 5, #ARGV, 2 do
  if redis.call('ZSCORE', hints, ARGV[index]) == ARGV[index + 1] then redis.call('ZREM', hints, ARGV[index]) end
end
if text ~= '' then
  redis.call('ZADD', hints, string.format('%.0f', priority * ${span} + redis.call('INCR', number)), text)
end
at = math.min(at, tonumber(redis.call('ZSCORE', due, key) or at))
at = math.max(at, tonumber(redis.call('GET', pause) or '0'))
redis.call('ZADD', due, string.format('%.0f', at), key)
return string.format('%.0f', at)`

const pauseLua = `
local known = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > known then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end`

/** @param prefix in braces, so that a Redis Cluster keeps all keys of one app in one slot */
export function createLedger(redis: Redis, prefix: string): Ledger {
  const hintsOf = (key: string) => `${prefix}:hints:${key}`
  const startsOf = (key: string) => `${prefix}:starts:${key}`
  const pauseOf = (installationId: number) => `${prefix}:pause:${installationId}`
  const number = `${prefix}:number`
  const due = `${prefix}:due`

  function run(script: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return redis.eval(script, keys.length, ...keys, ...values)
  }

  async function spacedUntil({ key, isSpaced }: LedgerKey): Promise<number> {
    if (!isSpaced) return 0
    const [earlier, last, adds] = await redis.hmget(startsOf(key), 'earlier', 'last', 'adds')
    return earliestStart({ starts: timesOf(earlier, last), adds: Number(adds ?? 0) })
  }

  return {
    async remember({ key, installationId, isSpaced }, hint, now, asked) {
      const priority = priorityOf(hint.trigger)
      const keys = [hintsOf(key), number, due, pauseOf(installationId), startsOf(key)]
      const answer = await run(rememberLua, keys, [textOf(hint), priority, key, asked, isSpaced ? 1 : 0])
      const [before, at, pause, earlier, last, adds] = answer as [number, string, string, string, string, string]
      const spaced = isSpaced ? earliestStart({ starts: timesOf(earlier, last), adds: Number(adds) }) : 0
      const dueAt = Math.max(Number(at), Number(pause), spaced)
      // A work that is held is not overdue.
      if (dueAt > Math.max(now, Number(at))) await redis.zadd(due, 'XX', 'GT', dueAt, key)
      const raised = before >= 0 && priority < before
      return { dueAt, raised, priority: before < 0 ? priority : Math.min(before, priority) }
    },
    async begin(of, now) {
      const { key, installationId, isSpaced } = of
      const keys = [hintsOf(key), due, pauseOf(installationId), startsOf(key)]
      const answer = await run(beginLua, keys, [key, now, await spacedUntil(of), isSpaced ? 1 : 0])
      const [kind, ...rest] = answer as string[]
      if (kind === 'nothing') return { kind }
      if (kind === 'wait') return { kind, until: Number(rest[0]) }
      return { kind: 'run', taken: takenOf(rest) }
    },
    async strike(key, taken) {
      await run(strikeLua, [hintsOf(key)], flat(taken))
    },
    async postpone({ key, installationId }, at, taken, instead) {
      const keys = [hintsOf(key), number, due, pauseOf(installationId)]
      const wish = instead === undefined ? ['', 0] : [textOf(instead), priorityOf(instead.trigger)]
      return Number(await run(postponeLua, keys, [key, at, ...wish, ...flat(taken)]))
    },
    async dueAt(key) {
      const score = await redis.zscore(due, key)
      return score === null ? null : Number(score)
    },
    async forget(key) {
      await redis.multi().del(hintsOf(key)).zrem(due, key).exec()
    },
    async pause(installationId, until, now) {
      const left = Math.ceil(until - now)
      if (left > 0) await run(pauseLua, [pauseOf(installationId)], [Math.ceil(until), left])
    },
    async once(name, forMs) {
      return (await redis.set(`${prefix}:once:${name}`, '1', 'PX', Math.ceil(forMs), 'NX')) === 'OK'
    },
    async oldestDue() {
      const [, score] = await redis.zrange(due, 0, 0, 'WITHSCORES')
      return score === undefined ? null : Number(score)
    },
  }
}

function timesOf(...texts: readonly (string | null | undefined)[]): number[] {
  return texts.filter((text) => text !== null && text !== undefined && text !== '').map(Number)
}

function flat(taken: Taken | undefined): string[] {
  return (taken?.entries ?? []).flatMap(({ text, score }) => [text, score])
}

/** The same wish twice is one entry, so the order of its parts must not depend on who wrote it. */
function textOf({ trigger, fresh, full, heads, rereads, acknowledge, releases }: WorkHint): string {
  return JSON.stringify({ trigger, fresh, full, heads, rereads, acknowledge, releases })
}

/** @param listed entry, score, entry, score … with the most urgent first */
function takenOf(listed: readonly string[]): Taken {
  const entries: { text: string; score: string }[] = []
  for (let index = 0; index + 1 < listed.length; index += 2) {
    entries.push({ text: listed[index] ?? '', score: listed[index + 1] ?? '' })
  }
  const inOrder = [...entries].sort((a, b) => (Number(a.score) % span) - (Number(b.score) % span))
  const [first, ...others] = inOrder.map(({ text }) => JSON.parse(text) as WorkHint)
  if (first === undefined) throw new Error('a run without a wish')
  return { hint: others.reduce(mergeHints, first), entries }
}
