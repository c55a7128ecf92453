import type { Fields } from '../context.ts'
import { App, Bot, Organization, User } from './accounts.ts'
import { CheckRun, CheckSuite, StatusCheckRollup, StatusContext } from './checks.ts'
import { Blob, Commit, PullRequestCommit, Ref, Tag, Tree, TreeEntry } from './git-objects.ts'
import { Issue } from './issues.ts'
import { MergeQueue, MergeQueueEntry } from './merge-queue.ts'
import { PullRequest, PullRequestReview } from './pulls.ts'
import { Query } from './query.ts'
import { Label, Milestone, Release, Repository } from './repository.ts'
import { IssueComment } from './threads.ts'
import { events } from './timeline.ts'

/** Every field that the simulation answers, by type. */
export const resolvers: Record<string, Fields<never>> = {
  ...events,
  App,
  Blob,
  Bot,
  CheckRun,
  CheckSuite,
  Commit,
  Issue,
  IssueComment,
  Label,
  MergeQueue,
  MergeQueueEntry,
  Milestone,
  Organization,
  PullRequest,
  PullRequestCommit,
  PullRequestReview,
  Query,
  Ref,
  Release,
  Repository,
  StatusCheckRollup,
  StatusContext,
  Tag,
  Tree,
  TreeEntry,
  User,
}
