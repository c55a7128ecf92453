import type { Criterion } from '../../domain/acceptance.ts'
import type { IssueTarget, PullRequestFacts } from '../../domain/issues-facts.ts'
import { type RepositoryName, sameRepository, type Visibility } from '../../domain/repository.ts'
import { words } from '../../domain/words.ts'
import type { JudgedCriterion } from './judged-criterion.ts'

const READERS: readonly Visibility[] = ['PRIVATE', 'INTERNAL', 'PUBLIC']

/**
 * Whether a check on this pull request may show what stands in the issue: not when more people can read the check. A
 * fork's readers are not known from its visibility, so it shows public issues only.
 */
export function mayShow(issue: IssueTarget, pull: PullRequestFacts): boolean {
  return mayName(issue.reference.repository, issue.visibility, pull)
}

/** The same for the name of anything in a repository, and any place where it is told; null visibility was not told. */
export function mayName(
  repository: RepositoryName,
  visibility: Visibility | null,
  pull: Pick<PullRequestFacts, 'repository' | 'visibility' | 'isFork'>,
): boolean {
  if (sameRepository(repository, pull.repository)) return true
  if (visibility === null) return false
  if (pull.isFork) return visibility === 'PUBLIC'
  return READERS.indexOf(visibility) >= READERS.indexOf(pull.visibility)
}

/** The criteria with nothing of the issue left in them: their order and whether each is met. */
export function countsOnly(criteria: readonly JudgedCriterion[]): readonly JudgedCriterion[] {
  return criteria.map((judged, index): JudgedCriterion => {
    const criterion: Criterion = {
      id: `AC${index + 1}`,
      idIsExplicit: false,
      text: '(not shown: more people can read this check than the issue)',
      // An acceptance is bound to it; it is shown nowhere.
      hash: judged.criterion.hash,
      state: { kind: judged.met === true ? 'met' : 'open' },
      line: 1,
      proofs: [],
    }
    if (judged.met === true) return { criterion, met: true, by: judged.by, detail: words`met` }
    if (judged.met === 'unknown')
      return { criterion, met: 'unknown', detail: words`could not be told`, retry: judged.retry }
    return { criterion, met: false, why: judged.why, detail: words`unmet` }
  })
}
