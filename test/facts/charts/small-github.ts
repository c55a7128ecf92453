import { createHash } from 'node:crypto'
import { type DocumentNode, execute, getOperationAST, parse } from 'graphql'
import { type GitHubClient, GitHubFailure, type GraphqlQuery, type RestAnswer } from '../../../src/github/client.ts'
import { queryCost } from '../../github/graphql/cost.ts'
import { githubSchema } from '../../github/graphql/schema.ts'

/** A text; `link`, a symbolic link; `bytes`, only a size; `binary`. */
export type Content = string | { readonly link: string } | { readonly bytes: number } | { readonly binary: true }

interface Commit {
  readonly oid: string
  readonly files: ReadonlyMap<string, Content>
  readonly parents: readonly string[]
}

export interface SmallPull {
  number: number
  state: 'OPEN' | 'CLOSED' | 'MERGED'
  isDraft: boolean
  createdAt: string
  author: { readonly __typename: string; readonly login: string } | null
  headRefName: string
  headRepository: { readonly nameWithOwner: string } | null
  baseRefName: string
  /** Every head so far, the present one last. */
  heads: string[]
  comments: { readonly __typename: string; readonly createdAt: string }[]
  restarts: { readonly __typename: 'ReadyForReviewEvent' | 'ReopenedEvent'; readonly createdAt: string }[]
  /** What GitHub counts, when it is not what the diff holds. */
  changedFiles?: number
}

export interface SmallRun {
  readonly databaseId: number
  readonly text: string
  readonly startedAt?: string
}

/**
 * As much of GitHub as the chart facts read, in memory: commits as maps of paths, and pull requests. Queries run
 * against GitHub's schema, so that a wrong field fails; `fault` answers instead of GitHub when it returns an error.
 */
export class SmallGitHub implements GitHubClient {
  readonly branches = new Map<string, string>()
  /** Commits by tag, the newest last. */
  readonly tags = new Map<string, string>()
  readonly releases = new Map<string, { readonly isDraft: boolean; readonly oid: string }>()
  readonly pulls: SmallPull[] = []
  readonly runs = new Map<string, SmallRun>()
  readonly hidden = new Set<string>()
  readonly calls: string[] = []
  /** GraphQL points by GitHub's rule. */
  points = 0
  defaultBranch = 'main'
  isTreeTruncated = false
  fault: (name: string, variables: Record<string, unknown>) => Error | null = () => null
  readonly #commits = new Map<string, Commit>()
  readonly #paths = new Map<string, readonly string[]>()

  commit(files: Readonly<Record<string, Content>>, parents: readonly string[] = []): string {
    const parent = this.#commits.get(parents[0] ?? '')
    const all = new Map([...(parent?.files ?? []), ...Object.entries(files)])
    for (const [path, content] of all) if (content === '') all.delete(path)
    const oid = sha(`commit ${this.#commits.size}`)
    this.#commits.set(oid, { oid, files: all, parents })
    return oid
  }

  /** Commits on a branch. An empty text deletes the file. */
  push(branch: string, files: Readonly<Record<string, Content>>): string {
    const tip = this.branches.get(branch)
    const oid = this.commit(files, tip === undefined ? [] : [tip])
    this.branches.set(branch, oid)
    return oid
  }

  merge(branch: string, head: string, files: Readonly<Record<string, Content>>): void {
    const tip = this.branches.get(branch) ?? ''
    this.branches.set(branch, this.commit({ ...Object.fromEntries(this.at(head).files), ...files }, [tip, head]))
  }

  open(number: number, head: string, fields: Partial<SmallPull> = {}): SmallPull {
    const pull: SmallPull = {
      number,
      state: 'OPEN',
      isDraft: false,
      createdAt: new Date(Date.UTC(2026, 9, 1) + number * 60_000).toISOString(),
      author: { __typename: 'User', login: 'ada' },
      headRefName: `topic-${number}`,
      headRepository: { nameWithOwner: 'acme/charts' },
      baseRefName: this.defaultBranch,
      heads: [head],
      comments: [],
      restarts: [],
      ...fields,
    }
    this.pulls.push(pull)
    return pull
  }

