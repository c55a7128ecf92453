import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../http/testbed.ts'

let bed: Testbed
let sha: string
const RUNS = '/repos/acme/charts/check-runs'

beforeEach(async () => {
  bed = await startTestbed()
  sha = bed.world.branches.tip(bed.repository, 'main')
})

afterEach(() => bed.close())

const create = (body: object) => bed.rest('POST', RUNS, { name: 'claims/issues', head_sha: sha, ...body })
const annotation = (more: object = {}) => ({
  path: 'a',
  start_line: 1,
  end_line: 1,
  annotation_level: 'failure',
  message: 'm',
  ...more,
})
const output = (more: object = {}) => ({ title: 't', summary: 's', ...more })
const action = (more: object = {}) => ({ label: 'l', description: 'd', identifier: 'i', ...more })
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

describe('limits', () => {
  test.each<[string, object, number]>([
    ['50 annotations', { output: output({ annotations: many(50, annotation()) }) }, 201],
    ['51 annotations', { output: output({ annotations: many(51, annotation()) }) }, 422],
    ['a summary of 65,535', { output: output({ summary: 'x'.repeat(65_535) }) }, 201],
    ['a summary of 65,536', { output: output({ summary: 'x'.repeat(65_536) }) }, 422],
    ['a text of 65,536', { output: output({ text: 'x'.repeat(65_536) }) }, 422],
    ['output without a title', { output: { summary: 's' } }, 422],
    ['3 actions', { actions: many(3, action()) }, 201],
    ['4 actions', { actions: many(4, action()) }, 422],
    ['a label of 21', { actions: [action({ label: 'x'.repeat(21) })] }, 422],
    ['a description of 41', { actions: [action({ description: 'x'.repeat(41) })] }, 422],
    ['an identifier of 21', { actions: [action({ identifier: 'x'.repeat(21) })] }, 422],
    ['columns on one line', { output: output({ annotations: [annotation({ start_column: 1, end_column: 2 })] }) }, 201],
    [
      'columns over two lines',
      { output: output({ annotations: [annotation({ end_line: 2, start_column: 1 })] }) },
      422,
    ],
    ['an end before its start', { output: output({ annotations: [annotation({ start_line: 2 })] }) }, 422],
    ['an annotation title of 256', { output: output({ annotations: [annotation({ title: 'x'.repeat(256) })] }) }, 422],
    ['a message over 64 KB', { output: output({ annotations: [annotation({ message: 'x'.repeat(65_537) })] }) }, 422],
    ['completed without a conclusion', { status: 'completed' }, 422],
    ['a conclusion of stale', { conclusion: 'stale' }, 422],
    ['a conclusion that is none', { conclusion: 'fine' }, 422],
    ['a status that is none', { status: 'waiting' }, 422],
    ['a start that is no time', { started_at: 'yesterday' }, 422],
    ['a body of a wrong type', { external_id: 7 }, 422],
  ])('%s: %#', async (_name, body, status) => {
    expect((await create(body)).status).toBe(status)
  })

  test.each([
    ['unknown', '1'.repeat(40)],
    ['a branch', 'main'],
    ['short', 'abc1234'],
  ])('a head that is %s', async (_name, head) => {
    const answer = await create({ head_sha: head })
    expect(answer).toMatchObject({ status: 422, body: { message: `No commit found for SHA: ${head}` } })
  })

  test('of a name over a thousand runs are kept, the oldest go', async () => {
    const { world, app, repository } = bed
    const oldest = await create({ name: 'many' })
    for (let index = 0; index < 999; index += 1) world.checks.create(app, repository, { name: 'many', headSha: sha })
    expect((await bed.rest('GET', `${RUNS}/${oldest.body.id}`)).status).toBe(200)
    await create({ name: 'many' })
    expect((await bed.rest('GET', `${RUNS}/${oldest.body.id}`)).status).toBe(404)
  })
})

