import { code, words } from '../domain/words.ts'
import { isAtLeast, readPermission } from '../github/permission.ts'
import { hintOf } from '../queue/work.ts'
import { readClaimTimes } from '../render/claim-times.ts'
import { type Recorded, refused } from './accept.ts'
import { chartsCheck } from './charts.ts'
import type { CommandWork } from './command-work.ts'
import { clientOf, type Workshop } from './workshop.ts'

interface PullAnswer {
  readonly state: string
  readonly user: { readonly login: string } | null
  readonly head: { readonly sha: string }
}

interface RunsAnswer {
  readonly check_runs: readonly { readonly id: number; readonly output: { readonly text: string | null } }[]
}

/**
 * `/claims release`: the pull request gives up its version claims, of one chart or of all, until its next push. What it
 * claims is what our own run on its head says; the reading that follows writes there that they were given up.
 */
export async function release(workshop: Workshop, work: CommandWork, chart: string | null): Promise<Recorded> {
  const client = clientOf(workshop, work.installationId)
  const { repository, number, installationId } = work
  const at = { owner: repository.owner, repo: repository.name }
  const pull = await client.rest<PullAnswer>('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...at,
    pull_number: number,
  })
  const isAuthor = pull.data.user?.login.toLowerCase() === work.actor.toLowerCase()
  if (!isAuthor && !isAtLeast(await readPermission(client, repository, work.actor), 'write')) {
    return refused(words`it needs write permission on this repository, or to be the author of the pull request`)
  }
  if (pull.data.state !== 'open') return refused(words`the pull request is not open`)
  const headSha = pull.data.head.sha
  const runs = await client.rest<RunsAnswer>('GET /repos/{owner}/{repo}/commits/{ref}/check-runs', {
    ...at,
    ref: headSha,
    check_name: chartsCheck,
    app_id: workshop.connection.appId,
    filter: 'latest',
    per_page: 100,
  })
  const [newest] = runs.data.check_runs.toSorted((a, b) => b.id - a.id)
  if (newest === undefined)
    return refused(words`${code(chartsCheck)} has not reported on this head yet; try again then`)
  const charts = chartsClaimed(newest.output.text ?? '')
  if (charts.size === 0) return refused(words`this pull request claims no chart version`)
  if (chart !== null && !charts.has(chart)) return refused(words`this pull request claims no version of ${code(chart)}`)
  const asked = { number, headSha, chart, at: workshop.now() }
  const hint = hintOf('command', { fresh: [number], acknowledge: [work.commentId], releases: [asked] })
  await workshop.queue.add({ kind: 'charts', repository, installationId, hint })
  return { kind: 'recorded' }
}

function chartsClaimed(text: string): ReadonlySet<string> {
  const claims = Object.keys(readClaimTimes(text) ?? {})
  return new Set(claims.map((claim) => claim.slice(0, claim.lastIndexOf('@'))))
}