  close(number: number): void {
    this.pull(number).state = 'CLOSED'
  }

  pull(number: number): SmallPull {
    const pull = this.pulls.find((each) => each.number === number)
    if (pull === undefined) throw new Error(`no pull request ${number}`)
    return pull
  }

  /** The calls since the last time this was asked. */
  takeCalls(): readonly string[] {
    return this.calls.splice(0)
  }

  async graphql<T>(query: GraphqlQuery, variables: Record<string, unknown>): Promise<T> {
    this.#count(query.name, variables)
    const rootValue = { repository: () => this.#repository() }
    const [schema, document] = [githubSchema(), parsed(query.text)]
    const operation = getOperationAST(document)
    if (operation) this.points += queryCost(schema, document, operation, variables).points
    const { data, errors } = await execute({ schema, document, rootValue, variableValues: variables })
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('; '))
    return JSON.parse(JSON.stringify(data)) as T
  }

  async rest<T>(route: string, parameters: Record<string, unknown> = {}): Promise<RestAnswer<T>> {
    this.#count(route, parameters)
    const data = route.includes('/compare/')
      ? this.#compare(String(parameters.basehead))
      : route.includes('/blobs/')
        ? this.#blob(String(parameters.file_sha))
        : this.#listTree(String(parameters.tree_sha))
    return { status: 200, data: data as T, headers: {} }
  }

