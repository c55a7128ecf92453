import { changedFiles } from '../../git/changes.ts'
import { divergence } from '../../git/history.ts'
import type { Oid } from '../../git/objects.ts'
import { peelToCommit } from '../../git/trees.ts'
import { roleOf } from '../../http/access.ts'
import { latestPerContext, statusesOf } from '../../http/check-reads.ts'
import type { Repository } from '../../world/model.ts'
import { notFound, RestError, unprocessable } from '../errors.ts'
import { page } from '../pagination.ts'
import { ok, type RestAnswer, type RestCall, type Routes, repositoryOfPath } from '../route.ts'
import { accountShape } from '../shapes/accounts.ts'
import { statusShape } from '../shapes/checks.ts'
import {
  commitShape,
  fileShape,
  releaseShape,
  repositoryPage,
  repositoryShape,
  repositoryUrl,
} from '../shapes/repositories.ts'
import { pullShape } from '../shapes/threads.ts'

/** A comparison lists no more files than this, on its first page only. */
const COMPARED_FILES = 300

export const repositoryRoutes: Routes = {
  'repos/get': (call) => ok(repositoryShape(call, repositoryOfPath(call, 'metadata'))),

  'repos/compare-commits-with-basehead': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const [base, head] = (call.parameters.basehead ?? '')
      .split('...')
      .map((name) => comparedCommit(call, repository, name))
    if (base === undefined || head === undefined) throw notFound()
    return compare(call, repository, base, head)
  },
  'repos/get-commit': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const oid = commitOf(call, repository, call.parameters.ref ?? '')
    const [parent] = repository.git.commit(oid).parents
    const files = parent === undefined ? [] : changedFiles(repository.git, parent, oid)
    return ok({
      ...commitShape(call, repository, oid),
      files: files.map((file) => fileShape(call, repository, oid, file)),
    })
  },
  'repos/get-branch': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const name = call.parameters.branch ?? ''
    const oid = repository.refs.get(`refs/heads/${name}`)
    if (oid === undefined) throw new RestError(404, 'Branch not found')
    return ok({ name, commit: commitShape(call, repository, oid), protected: rulesOf(repository, name).length > 0 })
  },
  'repos/list-pull-requests-associated-with-commit': (call) => {
    const repository = repositoryOfPath(call, 'pull_requests')
    const oid = commitOf(call, repository, call.parameters.commit_sha ?? '')
    const pulls = call.view
      .pulls(repository)
      .filter((pull) => pull.mergeCommitOid === oid || call.view.commitOids(pull).includes(oid))
      // Heads of forks are often left out here.
      .filter((pull) => pull.headRepositoryId === repository.id)
    return page(call, pulls, (pull) => pullShape(call, pull))
  },

  'repos/list-releases': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const pushes = call.view.permits(repository, 'contents', 'write')
    const releases = [...call.view.state.releases.values()]
      .filter((release) => release.repositoryId === repository.id && (pushes || !release.draft))
      .sort((a, b) => b.createdAt - a.createdAt || b.id - a.id)
    return page(call, releases, (release) => releaseShape(call, repository, release))
  },
  'repos/list-tags': (call) => {
    const repository = repositoryOfPath(call, 'contents')
    const tags = [...repository.refs]
      .filter(([name]) => name.startsWith('refs/tags/'))
      .sort()
      .reverse()
    return page(call, tags, ([name, oid]) => ({
      name: name.slice('refs/tags/'.length),
      node_id: `REF_${repository.id}_${Buffer.from(name).toString('base64url')}`,
      commit: {
        sha: peelToCommit(repository.git, oid)?.oid,
        url: `${repositoryUrl(call, repository)}/commits/${peelToCommit(repository.git, oid)?.oid}`,
      },
    }))
  },

  'repos/get-collaborator-permission-level': (call) => {
    const repository = repositoryOfPath(call, 'metadata')
    const user = call.view.accountByLogin(call.parameters.username ?? '')
    if (user === undefined || user.kind === 'Organization') {
      throw new RestError(404, `${call.parameters.username} is not a user`)
    }
    const role = roleOf(call.view.state, repository, user.id) ?? (repository.visibility === 'public' ? 'read' : 'none')
    // The older word knows four levels; role_name is the exact one.
    const permission = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role
    return ok({ permission, role_name: role, user: accountShape(call, user.id) })
  },
  'repos/get-branch-rules': (call) => {
    const repository = repositoryOfPath(call, 'metadata')
    return page(call, rulesOf(repository, call.parameters.branch ?? ''), (rule) => rule)
  },

  'repos/list-commit-statuses-for-ref': (call) => {
    const repository = repositoryOfPath(call, 'statuses')
    const oid = commitOf(call, repository, call.parameters.ref ?? '')
    const newestFirst = statusesOf(call.view.state, repository, oid).reverse()
    return page(call, newestFirst, (status) => statusShape(call, status))
  },
  'repos/get-combined-status-for-ref': (call) => {
    const repository = repositoryOfPath(call, 'statuses')
    const oid = commitOf(call, repository, call.parameters.ref ?? '')
    const latest = latestPerContext(statusesOf(call.view.state, repository, oid))
    const states = latest.map(({ state }) => state)
    const failed = states.includes('failure') || states.includes('error')
    const state = failed ? 'failure' : states.length === 0 || states.includes('pending') ? 'pending' : 'success'
    return page(
      call,
      latest,
      (status) => statusShape(call, status),
      (statuses) => ({
        state,
        sha: oid,
        total_count: latest.length,
        statuses,
        repository: repositoryShape(call, repository),
      }),
    )
  },
}

