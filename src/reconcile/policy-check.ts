import { readPolicy } from '../facts/policy.ts'
import { readEditedPolicy } from '../facts/policy-at-head.ts'
import { policyPath } from '../policy/path.ts'
import { publishCheckRun } from '../publish/check-runs.ts'
import type { WorkOutcome } from '../queue/queue.ts'
import type { Work, WorkKey } from '../queue/work.ts'
import { renderPolicyCheck } from '../render/policy-check.ts'
import { outcomeOf, report } from './check-outcome.ts'
import { clientOf, publishOptions, type Workshop } from './workshop.ts'

type PolicyWork = Work & Extract<WorkKey, { kind: 'policy' }>

const done: WorkOutcome = { kind: 'done' }

/** `claims/policy` of a pull request that edits the policy file; others get no such check. */
export async function reconcilePolicy(workshop: Workshop, work: PolicyWork): Promise<WorkOutcome> {
  const started = workshop.now()
  const client = clientOf(workshop, work.installationId)
  const { repository, number } = work
  const { policies, charts, connection } = workshop
  const edited = await readEditedPolicy(client, work, { policies, charts, appId: connection.appId })
  if (edited === null) return done
  const inForce = await readPolicy(client, repository, policies)
  const { headSha, baseRefName, baseSha, blobOid } = edited
  const rendered = renderPolicyCheck({
    ...edited,
    home: repository,
    path: policyPath,
    pull: { number, baseRefName, baseSha },
    inForce: inForce.known && inForce.value.kind === 'policy' ? inForce.value.policy : null,
    provenance: {
      headSha,
      readAt: started,
      policy:
        blobOid === null ? { from: 'removed', path: policyPath } : { from: 'repository', path: policyPath, blobOid },
    },
  })
  workshop.meter.enter('publish')
  const published = await publishCheckRun(
    client,
    {
      repository,
      headSha,
      rendered,
      subject: { kind: 'pull', number, baseRefName, sharing: [] },
      newest: edited.newest,
      fresh: work.hint.fresh.includes(number),
    },
    publishOptions(workshop),
  )
  report(workshop, work, rendered.name, outcomeOf(rendered, published), published.kind)
  return published.kind === 'superseded' ? { kind: 'again', delayMs: 0 } : done
}
