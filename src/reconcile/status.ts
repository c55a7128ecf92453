import type { WorkOutcome } from '../queue/queue.ts'
import { type CheckStatus, statusComment } from '../render/comment-reply.ts'
import type { CommandWork } from './command-work.ts'
import { answer } from './reply.ts'
import { clientOf, type Workshop } from './workshop.ts'

const shownChecks = ['claims/issues', 'claims/chart-versions']

interface CheckRunAnswer {
  readonly id: number
  readonly name: string
  readonly output: { readonly title: string | null; readonly summary: string | null }
}

/** `/claims status`: what the newest runs on the head say. */
export async function showStatus(workshop: Workshop, work: CommandWork): Promise<WorkOutcome> {
  const client = clientOf(workshop, work.installationId)
  const at = { owner: work.repository.owner, repo: work.repository.name }
  const pull = await client.rest<{ head: { sha: string } }>('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...at,
    pull_number: work.number,
  })
  const headSha = pull.data.head.sha
  const runs = await client.rest<{ check_runs: readonly CheckRunAnswer[] }>(
    'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    { ...at, ref: headSha, app_id: workshop.connection.appId, filter: 'latest', per_page: 100 },
  )
  const checks = shownChecks.map((name): CheckStatus => {
    const newest = runs.data.check_runs.filter((run) => run.name === name).sort((a, b) => b.id - a.id)[0]
    return { name, title: newest?.output.title ?? null, summary: newest?.output.summary ?? null }
  })
  return answer(workshop, work, 'status', statusComment(headSha, checks))
}
