import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NumberedReference } from './repository.ts'

/** "This criterion holds", said by somebody with write permission. */
export interface RecordedAcceptance {
  readonly target: NumberedReference
  /** As the criterion was called then. */
  readonly criterionId: string
  /** Hash of the criterion's text: another text was not accepted. */
  readonly criterionHash: string
  /** The start of its text, for people; empty where more people can read the record than the issue. */
  readonly criterionText: string
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
  const text = Buffer.from(JSON.stringify(commandsOf(acceptances))).toString('base64')
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
  return (JSON.parse(Buffer.from(text, 'base64').toString()) as SealedCommand[]).flatMap(acceptancesOf)
}

const version = 'cw1'

function signature(text: string, { repositoryId, number }: RecordSubject, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${version}\n${repositoryId}\n${number}\n${text}`).digest('hex')
}

/** What one command accepted. Without names of fields, a record of a hundred criteria stays small beside its table. */
type SealedCommand = readonly [
  owner: string,
  name: string,
  number: number,
  actor: string,
  reason: string,
  headSha: string,
  at: number,
  commentId: number,
  criteria: (readonly [id: string, hash: string, text: string])[],
]

function commandsOf(acceptances: readonly RecordedAcceptance[]): readonly SealedCommand[] {
  const commands = new Map<string, SealedCommand>()
  for (const { target, criterionId, criterionHash, criterionText, ...said } of acceptances) {
    const { owner, name } = target.repository
    const { actor, reason, headSha, at, commentId } = said
    const common = [owner, name, target.number, actor, reason, headSha, at, commentId] as const
    const key = JSON.stringify(common)
    const command = commands.get(key) ?? [...common, []]
    command[8].push([criterionId, criterionHash, criterionText])
    commands.set(key, command)
  }
  return [...commands.values()]
}

function acceptancesOf(command: SealedCommand): readonly RecordedAcceptance[] {
  const [owner, name, number, actor, reason, headSha, at, commentId, criteria] = command
  const common = { target: { repository: { owner, name }, number }, actor, reason, headSha, at, commentId }
  return criteria.map(([criterionId, criterionHash, criterionText]) => {
    return { ...common, criterionId, criterionHash, criterionText }
  })
}

/** The line of a comment that holds the machine part: an HTML comment, which Base64 cannot end. */
export function recordLine(sealed: string): string {
  return `<!-- claimwarden:record ${sealed} -->`
}

/** The machine part of a comment; null when it has none. */
export function sealedIn(body: string): string | null {
  return /^<!-- claimwarden:record (\S+) -->\s*$/m.exec(body)?.[1] ?? null
}
