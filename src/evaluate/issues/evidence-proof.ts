import picomatch from 'picomatch'
import type { Criterion } from '../../domain/acceptance.ts'
import type { CheckAtHead, Proof, ProofFacts, ProofReading, Reviewer } from '../../domain/proof.ts'
import { code, join, type Words, words } from '../../domain/words.ts'
import { readProofs } from '../../facts/parse/proof.ts'
import { globProblem } from '../../policy/glob.ts'
import type { EvidenceSources, JudgedCriterion } from './judged-criterion.ts'
import { ours } from './phrases.ts'

type ProofVerdict =
  | { readonly holds: true; readonly says: Words }
  | { readonly holds: false; readonly says: Words }
  | { readonly holds: 'unknown'; readonly says: Words; readonly retry: 'may-cure' | 'cannot-cure' }

type ProofOf<Kind extends Proof['kind']> = Extract<Proof, { kind: Kind }>

/** A criterion with proofs is met when all of them hold; those that fail are named. */
export function judgeProofs(criterion: Criterion, sources: EvidenceSources): JudgedCriterion {
  const verdicts = criterion.proofs.flatMap(readProofs).map((proof) => judgeProof(proof, sources))
  const listed = (some: readonly ProofVerdict[]) =>
    join(
      some.map(({ says }) => says),
      '; ',
    )
  const failing = verdicts.filter(({ holds }) => holds === false)
  if (failing.length > 0) return { criterion, met: false, why: 'proof-fails', detail: listed(failing) }
  const untold = verdicts.flatMap((verdict) => (verdict.holds === 'unknown' ? [verdict] : []))
  if (untold.length > 0) {
    const retry = untold.every((verdict) => verdict.retry === 'may-cure') ? 'may-cure' : 'cannot-cure'
    return { criterion, met: 'unknown', detail: listed(untold), retry }
  }
  return { criterion, met: true, by: 'proof', detail: words`proved: ${listed(verdicts)}` }
}

function judgeProof(proof: Proof, sources: EvidenceSources): ProofVerdict {
  const { proofs } = sources
  if (proof.kind === 'malformed')
    return fails(words`the proof ${code(proof.written)} cannot be used: ${ours(proof.why)}`)
  if (proofs === undefined) return untold(words`the proof ${nameOf(proof)} was not checked yet`, 'may-cure')
  switch (proof.kind) {
    case 'check':
      return judgeCheck(proof, proofs)
    case 'path':
      return judgePath(proof, proofs)
    case 'label':
      return judgeLabel(proof, proofs)
    case 'comment':
      return judgeComment(proof, proofs, sources)
    case 'review':
      return judgeReview(proof, proofs)
  }
}

function judgeCheck(proof: ProofOf<'check'>, { checks }: ProofFacts): ProofVerdict {
  const name = nameOf(proof)
  // Our own check would wait for itself.
  if (proof.name.startsWith('claims/')) return fails(words`the check ${name} is this app's own and proves nothing`)
  return withReading(proof, checks, (read) => {
    const named = read.filter((check) => check.name === proof.name && isFrom(check, proof.app))
    const worst = named.find(({ state }) => state === 'failed') ?? named.find(({ state }) => state === 'running')
    if (named.length === 0) return fails(words`no check ${name} has reported at the head`)
    if (worst === undefined) return holds(words`the check ${name} succeeded`)
    return fails(
      worst.state === 'running' ? words`the check ${name} has not finished` : words`the check ${name} did not succeed`,
    )
  })
}

function isFrom(check: CheckAtHead, app: string | undefined): boolean {
  return app === undefined || check.app?.toLowerCase() === app
}

function judgePath(proof: ProofOf<'path'>, { paths }: ProofFacts): ProofVerdict {
  const problem = globProblem(proof.glob)
  if (problem !== null) return fails(words`the proof ${nameOf(proof)} cannot be used: its glob ${ours(problem)}`)
  return withReading(proof, paths, (changed) => {
    const matches = picomatch(proof.glob, { dot: true })
    const path = changed.find((one) => matches(one))
    return path === undefined
      ? fails(words`the pull request changes no file that matches ${code(proof.glob)}`)
      : holds(words`it changes ${code(path)}`)
  })
}

