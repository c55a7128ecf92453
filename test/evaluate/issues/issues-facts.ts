import type { Finding, IssueRuleId, RuleSeverity } from '../../../src/domain/finding.ts'
import type {
  IssuesFacts,
  IssueTarget,
  MergeSettings,
  PullRequestFacts,
  TargetFacts,
} from '../../../src/domain/issues-facts.ts'
import { known } from '../../../src/domain/reading.ts'
import type { NumberedReference } from '../../../src/domain/repository.ts'
import type { Words } from '../../../src/domain/words.ts'
import { evaluateIssues, type IssuesEvaluation } from '../../../src/evaluate/issues/evaluate.ts'
import type { Policy } from '../../../src/policy/policy.ts'
import { defaultPolicy } from '../../../src/policy/schema.ts'

/** Facts of one pull request in `tracebloc/client`, made by hand for tests of the rules. */

export const home = { owner: 'tracebloc', name: 'client' }
export const backend = { owner: 'tracebloc', name: 'backend' }

/** Long after the last edit, so that GitHub's list is settled. */
export const readAt = 10_000_000

export function ref(number: number, repository = home): NumberedReference {
  return { repository, number }
}

export function issue(reference: NumberedReference, more: Partial<IssueTarget> = {}): IssueTarget {
  return {
    kind: 'issue',
    reference,
    visibility: 'PRIVATE',
    state: 'OPEN',
    stateReason: null,
    title: 'A title',
    body: '',
    labels: [],
    milestone: null,
    closers: known([]),
    subIssues: known({ total: 0, completed: 0, listed: [] }),
    relations: known({ type: null, blockedBy: known({ open: 0, listed: [] }) }),
    ...more,
  }
}

/** What a new repository on GitHub has. */
const githubDefaults: MergeSettings = {
  mergeCommitAllowed: true,
  squashMergeAllowed: true,
  rebaseMergeAllowed: true,
  mergeCommitTitle: 'MERGE_MESSAGE',
  mergeCommitMessage: 'PR_TITLE',
  squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
  squashMergeCommitMessage: 'COMMIT_MESSAGES',
  autoMerge: null,
}

export interface World {
  readonly body: string
  readonly pull?: Partial<PullRequestFacts>
  /** What GitHub's list holds. */
  readonly linked?: readonly NumberedReference[]
  readonly manual?: readonly NumberedReference[]
  readonly issues?: readonly IssueTarget[]
  readonly targets?: readonly TargetFacts[]
  /** Messages of its commits; their ids are 111…, 222…, and so on. */
  readonly commits?: readonly string[]
  readonly merging?: Partial<MergeSettings>
  readonly facts?: Partial<IssuesFacts>
}

export function facts({
  body,
  pull,
  linked = [],
  manual = [],
  issues = [],
  targets = [],
  commits = [],
  merging,
  facts: more,
}: World): IssuesFacts {
  return {
    readAt,
    pull: {
      repository: home,
      visibility: 'PRIVATE',
      isFork: false,
      number: 951,
      title: 'Collect logs',
      body,
      author: 'dora',
      isDraft: false,
      state: 'OPEN',
      createdAt: 0,
      lastEditedAt: null,
      headRefOid: 'a'.repeat(40),
      headRefName: 'logs',
      headOwner: 'tracebloc',
      baseRefName: 'develop',
      baseTipOid: 'b'.repeat(40),
      defaultBranch: 'develop',
      ...pull,
    },
    commits: known(
      commits.map((message, index) => ({ oid: `${index + 1}`.repeat(40).slice(0, 40), message, isMerge: false })),
    ),
    merging: { ...githubDefaults, ...merging },
    promotes: 'not-needed',
    linked: known([
      ...linked.map((reference) => ({ reference, manual: false })),
      ...manual.map((reference) => ({ reference, manual: true })),
    ]),
    targets: [...issues.map((one) => ({ reference: one.reference, target: known(one) })), ...targets],
    followed: [],
    pointers: 'not-needed',
    ...more,
  }
}

export function policyWith(rules: Partial<Record<IssueRuleId, RuleSeverity>>, more: Partial<Policy> = {}): Policy {
  const { issues } = defaultPolicy
  return { ...defaultPolicy, ...more, issues: { ...issues, rules: { ...issues.rules, ...rules } } }
}

export function plain(sentence: Words): string {
  return sentence.map((segment) => segment.text).join('')
}

/** A pull request that closes #7 by its first line, whose body is given. */
export function closing(body: string, issueBody: string, more: Partial<World> = {}): World {
  return { body, linked: [ref(7)], issues: [issue(ref(7), { body: issueBody })], ...more }
}

export function judge(world: World, policy = defaultPolicy): IssuesEvaluation {
  return evaluateIssues(facts(world), policy)
}

/** What one rule says. */
export function found(world: World, rule: IssueRuleId, policy = defaultPolicy): readonly Finding[] {
  return judge(world, policy).verdict.findings.filter((finding) => finding.rule === rule)
}

/** A finding as its readers see it; each way out is its sentence, and the text to paste where there is one. */
export function whole(finding: Finding | undefined) {
  if (finding === undefined) return undefined
  return {
    severity: finding.severity,
    claim: finding.claim,
    says: plain(finding.says),
    seen: plain(finding.seen),
    wanted: plain(finding.wanted),
    fixes: finding.fixes.map(({ how, paste }) => (paste === undefined ? [plain(how)] : [plain(how), paste])),
    line: finding.place?.startLine,
  }
}

/** Rule, severity and sentence of a finding. */
export function spoken(finding: Finding | undefined): readonly string[] {
  return finding === undefined ? [] : [finding.rule, finding.severity, plain(finding.says)]
}
