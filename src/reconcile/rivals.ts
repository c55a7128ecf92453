import type { IssuesFacts } from '../domain/issues-facts.ts'
import { type NumberedReference, referenceKey, sameReference } from '../domain/repository.ts'
import { hintOf, type Work } from '../queue/work.ts'
import { type Claimant, dependenciesOf, namesOf } from './claimants.ts'
import type { Workshop } from './workshop.ts'

/**
 * Remembers what an open pull request claims. When an event has changed that, the other pull requests that claim the
 * same are judged again, since each names its rivals; a look of any other origin tells them nothing new.
 */
export async function rememberClaims(workshop: Workshop, work: Work, facts: IssuesFacts): Promise<void> {
  const { pull } = facts
  const self: Claimant = { installationId: work.installationId, repository: pull.repository, number: pull.number }
  const changed = await workshop.claimants.remember(self, dependenciesOf(facts))
  if (work.hint.trigger !== 'event') return
  const own = changed.filter((target) => isOwnDoing(target, changed, facts))
  const claiming = await Promise.all(own.map((target) => workshop.claimants.claiming(target)))
  await judgeAgain(workshop, claiming.flat(), pull)
}

/**
 * Not when the issue was deleted, or only has another name since it was transferred: of that every claimant was told
 * by the issue itself.
 */
function isOwnDoing(
  target: NumberedReference,
  changed: readonly NumberedReference[],
  { targets }: IssuesFacts,
): boolean {
  const has = (names: readonly NumberedReference[], name: NumberedReference) =>
    names.some((one) => sameReference(one, name))
  return !targets.some((read) => {
    const names = namesOf(read)
    if (names.length === 0) return sameReference(read.reference, target)
    return has(names, target) && names.some((name) => !has(changed, name))
  })
}

/** A pull request is closed: those that claim the same lose a rival. */
export async function forgetClaims(workshop: Workshop, work: Work, facts: IssuesFacts): Promise<void> {
  const { pull } = facts
  await workshop.claimants.forget({
    installationId: work.installationId,
    repository: pull.repository,
    number: pull.number,
  })
  await judgeAgain(workshop, rivalsIn(facts, work.installationId), pull)
}

function rivalsIn({ targets }: IssuesFacts, installationId: number): readonly Claimant[] {
  return targets.flatMap(({ target }) => {
    if (!target.known || target.value.kind !== 'issue' || !target.value.closers.known) return []
    return target.value.closers.value.map(({ reference }) => ({ ...reference, installationId }))
  })
}

async function judgeAgain(workshop: Workshop, pulls: readonly Claimant[], self: NumberedReference): Promise<void> {
  const others = new Map(pulls.map((pull) => [referenceKey(pull), pull]))
  for (const { installationId, repository, number } of others.values()) {
    if (sameReference({ repository, number }, self)) continue
    await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint: hintOf('event') })
  }
}
