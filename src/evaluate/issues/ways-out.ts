import type { Mention } from '../../domain/closing-claim.ts'
import type { Fix } from '../../domain/finding.ts'
import { linkable } from '../../domain/repository.ts'
import { code, reference, words } from '../../domain/words.ts'
import { type ClaimContext, type IssuesContext, nameOf, type OpenIssueClaim } from './context.ts'
import type { UnmetReason } from './judged-criterion.ts'
import { ours } from './phrases.ts'
import { whereIs } from './places.ts'

/** More places than this to change is a list that nobody works through. */
const MOST_PLACES = 5

/** How to leave the issue open: other words where the keyword stands, or no link in the sidebar. */
export function leaveOpen(claim: ClaimContext, context: IssuesContext): Fix[] {
  const ways = claim.routes.map(({ route, mention }): Fix => {
    if (route === 'sidebar') {
      return { how: words`Leave it open: take ${nameOf(claim.target, context)} out of "Development" in the sidebar` }
    }
    return { how: mention === undefined ? LOOSE_KEYWORD : replaceWords(mention), paste: partOf(claim, context) }
  })
  return distinctWays(ways).slice(0, MOST_PLACES)
}

/** A description that becomes commit text as well is one place to change. */
function distinctWays(ways: readonly Fix[]): readonly Fix[] {
  return [...new Map(ways.map((fix) => [JSON.stringify(fix), fix])).values()]
}

const LOOSE_KEYWORD = words`Leave it open: take the closing keyword before the number out of the description, and write`

function replaceWords(mention: Mention) {
  if (mention.place === 'commit') {
    return words`Leave it open: in ${whereIs(mention)}, replace ${code(mention.text)} (amend or rebase, then push) by`
  }
  if (mention.place === 'merge-text') {
    return words`Leave it open: when merging, replace ${code(mention.text)} in the text of the commit by`
  }
  if (mention.place === 'auto-merge') {
    return words`Leave it open: disarm auto-merge, and arm it again with ${code(mention.text)} replaced by`
  }
  const preposition = mention.place === 'title' ? 'in' : 'on'
  return words`Leave it open: replace ${code(mention.text)} ${ours(preposition)} ${whereIs(mention)} by`
}

/** Text that names the issue without closing it. */
export function partOf(claim: ClaimContext, context: IssuesContext): string {
  return `Part of ${linkable(claim.target, context.home)}`
}

/** How to meet criteria: in the issue, or by an attestation whose evidence is left for the author to write. */
export function meetCriteria(claim: OpenIssueClaim, context: IssuesContext): Fix[] {
  const finish: Fix = {
    how: words`Finish what is open, and tick it in ${reference(linkable(claim.target, context.home))}`,
  }
  const attestable = unmet(claim).filter((criterion) => !NOT_ATTESTABLE.has(criterion.why))
  const ways = [finish, acceptByCommand(claim, context)]
  if (context.policy.acceptance.attestation !== 'author' || attestable.length === 0) return ways
  const evidence =
    context.policy.acceptance.evidence === 'pointer'
      ? words`a changed file, a commit, a check, or an issue, pull request or run by URL`
      : words`what shows it`
  const name = linkable(claim.target, context.home)
  const lines = attestable.map(({ criterion }) => `- [ ] ${name} ${claim.seen.shown ? criterion.id : 'AC'}: `)
  const attest: Fix = {
    how: words`Or attest what is met in the description: write behind the colon ${evidence}, and tick the box`,
    paste: ['## Acceptance evidence', '', ...lines].join('\n'),
  }
  return [finish, attest, ...ways.slice(1)]
}

/** Left without its reason: as it is pasted, it accepts nothing. */
function acceptByCommand(claim: OpenIssueClaim, context: IssuesContext): Fix {
  const { selfAccept } = context.policy.acceptance
  const who = selfAccept
    ? words`somebody with write permission`
    : words`somebody with write permission who is not the author`
  const ids = (claim.seen.criteria ?? []).flatMap(({ met, criterion }) => (met === true ? [] : [criterion.id]))
  const named = ids.length > MOST_NAMED ? '' : ` ${ids.join(' ')}`
  return {
    how: words`Or ${who} accepts what holds, in a comment with the reason behind the dashes`,
    paste: `/claims accept ${linkable(claim.target, context.home)}${named} -- `,
  }
}

/** With more criteria than this the command names none, which means all that are unmet. */
const MOST_NAMED = 20

/** No attestation can meet these. */
const NOT_ATTESTABLE: ReadonlySet<UnmetReason> = new Set<UnmetReason>(['post-merge', 'open-child'])

export function unmet(claim: OpenIssueClaim) {
  return (claim.seen.criteria ?? []).flatMap((judged) => (judged.met === false ? [judged] : []))
}