  #count(name: string, variables: Record<string, unknown>): void {
    this.calls.push(name)
    const fault = this.fault(name, variables)
    if (fault !== null) throw fault
  }

  at(oid: string): Commit {
    const commit = this.#commits.get(oid)
    if (commit === undefined || this.hidden.has(oid)) throw new GitHubFailure('not-found', 'no such commit')
    return commit
  }

  #repository() {
    const tip = this.branches.get(this.defaultBranch)
    return {
      defaultBranchRef: tip === undefined ? null : { name: this.defaultBranch, target: target(tip) },
      pullRequests: (args: { first: number; after?: string | null }) => this.#page(args),
      pullRequest: ({ number }: { number: number }) => this.#pullNode(this.pull(number)),
      object: (args: { oid?: string; expression?: string }) => this.#object(args.expression ?? args.oid ?? ''),
      ref: ({ qualifiedName }: { qualifiedName: string }) => this.#tag(qualifiedName.replace('refs/tags/', '')),
      refs: (args: { query?: string; first: number }) => this.#tags(args),
      release: ({ tagName }: { tagName: string }) => {
        const release = this.releases.get(tagName)
        return release === undefined ? null : { isDraft: release.isDraft, tagCommit: target(release.oid) }
      },
    }
  }

  #tag(name: string) {
    const oid = this.tags.get(name)
    return oid === undefined ? null : { name, target: target(oid) }
  }

  #tags({ query = '', first }: { query?: string; first: number }) {
    const names = [...this.tags.keys()].filter((name) => name.includes(query)).reverse()
    return { totalCount: names.length, nodes: names.slice(0, first).map((name) => this.#tag(name)) }
  }

  #blob(oid: string) {
    for (const commit of this.#commits.values()) {
      for (const content of commit.files.values()) {
        if (blobOid(content) === oid && typeof content === 'string') {
          return { content: Buffer.from(content).toString('base64'), encoding: 'base64' }
        }
      }
    }
    throw new GitHubFailure('not-found', 'no such blob')
  }

  #page({ first, after }: { first: number; after?: string | null }) {
    const open = this.pulls.filter(({ state }) => state === 'OPEN').sort((a, b) => a.number - b.number)
    const rest = open.filter(({ number }) => number > Number(after ?? 0))
    const page = rest.slice(0, first)
    return {
      totalCount: open.length,
      pageInfo: { hasNextPage: rest.length > page.length, endCursor: String(page.at(-1)?.number ?? '') },
      edges: page.map((pull) => ({ cursor: String(pull.number), node: this.#pullNode(pull) })),
    }
  }

  #pullNode(pull: SmallPull) {
    const head = pull.heads.at(-1) ?? ''
    const tip = this.branches.get(pull.baseRefName)
    const paths = () => this.changedPaths(pull)
    return {
      ...pull,
      headRefOid: head,
      changedFiles: () => pull.changedFiles ?? paths().length,
      additions: () => paths().length,
      deletions: 0,
      baseRef: tip === undefined ? null : { target: target(tip) },
      files: ({ first, after }: { first: number; after?: string }) => {
        const rest = paths().slice(Number(after ?? 0))
        const end = Number(after ?? 0) + first
        return {
          pageInfo: { hasNextPage: rest.length > first, endCursor: String(end) },
          nodes: rest.slice(0, first).map((path) => ({ path })),
        }
      },
      commits: ({ last }: { last: number }) => {
        const own = this.#history(head).filter((oid) => tip === undefined || !this.#history(tip).includes(oid))
        const shown = own.slice(0, last).reverse()
        return { totalCount: own.length, nodes: shown.map((oid) => ({ commit: this.#commitNode(oid) })) }
      },
      comments: {
        nodes: pull.comments.map(({ __typename, createdAt }) => ({ createdAt, author: { __typename, login: 'x' } })),
      },
      reviews: { nodes: [] },
      timelineItems: ({ itemTypes }: { itemTypes: readonly string[] }) => ({
        nodes: itemTypes.includes('HEAD_REF_FORCE_PUSHED_EVENT')
          ? pull.heads.slice(0, -1).map((oid) => ({
              __typename: 'HeadRefForcePushedEvent',
              createdAt: pull.createdAt,
              beforeCommit: this.#commitNode(oid),
            }))
          : pull.restarts.slice(-1),
      }),
    }
  }

  changedPaths(pull: SmallPull): readonly string[] {
    const head = this.at(pull.heads.at(-1) ?? '')
    const tip = this.branches.get(pull.baseRefName)
    const key = `${tip}...${head.oid}`
    const paths = this.#paths.get(key) ?? this.#diff(tip, head)
    this.#paths.set(key, paths)
    return paths
  }

  #diff(tip: string | undefined, head: Commit): readonly string[] {
    const base = this.#mergeBase(tip ?? head.oid, head.oid)
    const before = base === null ? new Map<string, Content>() : this.at(base).files
    const paths = new Set([...before.keys(), ...head.files.keys()])
    return [...paths].filter((path) => before.get(path) !== head.files.get(path)).sort()
  }

  #commitNode(oid: string) {
    const run = this.runs.get(oid)
    const node = { ...run, externalId: null, status: 'COMPLETED', conclusion: 'SUCCESS' }
    const suites = { nodes: run === undefined ? [] : [{ checkRuns: () => ({ nodes: [node] }) }] }
    return { __typename: 'Commit', oid, checkSuites: () => suites, tree: () => this.#treeNode(oid, '') }
  }

  #object(expression: string): object | null {
    const [name = '', path] = expression.split(/:(.*)/s)
    const revision = this.branches.get(name.replace('refs/heads/', '')) ?? name
    if (path === undefined) return this.#objectById(revision)
    if (!this.#commits.has(revision) || this.hidden.has(revision)) return null
    const content = this.at(revision).files.get(path)
    if (content !== undefined) return blobNode(content)
    return this.#treeNode(revision, path)
  }

  #objectById(oid: string): object | null {
    if (this.hidden.has(oid)) return null
    if (this.#commits.has(oid)) return this.#commitNode(oid)
    for (const commit of this.#commits.values()) {
      for (const content of commit.files.values()) if (blobOid(content) === oid) return blobNode(content)
      const directory = directoriesIn(commit).find((each) => treeOid(commit, each) === oid)
      if (directory !== undefined) return this.#treeNode(commit.oid, directory)
    }
    return null
  }

  #treeNode(commitOid: string, directory: string): object | null {
    const commit = this.at(commitOid)
    const inside = insideOf(commit, directory)
    if (inside.length === 0) return null
    const names = new Map<string, object>()
    for (const [path, content] of inside) {
      const [name = '', below] = path.split('/')
      const full = directory === '' ? name : `${directory}/${name}`
      if (below === undefined) names.set(name, { name, type: 'blob', mode: modeOf(content), oid: blobOid(content) })
      else names.set(name, { name, type: 'tree', mode: 0o40000, oid: treeOid(commit, full) })
    }
    return { __typename: 'Tree', oid: treeOid(commit, directory), entries: [...names.values()] }
  }

  #listTree(oid: string) {
    const commit = this.at(oid)
    const blobs = [...commit.files].map(([path, content]) => ({
      path,
      type: 'blob',
      mode: modeOf(content).toString(8),
      sha: blobOid(content),
      size: sizeOf(content),
    }))
    const trees = directoriesIn(commit).map((path) => ({
      path,
      type: 'tree',
      mode: '040000',
      sha: treeOid(commit, path),
    }))
    const truncated = this.isTreeTruncated
    return { sha: treeOid(commit, ''), truncated, tree: truncated ? [] : [...trees, ...blobs] }
  }

  #compare(basehead: string) {
    const [base = '', head = ''] = basehead.split('...')
    const found = this.#mergeBase(this.at(base).oid, this.at(head).oid)
    if (found === null) throw new GitHubFailure('not-found', 'no common history')
    const status = base === head ? 'identical' : found === base ? 'ahead' : found === head ? 'behind' : 'diverged'
    return { status, merge_base_commit: { sha: found } }
  }

  #history(oid: string): readonly string[] {
    const seen = new Set<string>()
    const waiting = [oid]
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(...(this.#commits.get(next)?.parents ?? []))
    }
    return [...seen]
  }

  #mergeBase(a: string, b: string): string | null {
    const mine = new Set(this.#history(a))
    return this.#history(b).find((oid) => mine.has(oid)) ?? null
  }
}