function judgeLabel(proof: ProofOf<'label'>, { labels }: ProofFacts): ProofVerdict {
  return withReading(proof, labels, (read) =>
    read.some((label) => label.toLowerCase() === proof.name.toLowerCase())
      ? holds(words`it has the label ${code(proof.name)}`)
      : fails(words`the pull request does not have the label ${code(proof.name)}`),
  )
}

function judgeComment(
  proof: ProofOf<'comment'>,
  { comments }: ProofFacts,
  { author, policy }: EvidenceSources,
): ProofVerdict {
  return withReading(proof, comments, (read) => {
    const counting = read.filter(
      (comment) =>
        comment.line === proof.line &&
        !comment.editedByOther &&
        (comment.sinceHead || !policy.dismissOnPush) &&
        !(proof.notAuthor && comment.author.toLowerCase() === author?.toLowerCase()),
    )
    const by = counting.find(({ mayWrite }) => mayWrite.known && mayWrite.value)
    if (by !== undefined) return holds(words`${code(by.author)} wrote ${code(proof.line)}`)
    const unread = counting.flatMap(({ mayWrite }) => (mayWrite.known ? [] : [mayWrite]))[0]
    if (unread !== undefined) return untold(words`whether ${nameOf(proof)} holds: ${unread.what}`, unread.retry)
    const other = proof.notAuthor ? words` other than the author` : words``
    const since = policy.dismissOnPush ? words` since this head was pushed` : words``
    return fails(words`nobody with write permission${other} wrote the line ${code(proof.line)}${since}`)
  })
}

function judgeReview(proof: ProofOf<'review'>, { reviews }: ProofFacts): ProofVerdict {
  const { by } = proof
  return withReading(proof, reviews, (read) => {
    const approving = read.filter(({ approves, atHead }) => approves && atHead)
    if (by.kind === 'user') {
      return approving.some(({ author }) => author.toLowerCase() === by.login.toLowerCase())
        ? holds(words`${reviewer(by)} approves this head`)
        : fails(words`${reviewer(by)} has not approved this head`)
    }
    const memberships = approving.map(({ author, teams }) => ({ author, inTeam: teams[teamKey(by)] }))
    const member = memberships.find(({ inTeam }) => inTeam?.known === true && inTeam.value)
    if (member !== undefined) return holds(words`${code(member.author)} of ${reviewer(by)} approves this head`)
    const unread = memberships.flatMap(({ inTeam }) => (inTeam?.known === false ? [inTeam] : []))[0]
    if (unread !== undefined)
      return untold(words`who is in ${reviewer(by)} cannot be told: ${unread.what}`, unread.retry)
    return fails(words`nobody of ${reviewer(by)} has approved this head`)
  })
}

/** How facts name a team. */
export function teamKey({ organisation, slug }: Extract<Reviewer, { kind: 'team' }>): string {
  return `${organisation}/${slug}`.toLowerCase()
}

function reviewer(by: Reviewer) {
  return code(by.kind === 'user' ? `@${by.login}` : `@${by.organisation}/${by.slug}`)
}

function withReading<T>(proof: Proof, reading: ProofReading<T>, judge: (value: T) => ProofVerdict): ProofVerdict {
  if (reading === 'not-needed') return untold(words`the proof ${nameOf(proof)} was not checked yet`, 'may-cure')
  if (reading.known) return judge(reading.value)
  return untold(words`the proof ${nameOf(proof)} cannot be checked: ${ours(reading.what)}`, reading.retry)
}

/** What a proof asks for, in its own words. */
function nameOf(proof: Proof) {
  switch (proof.kind) {
    case 'check':
      return code(proof.app === undefined ? proof.name : `${proof.name} from ${proof.app}`)
    case 'path':
      return code(`path ${proof.glob}`)
    case 'label':
      return code(`label ${proof.name}`)
    case 'comment':
      return code(`comment ${proof.line}`)
    case 'review':
      return reviewer(proof.by)
    case 'malformed':
      return code(proof.written)
  }
}

function holds(says: Words): ProofVerdict {
  return { holds: true, says }
}

function fails(says: Words): ProofVerdict {
  return { holds: false, says }
}

function untold(says: Words, retry: 'may-cure' | 'cannot-cure'): ProofVerdict {
  return { holds: 'unknown', says, retry }
}
