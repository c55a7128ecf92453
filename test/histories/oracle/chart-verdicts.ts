import semver from 'semver'
import { isAncestor } from '../../github/git/history.ts'
import type { Oid } from '../../github/git/objects.ts'
import type { PullRequest, Repository } from '../../github/world/model.ts'
import { waysToSettle } from './contest.ts'
import type { FirstSeen, Standing } from './first-seen.ts'
import type { GitCharts, OwnClaim } from './git-charts.ts'

/** The verdicts of `claims/chart-versions` that the design allows for the world as it stands. */
export interface ChartVerdicts {
  /** Blocked whoever holds what, with the reason: its kind, a colon, the details. */
  readonly blocked: ReadonlyMap<number, string>
  /**
   * For each number that several may claim: sets of pull requests that wait for its holder, one of which must be; a
   * single set where the order of claims is certain.
   */
  readonly contests: readonly (readonly ReadonlySet<number>[])[]
}

/** Open pull requests of one repository with the claims they make. */
export function standingsOf(charts: GitCharts, repository: Repository, open: readonly PullRequest[]): Standing[] {
  return open.map((pull) => ({
    number: pull.number,
    isDraft: pull.draft,
    claims: new Set(claimsOf(charts, repository, pull).map(({ chart, version }) => `${chart}@${version}`)),
  }))
}

/** A pull request as far as its diff goes; GitHub lists that from the merge base of the last push or retargeting. */
export type Diffed = Pick<PullRequest, 'mergeBaseOid' | 'headRefOid'>

interface Contending {
  readonly pull: PullRequest
  readonly claim: OwnClaim
}

export function chartVerdicts(
  charts: GitCharts,
  repository: Repository,
  open: readonly PullRequest[],
  firstSeen: FirstSeen,
): ChartVerdicts {
  const blocked = new Map<number, string>()
  const contending: Contending[] = []
  for (const pull of open) {
    for (const claim of claimsOf(charts, repository, pull)) {
      const tip = tipOf(repository, pull.baseRefName)
      const own = ownStanding(charts, repository, pull, tip, claim)
      const why = own === 'ahead' ? takenElsewhere(charts, repository, open, pull, claim) : own
      if (why === null) contending.push({ pull, claim })
      else if (why !== 'merged already') blocked.set(pull.number, why)
    }
  }
  return { blocked, contests: groupsOf(contending).map((group) => waysOf(repository, open, group, firstSeen)) }
}

/** One group of a merge queue: the claims of its pull request against the chart at its base, and nobody else. */
export function groupIsBlocked(charts: GitCharts, repository: Repository, baseSha: Oid, pull: Diffed): boolean {
  return charts
    .claims(pull.mergeBaseOid, baseSha, pull.headRefOid)
    .some((claim) => !['ahead', 'merged already'].includes(ownStanding(charts, repository, pull, baseSha, claim)))
}

function claimsOf(charts: GitCharts, repository: Repository, pull: PullRequest): readonly OwnClaim[] {
  return charts.claims(pull.mergeBaseOid, tipOf(repository, pull.baseRefName), pull.headRefOid)
}

function ownStanding(charts: GitCharts, repository: Repository, pull: Diffed, tip: Oid, claim: OwnClaim): string {
  const there = charts.at(tip).find(({ name }) => name === claim.chart)
  if (there?.version === claim.version) {
    const { mergeBaseOid, headRefOid } = pull
    const same =
      there.treeOid === claim.treeOid || charts.changesAreAtTip(mergeBaseOid, tip, headRefOid, claim.directory)
    return same ? 'merged already' : `swallowed: ${claim.chart} ${claim.version} is on the base with other content`
  }
  if (there !== undefined && !semver.gt(claim.version, there.version)) {
    return `not ahead: ${claim.chart} ${claim.version} over ${there.version} of the base`
  }
  return publishedOtherwise(charts, repository, claim) ?? 'ahead'
}

