import { readClaimants, readOpenPulls, readPullsAtHead } from '../facts/pulls.ts'
import { readExternalId } from '../publish/external-id.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import { hintOf, keyOf, type Work, type WorkHint, type WorkKey } from '../queue/work.ts'
import { clientOf, type Workshop } from './workshop.ts'

type WorkOf<Kind extends WorkKey['kind']> = Work & Extract<WorkKey, { kind: Kind }>

const done: WorkOutcome = { kind: 'done' }

/**
 * An issue changed: every open pull request that claims it or its parent, wherever the installation reaches, and every
 * one that was judged by it (by a commit, as a sub-issue, a blocker, or what a criterion follows).
 */
export async function reconcileTarget(workshop: Workshop, work: WorkOf<'target'>): Promise<WorkOutcome> {
  const { repository, number, installationId } = work
  const issue = { repository, number }
  const remembered = await workshop.claimants.dependingOn(issue)
  const listed = await readClaimants(clientOf(workshop, installationId), issue)
  const hint = hintOf(work.hint.trigger)
  const works = [...listed.map((pull) => ({ ...pull, installationId })), ...remembered].map(
    (pull): Work => ({ kind: 'issues', ...pull, hint }),
  )
  for (const one of new Map(works.map((each) => [keyOf(each), each])).values()) await workshop.queue.add(one)
  return done
}

/** A Re-run on a commit, or a pull request with this head is gone: every open pull request that still has it. */
export async function reconcileHead(workshop: Workshop, work: WorkOf<'head'>): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const { repository, headSha, installationId } = work
  const numbers = await readPullsAtHead(client, repository, headSha, workshop.connection.appId, (externalId) => {
    return readExternalId(externalId)?.pulls ?? []
  })
  const asked = work.hint.trigger === 'rerequest'
  const hint: WorkHint = hintOf(work.hint.trigger, { full: asked, fresh: asked ? numbers : [] })
  for (const number of numbers) {
    await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint })
  }
  if (numbers.length > 0) await workshop.queue.add({ kind: 'charts', repository, installationId, hint })
  return done
}

/** Both checks of every open pull request, and of every group of the merge queue. */
export async function reconcileRepository(workshop: Workshop, work: WorkOf<'repository'>): Promise<WorkOutcome> {
  const { repository, installationId } = work
  const pulls = await readOpenPulls(clientOf(workshop, installationId), repository)
  const hint = hintOf(work.hint.trigger, { full: work.hint.full })
  if (pulls.length > 0) await workshop.queue.add({ kind: 'charts', repository, installationId, hint })
  for (const { number, mergeGroup } of pulls) {
    if (mergeGroup !== undefined) {
      await workshop.queue.add({ kind: 'merge-group', repository, ...mergeGroup, installationId, hint })
    }
    await workshop.queue.add({ kind: 'issues', repository, number, installationId, hint })
  }
  return done
}

interface RepositoryPage {
  readonly repositories: readonly {
    readonly name: string
    readonly archived: boolean
    readonly owner: { readonly login: string }
  }[]
}

/** Every repository that an installation covers; archived ones cannot be written to. */
export async function reconcileInstallation(workshop: Workshop, work: WorkOf<'installation'>): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const hint = hintOf(work.hint.trigger, { full: work.hint.full })
  for (let page = 1; ; page += 1) {
    const answer = await client.rest<RepositoryPage>('GET /installation/repositories', { per_page: 100, page })
    for (const { name, owner, archived } of answer.data.repositories) {
      if (archived) continue
      const repository = { owner: owner.login, name }
      await workshop.queue.add({ kind: 'repository', repository, installationId: work.installationId, hint })
    }
    if (answer.data.repositories.length < 100) return done
  }
}
