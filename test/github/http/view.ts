import { type ChangedFile, changedFiles } from '../git/changes.ts'
import { commitsBetween, mergeBase } from '../git/history.ts'
import type { Commit, Oid } from '../git/objects.ts'
import { peelToCommit, resolveExpression } from '../git/trees.ts'
import type { Account, Id, Issue, PullRequest, Repository, WorldState } from '../world/model.ts'
import { type Caller, canSee, type Level, permits } from './access.ts'

/** What an injected fault does to reading, beside the answer itself. */
export interface ReadConditions {
  /** Pull requests and their heads show as they were so many milliseconds ago. */
  readonly headLagMs: number
  /** Commits that the API does not know yet. */
  readonly hiddenOids: ReadonlySet<Oid>
  /** Keep only so many items of a page of the connection or route, as if there were no more. */
  readonly truncate: ReadonlyMap<string, number>
}

/** The world as one caller sees it at one moment; REST and GraphQL both read through it. */
export class View {
  readonly state: WorldState
  readonly caller: Caller
  readonly now: number
  readonly conditions: ReadConditions

  constructor(state: WorldState, caller: Caller, now: number, conditions: ReadConditions) {
    this.state = state
    this.caller = caller
    this.now = now
    this.conditions = conditions
  }

  permits(repository: Repository, permission: string, level: Level = 'read'): boolean {
    return permits(this.state, this.caller, repository, permission, level)
  }

  sees(repository: Repository): boolean {
    return canSee(this.state, this.caller, repository)
  }

  /** Null for a deleted account, which GraphQL shows as null and REST as `ghost`. */
  account(id: Id | null): Account | null {
    const account = id === null ? undefined : this.state.accounts.get(id)
    return account === undefined || account.deleted ? null : account
  }

  accountByLogin(login: string): Account | undefined {
    const wanted = login.toLowerCase()
    for (const account of this.state.accounts.values()) {
      if (!account.deleted && account.login.toLowerCase() === wanted) return account
    }
    return undefined
  }

  /** A repository the caller can see, by id. */
  repository(id: Id | null): Repository | undefined {
    const repository = id === null ? undefined : this.state.repositories.get(id)
    return repository !== undefined && this.sees(repository) ? repository : undefined
  }

  /** A repository by its present name, or by a former one. */
  repositoryByName(owner: string, name: string): { repository: Repository; renamed: boolean } | undefined {
    const wanted = `${owner}/${name}`.toLowerCase()
    let former: Repository | undefined
    for (const repository of this.state.repositories.values()) {
      if (!this.sees(repository)) continue
      if (this.fullName(repository).toLowerCase() === wanted) return { repository, renamed: false }
      if (repository.formerNames.has(wanted)) former = repository
    }
    return former === undefined ? undefined : { repository: former, renamed: true }
  }

  /** The repository of a thing that exists in it. */
  repositoryOf(thing: { readonly repositoryId: Id }): Repository {
    const repository = this.state.repositories.get(thing.repositoryId)
    if (repository === undefined) throw new Error(`no repository ${thing.repositoryId}`)
    return repository
  }

  fullName(repository: Repository): string {
    return `${this.state.accounts.get(repository.ownerId)?.login ?? 'ghost'}/${repository.name}`
  }

  pull(repository: Repository, number: number): PullRequest | undefined {
    const key = repository.numbers.get(number)
    const pull = key?.kind === 'pull' ? this.state.pulls.get(key.id) : undefined
    return pull !== undefined && this.shows(pull) ? pull : undefined
  }

  pulls(repository: Repository): PullRequest[] {
    const found: PullRequest[] = []
    for (const { kind, id } of repository.numbers.values()) {
      const pull = kind === 'pull' ? this.state.pulls.get(id) : undefined
      if (pull !== undefined && this.shows(pull)) found.push(pull)
    }
    return found
  }

  /** An issue as it stands at this number: transferred and deleted ones too, which their readers must tell apart. */
  issue(repository: Repository, number: number): Issue | undefined {
    const key = repository.numbers.get(number)
    return key?.kind === 'issue' ? this.state.issues.get(key.id) : undefined
  }

