import type { Command } from '../commands/grammar.ts'
import type { Criterion } from '../domain/acceptance.ts'
import type { RecordedAcceptance, RecordRejection } from '../domain/acceptance-record.ts'
import { type NumberedReference, type RepositoryName, sameReference, shortReference } from '../domain/repository.ts'
import { code, reference, type Words, words } from '../domain/words.ts'
import { evaluateIssues, type JudgedClaim } from '../evaluate/issues/evaluate.ts'
import { mayShow } from '../evaluate/issues/visibility.ts'
import { trustedRecords } from '../facts/issues/acceptances.ts'
import { findOwnComments } from '../facts/issues/own-comments.ts'
import { type IssuesReading, readIssues } from '../facts/issues/read-issues.ts'
import { readReferences } from '../facts/parse/closing-reference.ts'
import { sameCriterionId } from '../facts/parse/criterion-id.ts'
import { isAtLeast, readPermission } from '../github/permission.ts'
import { writeOver } from '../publish/comments.ts'
import { acceptancesComment, recordedText } from '../render/comment-acceptances.ts'
import type { CommandWork } from './command-work.ts'
import { standingOf } from './judgement.ts'
import { turnOf } from './reply.ts'
import { clientOf, readIssuesOptions, type Workshop } from './workshop.ts'

type CommandOf<Verb extends Command['verb']> = Extract<Command, { verb: Verb }>

/** What became of a command about acceptances. `why` is a part of a sentence. */
export type Recorded = { readonly kind: 'recorded' } | { readonly kind: 'refused'; readonly why: Words }

const recorded: Recorded = { kind: 'recorded' }

export function refused(why: Words): Recorded {
  return { kind: 'refused', why }
}

const needsWrite = refused(words`it needs write permission on this repository`)

/**
 * `/claims accept`: records that criteria hold, as they stand now, with the head that was judged. Doing it twice changes
 * nothing, so a work that failed half-way can be repeated.
 */
export async function accept(workshop: Workshop, work: CommandWork, command: CommandOf<'accept'>): Promise<Recorded> {
  const client = clientOf(workshop, work.installationId)
  const { repository, number } = work
  if (!isAtLeast(await readPermission(client, repository, work.actor), 'write')) return needsWrite
  const target = readIssueName(command.issue, repository, workshop.hosts)
  if (target === null) return refused(words`${code(command.issue)} is no issue`)
  const reading = await readIssues(client, repository, number, readIssuesOptions(workshop))
  const criteria = criteriaToAccept(reading, target, command.criteria, work.actor, workshop.hosts)
  if (!criteria.chosen) return refused(criteria.why)
  return changeRecord(workshop, work, (before) => {
    const { headRefOid } = reading.facts.pull
    const kept = before.filter(
      (one) => !criteria.all.some((criterion) => isVoidNow(one, target, criterion, headRefOid)),
    )
    const added = criteria.all
      .filter(({ hash }) => !kept.some((one) => sameReference(one.target, target) && one.criterionHash === hash))
      .map(
        (criterion): RecordedAcceptance => ({
          target,
          criterionId: criterion.id,
          criterionHash: criterion.hash,
          criterionText: criteria.shown ? recordedText(criterion.text) : '',
          actor: work.actor,
          reason: command.reason,
          headSha: headRefOid,
          at: workshop.now(),
          commentId: work.commentId,
        }),
      )
    return added.length === 0 && kept.length === before.length ? before : [...kept, ...added]
  })
}

/** A new acceptance takes the place of one for an earlier text of the criterion, or at an earlier head. */
function isVoidNow(one: RecordedAcceptance, target: NumberedReference, criterion: Criterion, headSha: string): boolean {
  if (!sameReference(one.target, target)) return false
  if (one.criterionHash === criterion.hash) return one.headSha !== headSha
  return sameCriterionId(one.criterionId, criterion.id)
}

/** `/claims unaccept`: takes acceptances back. */
export async function unaccept(
  workshop: Workshop,
  work: CommandWork,
  command: CommandOf<'unaccept'>,
): Promise<Recorded> {
  const client = clientOf(workshop, work.installationId)
  if (!isAtLeast(await readPermission(client, work.repository, work.actor), 'write')) return needsWrite
  const target = readIssueName(command.issue, work.repository, workshop.hosts)
  if (target === null) return refused(words`${code(command.issue)} is no issue`)
  return changeRecord(workshop, work, (before) => {
    const about = before.filter((one) => sameReference(one.target, target))
    const unknown = command.criteria.find((id) => !about.some((one) => sameCriterionId(one.criterionId, id)))
    const name = reference(shortReference(target, work.repository))
    if (about.length === 0) return words`no acceptance of ${name} is recorded`
    if (unknown !== undefined) return words`no acceptance of ${code(unknown)} of ${name} is recorded`
    const named = (one: RecordedAcceptance) => command.criteria.some((id) => sameCriterionId(one.criterionId, id))
    return before.filter((one) => !about.includes(one) || (command.criteria.length > 0 && !named(one)))
  })
}

