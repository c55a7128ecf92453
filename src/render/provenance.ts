import type { Requirement } from '../domain/requirement.ts'
import { code, join, reference, type Words, words } from '../domain/words.ts'
import { momentText } from './moment.ts'
import { ours } from './ours.ts'

/** What a verdict was computed from. */
export interface Provenance {
  readonly headSha: string
  readonly policy: PolicySource
  /** When reading the facts began; milliseconds since 1970. */
  readonly readAt: number
}

export type PolicySource =
  | { readonly from: 'defaults' }
  /** It could not be read, or was not: nothing was judged by it. */
  | { readonly from: 'unread' }
  /** The pull request takes the file away. */
  | { readonly from: 'removed'; readonly path: string }
  | {
      readonly from: 'repository' | 'organisation'
      /** Of the file, from its repository's root. */
      readonly path: string
      /** Git id of the file. */
      readonly blobOid: string
    }

/** What a pull request was judged against. */
export interface JudgedBase {
  readonly number: number
  readonly baseRefName: string
  /** The commit of the base that was judged against; null when the branch is gone. */
  readonly baseSha: string | null
}

/** What a verdict was computed from, in sentence parts. */
export function provenanceParts({ headSha, policy, readAt }: Provenance, bases: readonly JudgedBase[]): Words[] {
  return [
    words`Head ${code(headSha)}`,
    ...bases.map((base) => baseWords(base, bases.length > 1)),
    policyWords(policy),
    words`read ${ours(momentText(readAt))}`,
  ]
}

/** The last line of every summary. Whether the check is required is said of each base that it was asked for. */
export function provenanceLine(
  provenance: Provenance,
  bases: readonly JudgedBase[],
  requirements: ReadonlyMap<string, Requirement> = new Map(),
): Words {
  return join(
    [
      ...provenanceParts(provenance, bases),
      words`to judge again, use Re-run or comment ${code('/claims recheck')}`,
      ...[...requirements].map(([baseRefName, requirement]) => requirementWords(baseRefName, requirement)),
    ],
    ' · ',
  )
}

function baseWords({ number, baseRefName, baseSha }: JudgedBase, isOneOfSeveral: boolean): Words {
  const of = isOneOfSeveral ? words` of ${reference(`#${number}`)}` : []
  return baseSha === null
    ? words`base${of} ${code(baseRefName)}, which is gone`
    : words`base${of} ${code(baseRefName)} at ${code(short(baseSha))}`
}

function policyWords(policy: PolicySource): Words {
  switch (policy.from) {
    case 'defaults':
      return words`policy: the defaults, as there is no policy file`
    case 'unread':
      return words`policy: not read`
    case 'removed':
      return words`policy ${code(policy.path)}, removed`
    case 'repository':
      return words`policy ${code(policy.path)} at ${code(short(policy.blobOid))}`
    case 'organisation':
      return words`policy ${code(policy.path)} of the organisation at ${code(short(policy.blobOid))}`
  }
}

function requirementWords(baseRefName: string, requirement: Requirement): Words {
  const branch = code(baseRefName)
  if (requirement.kind === 'unread') return words`whether a ruleset requires this check on ${branch} could not be read`
  if (requirement.kind === 'not-required') {
    return words`as far as the app can see no ruleset requires this check on ${branch}: until one does, it is advice`
  }
  switch (requirement.source) {
    case 'this-app':
      return words`a ruleset requires this check on ${branch}, from this app alone`
    case 'anyone':
      return words`a ruleset requires this check on ${branch}, but from any source: pin it to this app, or whoever may write statuses can pass it`
    case 'another-app':
      return words`a ruleset requires this check on ${branch} from another app, so this run does not count there`
  }
}

/** Only the head is given whole: it is what a verdict holds for. */
function short(oid: string): string {
  return oid.slice(0, 12)
}
