import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Effect } from '../github/http/faults.ts'
import type { Installation, Repository } from '../github/world/model.ts'
import { waitFor } from '../product/wait-for.ts'
import { closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let elsewhere: Repository
let others: Installation

beforeAll(async () => {
  bed = await startTestbed()
  const organization = bed.world.accounts.organization('another-organization', { admins: [bed.ada] })
  others = bed.world.installs.install(bed.ada, bed.app, organization)
  elsewhere = bed.world.repositories.create(organization, 'elsewhere', { visibility: 'private' })
})

afterAll(async () => {
  await closeHealthy(bed)
})

afterEach(() => {
  bed.github.faults.clear()
})

const waitMs = 2000
/** What was sent before the answer arrived. */
const inFlightMs = 300

describe('a limit of GitHub makes one installation wait, and no other', () => {
  test.each<[string, string, () => Effect]>([
    ['secondary, 403', 'PullClaims', () => ({ kind: 'secondary-limit', status: 403, retryAfterSeconds: 2 })],
    ['secondary, 429', 'PullClaims', () => ({ kind: 'secondary-limit', status: 429, retryAfterSeconds: 2 })],
    [
      'secondary while writing',
      '/repos/{owner}/{repo}/check-runs',
      () => ({ kind: 'secondary-limit', status: 403, retryAfterSeconds: 2 }),
    ],
    ['primary, GraphQL by 200', 'PullClaims', () => ({ kind: 'primary-limit', resetAt: Date.now() + waitMs })],
    [
      'primary, REST by 403',
      '/repos/{owner}/{repo}/check-runs',
      () => ({ kind: 'primary-limit', status: 403, resetAt: Date.now() + waitMs }),
    ],
  ])('%s', async (name, route, effect) => {
    const repository = freshRepository(bed)
    let limitedAt = 0
    bed.github.faults.inject({
      when: (call) => {
        const strikes = call.installation === bed.installation.id && call.route === route
        if (strikes && limitedAt === 0) limitedAt = Date.now()
        return strikes
      },
      effect,
      times: 1,
    })
    // The other check is amid its own reading when the limit comes.
    bed.github.faults.inject({
      when: (call) => call.installation === bed.installation.id && call.route === 'PolicyFiles',
      effect: { kind: 'latency', milliseconds: 2 * inFlightMs },
    })
    const mark = bed.github.calls.mark()
    const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
    await waitFor('the limit', () => limitedAt > 0)
    const branch = `branch-${name.replaceAll(/\W/g, '-')}`
    const other = openPull(bed.world, bed.ada, elsewhere, { branch, files: { [branch]: 'a\n' } })
    await bed.concluded(other, 'issues', 'success')
    await bed.concluded(other, 'charts', 'success')
    await bed.concluded(pull, 'issues', 'success')
    await bed.concluded(pull, 'charts', 'success')
    const since = bed.github.calls.since(mark).filter(({ at }) => at > limitedAt)
    const meanwhile = since.filter(({ at }) => at < limitedAt + waitMs)
    const own = meanwhile.filter(({ installation }) => installation === bed.installation.id)
    expect(own.filter(({ at }) => at > limitedAt + inFlightMs)).toEqual([])
    expect(meanwhile.some(({ installation }) => installation === others.id)).toBe(true)
  })
})