const documents = new Map<string, DocumentNode>()

function parsed(text: string): DocumentNode {
  const document = documents.get(text) ?? parse(text)
  documents.set(text, document)
  return document
}

function sha(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

function target(oid: string) {
  return { __typename: 'Commit', oid }
}

function blobOid(content: Content): string {
  return sha(`blob ${JSON.stringify(content)}`)
}

function modeOf(content: Content): number {
  return typeof content === 'object' && 'link' in content ? 0o120000 : 0o100644
}

function sizeOf(content: Content): number {
  if (typeof content === 'string') return content.length
  return 'bytes' in content ? content.bytes : 10
}

function blobNode(content: Content) {
  const text = typeof content === 'string' ? content : 'link' in content ? content.link : null
  return {
    __typename: 'Blob',
    oid: blobOid(content),
    byteSize: sizeOf(content),
    isBinary: typeof content === 'object' && 'binary' in content,
    isTruncated: typeof content === 'object' && 'bytes' in content,
    text,
  }
}

function insideOf(commit: Commit, directory: string): readonly (readonly [string, Content])[] {
  const prefix = directory === '' ? '' : `${directory}/`
  return [...commit.files]
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, content]) => [path.slice(prefix.length), content] as const)
}

function directoriesIn(commit: Commit): readonly string[] {
  const directories = new Set<string>()
  for (const path of commit.files.keys()) {
    const names = path.split('/').slice(0, -1)
    for (const index of names.keys()) directories.add(names.slice(0, index + 1).join('/'))
  }
  return [...directories]
}

function treeOid(commit: Commit, directory: string): string {
  const inside = [...insideOf(commit, directory)].sort(([a], [b]) => (a < b ? -1 : 1))
  return sha(`tree ${JSON.stringify(inside)}`)
}
