import { z } from 'zod'
import type { Unknown } from '../domain/reading.ts'
import type { NumberedReference, RepositoryName } from '../domain/repository.ts'

/**
 * The facts of a saved evaluation as they are checked when read again. Objects are loose: what is not listed stays, so
 * that no fact is lost between `--save-facts` and `explain`; and each schema says by `satisfies` that what passes is the
 * type that is judged.
 */
export const repositoryName = z.looseObject({
  owner: z.string(),
  name: z.string(),
}) satisfies z.ZodType<RepositoryName>

export const pullReference = z.looseObject({
  repository: repositoryName,
  number: z.number(),
}) satisfies z.ZodType<NumberedReference>

export const visibility = z.enum(['PUBLIC', 'INTERNAL', 'PRIVATE'])

const unread = z.looseObject({
  known: z.literal(false),
  reason: z.enum(['unreadable', 'too-large', 'binary', 'incomplete', 'unavailable', 'not-yet', 'invalid']),
  what: z.string(),
  retry: z.enum(['may-cure', 'cannot-cure']),
}) satisfies z.ZodType<Unknown>

/** A value of this kind, or why there is none. */
export function reading<Value extends z.ZodType>(value: Value) {
  return z.discriminatedUnion('known', [z.looseObject({ known: z.literal(true), value }), unread])
}

/** Milliseconds since 1970, within what a date can hold. */
export const moment = z.number().min(0).max(8.64e15)

export const notNeeded = z.literal('not-needed')
export const notRead = z.literal('not-read')