/** A tag `{name}-{version}` of an equal version has another chart, or none. */
function publishedOtherwise(charts: GitCharts, repository: Repository, claim: OwnClaim): string | null {
  const prefix = `refs/tags/${claim.chart}-`
  for (const [ref, oid] of repository.refs) {
    const version = ref.startsWith(prefix) ? semver.valid(ref.slice(prefix.length)) : null
    if (version === null || !semver.eq(version, claim.version)) continue
    const there = charts.at(oid).find(({ name }) => name === claim.chart)
    if (there?.treeOid !== claim.treeOid) return `published: ${claim.chart} ${claim.version} by ${ref}`
  }
  return null
}

/** Another base that counts for everybody has the number with other content. */
function takenElsewhere(
  charts: GitCharts,
  repository: Repository,
  open: readonly PullRequest[],
  pull: PullRequest,
  claim: OwnClaim,
): string | null {
  const heads = new Set(open.filter((one) => isHere(repository, one)).map(({ headRefName }) => headRefName))
  const bases = new Set([
    repository.defaultBranch,
    ...open.map(({ baseRefName }) => baseRefName).filter((base) => !heads.has(base)),
  ])
  for (const base of bases) {
    if (base === pull.baseRefName) continue
    const there = charts.at(tipOf(repository, base)).find(({ name }) => name === claim.chart)
    if (there === undefined || there.treeOid === claim.treeOid) continue
    if (semver.eq(there.version, claim.version)) return `on another base: ${claim.chart} ${claim.version} is on ${base}`
  }
  return null
}

function groupsOf(contending: readonly Contending[]): readonly (readonly Contending[])[] {
  const groups: Contending[][] = []
  for (const one of contending) {
    const group = groups.find(([first]) => {
      return first?.claim.chart === one.claim.chart && semver.eq(first.claim.version, one.claim.version)
    })
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  return groups
}

function waysOf(
  repository: Repository,
  open: readonly PullRequest[],
  group: readonly Contending[],
  firstSeen: FirstSeen,
): readonly ReadonlySet<number>[] {
  const byNumber = new Map(group.map((one) => [one.pull.number, one]))
  const contestants = group.map(({ pull, claim }) => ({
    pull: pull.number,
    isDraft: pull.draft,
    firstSeen: firstSeen.of(pull.number, pull.draft, `${claim.chart}@${claim.version}`),
  }))
  return waysToSettle(contestants, (a, b) => {
    const [one, other] = [byNumber.get(a), byNumber.get(b)]
    if (one === undefined || other === undefined) throw new Error('nobody of the group')
    return one.claim.treeOid !== other.claim.treeOid && !areStacked(repository, open, one.pull, other.pull)
  })
}

function areStacked(repository: Repository, open: readonly PullRequest[], a: PullRequest, b: PullRequest): boolean {
  const { git } = repository
  if (isAncestor(git, a.headRefOid, b.headRefOid) || isAncestor(git, b.headRefOid, a.headRefOid)) return true
  return standsOn(repository, open, a, b) || standsOn(repository, open, b, a)
}

/** By base branches, over any number of open pull requests between. */
function standsOn(
  repository: Repository,
  open: readonly PullRequest[],
  upper: PullRequest,
  lower: PullRequest,
  seen = new Set<PullRequest>(),
): boolean {
  if (seen.has(upper)) return false
  seen.add(upper)
  const below = open.filter((one) => isHere(repository, one) && one.headRefName === upper.baseRefName)
  return below.some((one) => one === lower || standsOn(repository, open, one, lower, seen))
}

function isHere(repository: Repository, pull: PullRequest): boolean {
  return pull.headRepositoryId === repository.id
}

export function tipOf(repository: Repository, branch: string): Oid {
  const tip = repository.refs.get(`refs/heads/${branch}`)
  if (tip === undefined) throw new Error(`no branch ${branch}`)
  return tip
}