/** `#7`, `repo#7` of the same owner, `owner/repo#7` or a URL, and nothing else. */
function readIssueName(text: string, home: RepositoryName, hosts: readonly string[]): NumberedReference | null {
  const [found] = readReferences(text, { home, hosts, loose: true })
  return found !== undefined && found.start === 0 && found.end === text.length ? found.target : null
}

type Choice =
  | { readonly chosen: true; readonly all: readonly Criterion[]; readonly shown: boolean }
  | { readonly chosen: false; readonly why: Words }

function criteriaToAccept(
  reading: IssuesReading,
  target: NumberedReference,
  ids: readonly string[],
  actor: string,
  hosts: readonly string[],
): Choice {
  const no = (why: Words): Choice => ({ chosen: false, why })
  const { pull } = reading.facts
  const standing = standingOf(reading.policy)
  if (pull.state !== 'OPEN') return no(words`the pull request is not open`)
  if (standing.kind === 'unusable') return no(words`the policy file cannot be used, so nothing can be judged`)
  const { policy } = standing
  const isAuthor = actor.toLowerCase() === pull.author?.toLowerCase()
  if (isAuthor && !policy.issues.acceptance.selfAccept) {
    return no(words`the author of a pull request does not accept for it; somebody else with write permission can`)
  }
  const { claims } = evaluateIssues(reading.facts, policy, { hosts })
  const name = reference(shortReference(target, pull.repository))
  const claim = claims.find((one) => sameReference(one.target, target))
  if (claim === undefined) return no(words`merging this pull request does not close ${name}`)
  if (claim.state !== 'open') return no(words`${name} is not an open issue that could be judged`)
  if (claim.criteria === null) return no(words`${name} states no acceptance`)
  return chosen(claim, ids, words`${name}`, isShown(reading, target))
}

/** Whether people who can read the pull request can read the issue too. */
function isShown({ facts }: IssuesReading, target: NumberedReference): boolean {
  return facts.targets.some(
    ({ target: read }) =>
      read.known &&
      read.value.kind === 'issue' &&
      sameReference(read.value.reference, target) &&
      mayShow(read.value, facts.pull),
  )
}

function chosen({ criteria }: JudgedClaim, ids: readonly string[], name: Words, shown: boolean): Choice {
  const all = criteria ?? []
  if (ids.length === 0) {
    return { chosen: true, shown, all: all.filter(({ met }) => met !== true).map(({ criterion }) => criterion) }
  }
  const found: Criterion[] = []
  for (const id of ids) {
    const named = all.map(({ criterion }) => criterion).filter((criterion) => sameCriterionId(criterion.id, id))
    const explicit = named.filter(({ idIsExplicit }) => idIsExplicit)
    const [criterion, ...others] = explicit.length > 0 ? explicit : named
    if (criterion === undefined) return { chosen: false, why: words`${name} has no criterion ${code(id)}` }
    if (others.length > 0) return { chosen: false, why: words`several criteria of ${name} are called ${code(id)}` }
    found.push(criterion)
  }
  return { chosen: true, shown, all: found }
}

/** Reads the record, changes it and writes it, alone on its pull request. Words instead of a record refuse. */
async function changeRecord(
  workshop: Workshop,
  work: CommandWork,
  change: (before: readonly RecordedAcceptance[]) => readonly RecordedAcceptance[] | Words,
): Promise<Recorded> {
  const client = clientOf(workshop, work.installationId)
  const { repository, number } = work
  return workshop.turns.take(turnOf(work), async () => {
    const own = await findOwnComments(client, work, 'acceptances')
    const { acceptances: before, rejected } = trustedRecords(own, number, workshop.signingKey)
    const after = change(before)
    if (isWords(after)) return refused(after)
    const untouched = after === before && rejected.length === 0 && own.comments.length <= 1
    if (untouched) return recorded
    const body = acceptancesComment({
      home: repository,
      subject: { repositoryId: own.repositoryId, number },
      acceptances: after,
      dropped: [...new Set<RecordRejection>(rejected)],
      signingKey: workshop.signingKey,
    })
    if (body === null) return refused(words`these are more acceptances than one comment can hold; name fewer criteria`)
    await writeOver(client, work, own.comments, body)
    return recorded
  })
}

function isWords(value: readonly RecordedAcceptance[] | Words): value is Words {
  return value[0] !== undefined && 'kind' in value[0]
}
