import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NumberedReference } from './repository.ts'

/** "This criterion holds", said by somebody with write permission. */
export interface RecordedAcceptance {
  readonly target: NumberedReference
  /** As the criterion was called then. */
  readonly criterionId: string
  /** Hash of the criterion's text: another text was not accepted. */
  readonly criterionHash: string
  /** Login. */
  readonly actor: string
  readonly reason: string
  /** The head that was judged when it was said. */
  readonly headSha: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The comment with the command. */
  readonly commentId: number
}

/** All acceptances on one pull request. */
export interface AcceptanceRecord {
  readonly acceptances: readonly RecordedAcceptance[]
  /** Records that were found and do not count: edited by hand, or with a signature that fails. */
  readonly rejected: readonly RecordRejection[]
  /** The pull request's head when the record was read. */
  readonly headSha: string
}

export type RecordRejection = 'edited' | 'signature'

/** Which pull request a record belongs to. The repository counts by its id, which survives a new name. */
export interface RecordSubject {
  readonly repositoryId: number
  readonly number: number
}

/** The machine part of a record: Base64 and a signature over it and the pull request, on one line. */
export function sealRecord(
  acceptances: readonly RecordedAcceptance[],
  subject: RecordSubject,
  key: Uint8Array,
): string {
  const text = Buffer.from(JSON.stringify(acceptances.map(toTuple))).toString('base64')
  return `${version}:${text}:${signature(text, subject, key)}`
}

/** Null when the signature fails, or when the text was never sealed by `sealRecord`. */
export function openRecord(
  sealed: string,
  subject: RecordSubject,
  key: Uint8Array,
): readonly RecordedAcceptance[] | null {
  const [head, text, signed, ...rest] = sealed.split(':')
  if (head !== version || text === undefined || signed === undefined || rest.length > 0) return null
  const wanted = Buffer.from(signature(text, subject, key))
  const given = Buffer.from(signed)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return null
  return (JSON.parse(Buffer.from(text, 'base64').toString()) as Tuple[]).map(fromTuple)
}

const version = 'cw1'

function signature(text: string, { repositoryId, number }: RecordSubject, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${version}\n${repositoryId}\n${number}\n${text}`).digest('hex')
}

/** Without names of fields a record of a hundred acceptances stays small beside its table. */
type Tuple = readonly [string, string, number, string, string, string, string, string, number, number]

function toTuple(one: RecordedAcceptance): Tuple {
  const { owner, name } = one.target.repository
  const { criterionId, criterionHash, actor, reason, headSha, at, commentId } = one
  return [owner, name, one.target.number, criterionId, criterionHash, actor, reason, headSha, at, commentId]
}

function fromTuple(tuple: Tuple): RecordedAcceptance {
  const [owner, name, number, criterionId, criterionHash, actor, reason, headSha, at, commentId] = tuple
  const target = { repository: { owner, name }, number }
  return { target, criterionId, criterionHash, actor, reason, headSha, at, commentId }
}
