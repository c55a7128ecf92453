/** Every command: what parses it, who may give it, and what the help says. */
export interface CommandSpecification {
  readonly verb: Verb
  /** As it is typed. */
  readonly usage: string
  readonly who: Who
  /** What it does, in our own words. */
  readonly effect: string
  /** Whether an issue has to follow, and a reason behind `--`; a chart may. */
  readonly takes: 'nothing' | 'issue' | 'issue-and-reason' | 'chart'
}

export type Verb = 'recheck' | 'status' | 'accept' | 'unaccept' | 'release' | 'help'

/** `write`: somebody with write permission on the pull request's repository now. */
export type Who = 'anyone' | 'author-or-triage' | 'author-or-write' | 'write' | 'write-not-author'

export const commands: readonly CommandSpecification[] = [
  {
    verb: 'recheck',
    usage: '/claims recheck',
    who: 'author-or-triage',
    effect: 'judges both checks now and writes new runs, as Re-run does',
    takes: 'nothing',
  },
  {
    verb: 'status',
    usage: '/claims status',
    who: 'anyone',
    effect: 'shows what both checks say, in one comment',
    takes: 'nothing',
  },
  {
    verb: 'accept',
    usage: '/claims accept <issue> [criteria] -- <reason>',
    who: 'write-not-author',
    effect: 'records that criteria hold, without criteria all that are unmet; the reason is required',
    takes: 'issue-and-reason',
  },
  {
    verb: 'unaccept',
    usage: '/claims unaccept <issue> [criteria]',
    who: 'write',
    effect: 'takes acceptances back, without criteria all for that issue',
    takes: 'issue',
  },
  {
    verb: 'release',
    usage: '/claims release [chart]',
    who: 'author-or-write',
    effect: 'gives up the version claims of the pull request, of all charts or one, until its next push',
    takes: 'chart',
  },
  { verb: 'help', usage: '/claims help', who: 'anyone', effect: 'shows this table', takes: 'nothing' },
]

export const whoWords: Readonly<Record<Who, string>> = {
  anyone: 'anyone who can comment',
  'author-or-triage': "the pull request's author, triage permission and up",
  'author-or-write': "the pull request's author, write permission and up",
  write: 'write permission and up',
  'write-not-author': "write permission and up, not the pull request's author unless the policy allows it",
}