/** `sha`, branch or tag; `owner:branch` names a branch of another repository of the network. */
function comparedCommit(call: RestCall, repository: Repository, name: string): Oid | undefined {
  const colon = name.indexOf(':')
  if (colon < 0) return call.view.revisionCommit(repository, name)?.oid
  const owner = name.slice(0, colon).toLowerCase()
  for (const fork of call.view.state.repositories.values()) {
    const login = call.view.account(fork.ownerId)?.login.toLowerCase()
    if (fork.git !== repository.git || login !== owner || !call.view.sees(fork)) continue
    return call.view.revisionCommit(fork, name.slice(colon + 1))?.oid
  }
  return undefined
}

function compare(call: RestCall, repository: Repository, base: Oid, head: Oid): RestAnswer {
  const { git } = repository
  const { onlyA, onlyB, mergeBases } = divergence(git, base, head)
  const [mergeBase] = mergeBases
  if (mergeBase === undefined) throw new RestError(404, `No common ancestor between ${base} and ${head}.`)
  const files = changedFiles(git, mergeBase, head).slice(0, COMPARED_FILES)
  const number = Number(call.query.page ?? 1)
  const status =
    onlyB.length > 0 ? (onlyA.length > 0 ? 'diverged' : 'ahead') : onlyA.length > 0 ? 'behind' : 'identical'
  return page(
    call,
    onlyB,
    (oid) => commitShape(call, repository, oid),
    (commits) => ({
      url: `${call.apiUrl}${call.path}`,
      html_url: `${repositoryPage(call, repository)}/compare/${base}...${head}`,
      status,
      ahead_by: onlyB.length,
      behind_by: onlyA.length,
      total_commits: onlyB.length,
      base_commit: commitShape(call, repository, base),
      merge_base_commit: commitShape(call, repository, mergeBase),
      commits,
      ...(number === 1 ? { files: files.map((file) => fileShape(call, repository, head, file)) } : {}),
    }),
  )
}

/** The commit that a ref or sha of the path names. @throws RestError 422 as GitHub does for an unknown one */
export function commitOf(call: RestCall, repository: Repository, ref: string): Oid {
  const commit = call.view.revisionCommit(repository, ref)
  if (commit === undefined) throw unprocessable(`No commit found for SHA: ${ref}`)
  return commit.oid
}

/** The rules that hold for a branch, as `rules/branches` lists them. */
function rulesOf(repository: Repository, branch: string): unknown[] {
  return [...repository.rulesets.values()]
    .filter(({ includes }) => includes.some((pattern) => includesBranch(repository, pattern, branch)))
    .map((ruleset) => ({
      type: 'required_status_checks',
      ruleset_source_type: 'Repository',
      ruleset_id: ruleset.id,
      parameters: {
        strict_required_status_checks_policy: ruleset.strict,
        do_not_enforce_on_create: false,
        required_status_checks: ruleset.requiredChecks.map(({ context, integrationId }) => ({
          context,
          ...(integrationId === null ? {} : { integration_id: integrationId }),
        })),
      },
    }))
}

function includesBranch(repository: Repository, pattern: string, branch: string): boolean {
  if (pattern === '~ALL') return true
  if (pattern === '~DEFAULT_BRANCH') return branch === repository.defaultBranch
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${source}$`).test(`refs/heads/${branch}`)
}
