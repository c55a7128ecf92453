import { LRUCache } from 'lru-cache'
import type { IssuesFacts, TargetFacts } from '../domain/issues-facts.ts'
import { type NumberedReference, type RepositoryName, referenceKey } from '../domain/repository.ts'

/** An open pull request, and the installation that judges it. */
export interface Claimant {
  readonly installationId: number
  readonly repository: RepositoryName
  readonly number: number
}

/** What a verdict depends on beside the pull request. */
export interface Dependencies {
  /** Issues and pull requests that it would close, by every name they have. */
  readonly targets: readonly NumberedReference[]
  /** Issues that count for those: sub-issues, blockers, what a criterion follows. */
  readonly around: readonly NumberedReference[]
}

/**
 * Which pull requests depend on an issue, as far as they were judged. GitHub's own back references know neither claims
 * made by commits nor what a criterion follows. The sweep at the start fills it.
 */
export interface Claimants {
  /** Answers the targets that were not there before, or are no longer. */
  remember(pull: Claimant, dependencies: Dependencies): Promise<readonly NumberedReference[]>
  forget(pull: Claimant): Promise<void>
  /** Pull requests whose verdict depends on this issue. */
  dependingOn(reference: NumberedReference): Promise<readonly Claimant[]>
  /** Pull requests that would close it. */
  claiming(reference: NumberedReference): Promise<readonly Claimant[]>
}

interface Remembered {
  readonly pull: Claimant
  readonly targets: ReadonlyMap<string, NumberedReference>
  readonly around: ReadonlyMap<string, NumberedReference>
}

/**
 * What this process alone has judged.
 *
 * @param max how many pull requests are remembered; the one that was judged longest ago is forgotten first
 */
export function createClaimants(max: number): Claimants {
  const byIssue = new Map<string, Set<string>>()
  const pulls = new LRUCache<string, Remembered>({
    max,
    dispose: ({ targets, around }, pull) => {
      for (const issue of [...targets.keys(), ...around.keys()]) {
        const known = byIssue.get(issue)
        known?.delete(pull)
        if (known?.size === 0) byIssue.delete(issue)
      }
    },
  })

  function remembered(reference: NumberedReference): readonly Remembered[] {
    return [...(byIssue.get(referenceKey(reference)) ?? [])].flatMap((pull) => pulls.peek(pull) ?? [])
  }

  return {
    async remember(pull, { targets, around }) {
      const key = referenceKey(pull)
      const before = [...(pulls.peek(key)?.targets.values() ?? [])]
      const now = byKey(targets)
      pulls.set(key, { pull, targets: now, around: byKey(around) })
      for (const issue of [...targets, ...around]) {
        const known = byIssue.get(referenceKey(issue))
        if (known === undefined) byIssue.set(referenceKey(issue), new Set([key]))
        else known.add(key)
      }
      return cameAndWent(before, targets)
    },
    async forget(pull) {
      pulls.delete(referenceKey(pull))
    },
    dependingOn: async (reference) => remembered(reference).map(({ pull }) => pull),
    claiming: async (reference) =>
      remembered(reference).flatMap(({ pull, targets }) => (targets.has(referenceKey(reference)) ? [pull] : [])),
  }
}

/** References that are in one of both lists only. */
export function cameAndWent(
  before: readonly NumberedReference[],
  now: readonly NumberedReference[],
): readonly NumberedReference[] {
  const [old, young] = [byKey(before), byKey(now)]
  return [...old, ...young].flatMap(([issue, reference]) => (old.has(issue) === young.has(issue) ? [] : [reference]))
}

/** Every issue that the facts of one pull request were read from. */
export function dependenciesOf({ targets, followed }: IssuesFacts): Dependencies {
  return {
    targets: targets.flatMap(namesOf),
    around: [...followed.flatMap(namesOf), ...targets.flatMap(neighboursOf)],
  }
}

/** Where it was named and where it is now; none for a number that does not exist. */
export function namesOf({ reference, target }: TargetFacts): readonly NumberedReference[] {
  if (!target.known) return [reference]
  return target.value.kind === 'absent' ? [] : [reference, target.value.reference]
}

function neighboursOf({ target }: TargetFacts): readonly NumberedReference[] {
  if (!target.known || target.value.kind !== 'issue') return []
  const { subIssues, relations } = target.value
  const blockedBy = relations !== 'not-needed' && relations.known ? relations.value.blockedBy : 'not-needed'
  const blockers = blockedBy !== 'not-needed' && blockedBy.known ? blockedBy.value.listed : []
  return [...(subIssues.known ? subIssues.value.listed : []), ...blockers].map(({ reference }) => reference)
}

function byKey(references: readonly NumberedReference[]): ReadonlyMap<string, NumberedReference> {
  return new Map(references.map((reference) => [referenceKey(reference), reference]))
}
