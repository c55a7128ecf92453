import { fullName, repositoryOf } from './lookups.ts'
import type { MergeMethod, PullRequest } from './model.ts'
import type { World } from './world.ts'

export interface MergeText {
  readonly headline: string
  readonly body: string
}

/** The commit text GitHub proposes for a merge, from the repository's settings (rebase: none, commits keep theirs). */
export function proposedMergeText(world: World, pull: PullRequest, method: MergeMethod): MergeText {
  if (method === 'merge') return mergeCommitText(world, pull)
  if (method === 'squash') return squashCommitText(world, pull)
  return { headline: '', body: '' }
}

/** One commit message of headline and body. */
export function messageOf({ headline, body }: MergeText): string {
  return body === '' ? headline : `${headline}\n\n${body}`
}

/** Splits a message as git does: first paragraph line, rest. */
export function splitMessage(message: string): MergeText {
  const [headline = '', ...rest] = message.split('\n')
  return { headline, body: rest.join('\n').trim() }
}

function mergeCommitText(world: World, pull: PullRequest): MergeText {
  const { mergeCommitTitle, mergeCommitMessage } = repositoryOf(world.state, pull).mergeSettings
  const headline =
    mergeCommitTitle === 'PR_TITLE'
      ? `${pull.title} (#${pull.number})`
      : `Merge pull request #${pull.number} from ${headLabel(world, pull)}`
  const bodies = { PR_TITLE: pull.title, PR_BODY: pull.body, BLANK: '' }
  return { headline, body: bodies[mergeCommitMessage] }
}

function squashCommitText(world: World, pull: PullRequest): MergeText {
  const { squashMergeCommitTitle, squashMergeCommitMessage } = repositoryOf(world.state, pull).mergeSettings
  const commits = ownCommits(world, pull)
  const [only] = commits.length === 1 ? commits : []
  const title = only && squashMergeCommitTitle === 'COMMIT_OR_PR_TITLE' ? only.headline : pull.title
  const bodies = {
    PR_BODY: () => pull.body,
    BLANK: () => '',
    COMMIT_MESSAGES: () => (only ? bodyOfOnly(only, title) : listed(commits)),
  }
  return { headline: `${title} (#${pull.number})`, body: bodies[squashMergeCommitMessage]() }
}

/** A single commit gives its body alone, and its headline too where the title would lose it (measured, 32 §1.6). */
function bodyOfOnly(only: MergeText, title: string): string {
  return only.headline === title ? only.body : messageOf(only)
}

function listed(commits: readonly MergeText[]): string {
  return commits.map((commit) => messageOf({ ...commit, headline: `* ${commit.headline}` })).join('\n\n')
}

/** Merge commits inside the branch are skipped. */
function ownCommits(world: World, pull: PullRequest): MergeText[] {
  const { git } = repositoryOf(world.state, pull)
  return pull.commitOids
    .map((oid) => git.commit(oid))
    .filter((commit) => commit.parents.length < 2)
    .map((commit) => splitMessage(commit.message))
}

function headLabel(world: World, pull: PullRequest): string {
  const head = pull.headRepositoryId === null ? undefined : world.state.repositories.get(pull.headRepositoryId)
  const owner = head ? fullName(world.state, head).split('/')[0] : 'unknown repository'
  return `${owner}/${pull.headRefName}`
}