  issues(repository: Repository): Issue[] {
    const found: Issue[] = []
    for (const { kind, id } of repository.numbers.values()) {
      const issue = kind === 'issue' ? this.state.issues.get(id) : undefined
      if (issue !== undefined && !issue.deleted && issue.transferredToId === null) found.push(issue)
    }
    return found
  }

  /** Issues of any repository by id that the caller may read; GitHub leaves the others out of lists. */
  readableIssues(ids: Iterable<Id>): Issue[] {
    const found = new Set<Issue>()
    for (const id of ids) {
      const issue = this.issueNow(id)
      if (issue === undefined || issue.deleted) continue
      if (this.permits(this.repositoryOf(issue), 'issues')) found.add(issue)
    }
    return [...found]
  }

  /** An issue where it is now: a transfer leaves the old one behind as a redirect. */
  issueNow(id: Id): Issue | undefined {
    const issue = this.state.issues.get(id)
    return issue === undefined || issue.transferredToId === null ? issue : this.issueNow(issue.transferredToId)
  }

  /** The head of a pull request, as old as the injected lag makes it. */
  headOid(pull: PullRequest): Oid {
    const seenAt = this.now - this.conditions.headLagMs
    if (this.conditions.headLagMs === 0) return pull.headRefOid
    return pull.headHistory.findLast(({ at }) => at <= seenAt)?.oid ?? pull.headHistory[0]?.oid ?? pull.headRefOid
  }

  mergeBaseOid(pull: PullRequest): Oid {
    const head = this.headOid(pull)
    if (head === pull.headRefOid) return pull.mergeBaseOid
    return mergeBase(this.repositoryOf(pull).git, pull.baseRefOid, head) ?? pull.mergeBaseOid
  }

  commitOids(pull: PullRequest): readonly Oid[] {
    const head = this.headOid(pull)
    if (head === pull.headRefOid) return pull.commitOids
    return commitsBetween(this.repositoryOf(pull).git, pull.baseRefOid, head)
  }

  files(pull: PullRequest): readonly ChangedFile[] {
    return changedFiles(this.repositoryOf(pull).git, this.mergeBaseOid(pull), this.headOid(pull))
  }

  /** Whether the API knows an object by now. */
  knows(repository: Repository, oid: Oid): boolean {
    if (this.conditions.hiddenOids.has(oid)) return false
    return repository.git.has(oid) && (repository.receivedAt.get(oid) ?? 0) <= this.now
  }

  commit(repository: Repository, oid: Oid): Commit | undefined {
    const object = this.knows(repository, oid) ? repository.git.get(oid) : undefined
    return object?.type === 'commit' ? object : undefined
  }

  /** A branch, tag, full ref name, `HEAD` or 40-digit oid. */
  revision(repository: Repository, name: string): Oid | undefined {
    const { refs } = repository
    const oid =
      name === 'HEAD'
        ? refs.get(`refs/heads/${repository.defaultBranch}`)
        : (refs.get(`refs/heads/${name}`) ??
          refs.get(`refs/tags/${name}`) ??
          refs.get(name) ??
          refs.get(`refs/${name}`))
    const found = oid ?? (/^[0-9a-f]{40}$/.test(name) ? name : undefined)
    return found !== undefined && this.knows(repository, found) ? found : undefined
  }

  /** Like `revision`, following annotated tags to the commit. */
  revisionCommit(repository: Repository, name: string): Commit | undefined {
    const oid = this.revision(repository, name)
    return oid === undefined ? undefined : peelToCommit(repository.git, oid)
  }

  /** `<rev>` or `<rev>:<path>`. */
  expression(repository: Repository, expression: string): Oid | undefined {
    return resolveExpression(repository.git, expression, (name) => this.revision(repository, name))
  }

  private shows(pull: PullRequest): boolean {
    return this.conditions.headLagMs === 0 || pull.createdAt <= this.now - this.conditions.headLagMs
  }
}
