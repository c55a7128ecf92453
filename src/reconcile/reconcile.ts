import { isGitHubFailure } from '../github/client.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import type { Work } from '../queue/work.ts'
import { reconcileAfterMerge } from './after-merge.ts'
import { reconcileButton } from './button.ts'
import { reconcileCharts } from './charts.ts'
import { reportFailure } from './check-outcome.ts'
import { reconcileCommand } from './command.ts'
import { reconcileHead, reconcileInstallation, reconcileRepository, reconcileTarget } from './fan-out.ts'
import { reconcileIssues } from './issues.ts'
import { reconcileMergeGroup } from './merge-group.ts'
import { reconcilePolicy } from './policy-check.ts'
import type { Workshop } from './workshop.ts'

/**
 * Works on one key, whatever put it into the queue: read, judge, render, publish. A limit of GitHub makes the
 * installation wait; every other failure is thrown for the queue to try again.
 */
export function reconcile(workshop: Workshop, work: Work, signal: AbortSignal): Promise<WorkOutcome> {
  return workshop.meter.measure(() => attempt({ ...workshop, signal }, work))
}

async function attempt(workshop: Workshop, work: Work): Promise<WorkOutcome> {
  try {
    return await dispatch(workshop, work)
  } catch (error) {
    if (isGitHubFailure(error) && error.kind === 'rate-limited') {
      const until = error.retryAt ?? workshop.now() + 60_000
      workshop.metrics.limitedUntil.set({ installation: String(work.installationId) }, until / 1000)
      workshop.log.warn({ installationId: work.installationId, until }, 'limited by GitHub; this installation waits')
      return { kind: 'limited', until }
    }
    reportFailure(workshop, work)
    throw error
  }
}

function dispatch(workshop: Workshop, work: Work): Promise<WorkOutcome> {
  switch (work.kind) {
    case 'issues':
      return reconcileIssues(workshop, work)
    case 'policy':
      return reconcilePolicy(workshop, work)
    case 'charts':
      return reconcileCharts(workshop, work)
    case 'merge-group':
      return reconcileMergeGroup(workshop, work)
    case 'after-merge':
      return reconcileAfterMerge(workshop, work)
    case 'target':
      return reconcileTarget(workshop, work)
    case 'head':
      return reconcileHead(workshop, work)
    case 'repository':
      return reconcileRepository(workshop, work)
    case 'installation':
      return reconcileInstallation(workshop, work)
    case 'button':
      return reconcileButton(workshop, work)
    case 'command':
      return reconcileCommand(workshop, work)
  }
}
