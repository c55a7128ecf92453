import type { MergeMethod, TextPlace } from '../../domain/closing-claim.ts'
import type { CommitMessage, MergeSettings, PullRequestFacts } from '../../domain/issues-facts.ts'

/** The message of the commit that a merge method would write, in parts that know where their words come from. */
export interface MergeText {
  readonly method: MergeMethod
  readonly parts: readonly TextPart[]
}

export interface TextPart {
  readonly place: TextPlace
  /** For place commit. */
  readonly oid?: string
  readonly text: string
  /** The whole text that the part is cut from, and where it starts in it. */
  readonly source: string
  readonly from: number
}

type MergedPull = Pick<PullRequestFacts, 'number' | 'title' | 'body' | 'headRefName' | 'headOwner'>

/** Merge methods that the repository allows. */
export function allowedMethods(settings: MergeSettings): readonly MergeMethod[] {
  const { mergeCommitAllowed, squashMergeAllowed, rebaseMergeAllowed } = settings
  return [
    ...(mergeCommitAllowed ? (['MERGE'] as const) : []),
    ...(squashMergeAllowed ? (['SQUASH'] as const) : []),
    ...(rebaseMergeAllowed ? (['REBASE'] as const) : []),
  ]
}

/** Whether the text of the commits can reach the base at all. */
export function commitsReachBase(settings: MergeSettings): boolean {
  const { mergeCommitAllowed, rebaseMergeAllowed, squashMergeCommitTitle, squashMergeCommitMessage } = settings
  if (mergeCommitAllowed || rebaseMergeAllowed) return true
  return squashMergeCommitMessage === 'COMMIT_MESSAGES' || squashMergeCommitTitle === 'COMMIT_OR_PR_TITLE'
}

/**
 * The text that GitHub proposes for each allowed method that writes a commit of its own (a rebase writes none), as
 * measured against `viewerMergeHeadlineText` and `viewerMergeBodyText`. Armed auto-merge replaces it for its method.
 */
export function mergeTexts(
  pull: MergedPull,
  settings: MergeSettings,
  commits: readonly CommitMessage[],
): readonly MergeText[] {
  return allowedMethods(settings).flatMap((method): MergeText[] => {
    if (method === 'REBASE') return []
    const proposed = method === 'MERGE' ? mergeCommitText(pull, settings) : squashText(pull, settings, commits)
    const armed = settings.autoMerge?.mergeMethod === method ? settings.autoMerge : null
    const headline = typed(armed?.commitHeadline) ?? proposed.headline
    const body = typed(armed?.commitBody) ?? proposed.body
    return [{ method, parts: body.length === 0 ? headline : [...headline, ours('\n\n'), ...body] }]
  })
}

interface Proposed {
  readonly headline: readonly TextPart[]
  readonly body: readonly TextPart[]
}

function mergeCommitText(pull: MergedPull, settings: MergeSettings): Proposed {
  const from = `${pull.headOwner ?? 'unknown repository'}/${pull.headRefName}`
  const headline =
    settings.mergeCommitTitle === 'PR_TITLE'
      ? numberedTitle(titleOf(pull), pull)
      : [ours(`Merge pull request #${pull.number} from ${from}`)]
  const bodies = { PR_TITLE: [titleOf(pull)], PR_BODY: whole('description', pull.body), BLANK: [] }
  return { headline, body: bodies[settings.mergeCommitMessage] }
}

function squashText(pull: MergedPull, settings: MergeSettings, commits: readonly CommitMessage[]): Proposed {
  const own = commits.filter((commit) => !commit.isMerge)
  const [only] = own.length === 1 ? own : []
  const byCommit = only !== undefined && settings.squashMergeCommitTitle === 'COMMIT_OR_PR_TITLE'
  const title = byCommit ? headlineOf(only) : titleOf(pull)
  const bodies = {
    PR_BODY: () => whole('description', pull.body),
    BLANK: () => [],
    COMMIT_MESSAGES: () => (only === undefined ? listed(own) : bodyOfOnly(only, title.text)),
  }
  return { headline: numberedTitle(title, pull), body: bodies[settings.squashMergeCommitMessage]() }
}

/** A single commit gives its body alone, and its headline too where the squash title would lose it. */
function bodyOfOnly(only: CommitMessage, title: string): readonly TextPart[] {
  return headlineOf(only).text === title ? bodyPart(only) : [commitPart(only, 0, only.message.length)]
}

function listed(commits: readonly CommitMessage[]): readonly TextPart[] {
  return commits.flatMap((commit, index) => [
    ours(index === 0 ? '* ' : '\n\n* '),
    commitPart(commit, 0, commit.message.length),
  ])
}

function numberedTitle(title: TextPart, pull: MergedPull): readonly TextPart[] {
  return [title, ours(` (#${pull.number})`)]
}

function titleOf(pull: MergedPull): TextPart {
  return { place: 'title', text: pull.title, source: pull.title, from: 0 }
}

function headlineOf(commit: CommitMessage): TextPart {
  const end = commit.message.search(/[\r\n]/)
  return commitPart(commit, 0, end === -1 ? commit.message.length : end)
}

function bodyPart(commit: CommitMessage): readonly TextPart[] {
  const rest = commit.message.slice(headlineOf(commit).text.length)
  const start = commit.message.length - rest.trimStart().length
  return start === commit.message.length ? [] : [commitPart(commit, start, commit.message.length)]
}

function commitPart({ oid, message }: CommitMessage, from: number, to: number): TextPart {
  return { place: 'commit', oid, text: message.slice(from, to), source: message, from }
}

function whole(place: TextPlace, text: string): readonly TextPart[] {
  return text === '' ? [] : [{ place, text, source: text, from: 0 }]
}

/** Words that are GitHub's. */
function ours(text: string): TextPart {
  return { place: 'merge-text', text, source: text, from: 0 }
}

function typed(text: string | null | undefined): readonly TextPart[] | undefined {
  if (text === null || text === undefined) return undefined
  return whole('auto-merge', text)
}