describe('life', () => {
  test('a conclusion completes, whatever the status says', async () => {
    const { body } = await create({ status: 'in_progress', conclusion: 'success' })
    expect(body).toMatchObject({ status: 'completed', conclusion: 'success' })
    expect(body.completed_at).not.toBeNull()
  })

  test('in progress is completed by PATCH, and is not reopened', async () => {
    const { body } = await create({ status: 'in_progress', external_id: 'x' })
    expect(body).toMatchObject({ status: 'in_progress', conclusion: null, external_id: 'x' })
    const path = `${RUNS}/${body.id}`
    expect((await bed.rest('PATCH', path, { conclusion: 'failure', output: output() })).body).toMatchObject({
      status: 'completed',
      conclusion: 'failure',
      external_id: 'x',
    })
    expect((await bed.rest('PATCH', path, { status: 'in_progress' })).status).toBe(422)
    expect((await bed.rest('GET', path)).body.status).toBe('completed')
  })

  test('PATCH appends annotations', async () => {
    const { body } = await create({ output: output({ annotations: many(2, annotation()) }) })
    const path = `${RUNS}/${body.id}`
    await bed.rest('PATCH', path, { output: output({ annotations: [annotation()] }) })
    expect((await bed.rest('GET', path)).body.output.annotations_count).toBe(3)
    expect((await bed.rest('GET', `${path}/annotations`)).body).toHaveLength(3)
  })

  test('lists: the newest of a name, or all; by name and by app', async () => {
    const older = await create({ name: 'listed', conclusion: 'failure' })
    const newer = await create({ name: 'listed', conclusion: 'success' })
    const list = async (query: string) =>
      (
        await bed.rest('GET', `/repos/acme/charts/commits/main/check-runs?check_name=listed&${query}`)
      ).body.check_runs.map((run: { id: number }) => run.id)
    expect(await list(`app_id=${bed.app.id}`)).toEqual([newer.body.id])
    expect(await list('filter=all')).toEqual([newer.body.id, older.body.id])
    expect(await list('app_id=1')).toEqual([])
  })

  test('one suite for the commit, which can be asked to run again', async () => {
    await bed.rest('POST', RUNS, { name: 'x', head_sha: sha })
    const suites = await bed.rest('GET', `/repos/acme/charts/commits/${sha}/check-suites?app_id=${bed.app.id}`)
    expect(suites.body.total_count).toBe(1)
    const { id } = suites.body.check_suites[0]
    expect((await bed.rest('POST', `/repos/acme/charts/check-suites/${id}/rerequest`)).status).toBe(201)
    expect((await bed.rest('GET', `/repos/acme/charts/check-suites/${id}`)).body).toMatchObject({ status: 'queued' })
  })
})

describe('rights', () => {
  test('without checks:write a run is refused', async () => {
    const authorization = `bearer ${await bed.token({ permissions: { checks: 'read' } })}`
    const answer = await bed.rest('POST', RUNS, { name: 'x', head_sha: sha }, { authorization })
    expect(answer).toMatchObject({ status: 403, body: { message: 'Resource not accessible by integration' } })
  })

  test('a public repository that the app is not installed on is read, not written', async () => {
    const { world } = bed
    const open = world.repositories.create(world.accounts.user('other'), 'open', { visibility: 'public' })
    const head = world.branches.tip(open, 'main')
    expect((await bed.rest('GET', `/repos/other/open/commits/${head}/check-runs`)).status).toBe(200)
    expect((await bed.rest('POST', '/repos/other/open/check-runs', { name: 'x', head_sha: head })).status).toBe(403)
  })

  test('a user writes no run', async () => {
    const answer = await bed.rest('POST', RUNS, { name: 'x', head_sha: sha }, { authorization: 'token ghp_ada' })
    expect(answer.status).toBe(403)
  })

  test("another app's run is not changed", async () => {
    const { world, ada, organization, repository } = bed
    const other = world.installs.app(organization, { slug: 'other' })
    world.installs.install(ada, other, organization)
    const run = world.checks.create(other, repository, { name: 'theirs', headSha: sha })
    expect((await bed.rest('PATCH', `${RUNS}/${run.id}`, { conclusion: 'success' })).status).toBe(403)
  })
})
