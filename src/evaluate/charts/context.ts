import type { ChartPull } from '../../domain/charts-facts.ts'
import type { ChartRuleId, Finding } from '../../domain/finding.ts'
import type { Policy } from '../../policy/policy.ts'
import type { ChartState } from './claims.ts'
import type { Dependents } from './dependents.ts'
import type { DoubtsAbout } from './doubts.ts'
import type { Standing } from './holder.ts'
import type { NextVersions } from './next-version.ts'
import type { PackagedChanges } from './packaged-changes.ts'
import type { Publications } from './publications.ts'
import type { Contender } from './rivals.ts'
import type { Tips } from './tips.ts'

/** What a rule sees of one chart of one pull request. */
export interface ChartContext<State extends ChartState = ChartState> {
  readonly pull: ChartPull
  readonly state: State
  /** Everything that the pull request says about charts, `state` among it. */
  readonly siblings: readonly ChartState[]
  readonly policy: Policy
  readonly tips: Tips
  readonly next: NextVersions
  readonly published: Publications
  readonly packagedChanges: PackagedChanges
  readonly dependents: Dependents
}

/** What all charts of one evaluation share. */
export type SharedContext = Omit<ChartContext, 'pull' | 'state' | 'siblings'>

/** A rule that the pull request and the bases decide, whatever other pull requests do. */
export interface OwnRule {
  readonly id: ChartRuleId
  readonly evaluate: (context: ChartContext) => readonly Finding[]
}

/** What other open pull requests mean to a claim that stands on its own. */
export interface Rivalry {
  readonly standing: Standing
  readonly doubts: DoubtsAbout | null
  /** Under `identity: exact`: another claim that is spelled otherwise and equal in order. */
  readonly sameOrder: Contender | null
}

/** A rule that is decided among open pull requests. */
export interface RivalRule {
  readonly id: ChartRuleId
  readonly evaluate: (context: ChartContext, rivalry: Rivalry) => readonly Finding[]
}
