import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../http/testbed.ts'
import type { Issue, PullRequest } from '../world/model.ts'

let bed: Testbed
let pull: PullRequest
let issue: Issue
const REPO = '/repos/acme/charts'

beforeEach(async () => {
  bed = await startTestbed()
  const { world, ada, repository } = bed
  issue = world.issues.open(ada, repository, { title: 'Broken' })
  world.branches.commit(ada, repository, 'feature/a', { 'charts/a/Chart.yaml': 'name: a\nversion: 1.0.1\n' })
  pull = world.pulls.open(ada, repository, { head: 'feature/a', body: `Closes #${issue.number}` })
})

afterEach(() => bed.close())

const get = (path: string) => bed.rest('GET', path)

describe('repositories', () => {
  test('a repository; one that is private and elsewhere is not found', async () => {
    const { world, ada } = bed
    world.repositories.create(ada, 'mine', { visibility: 'private' })
    expect((await get(REPO)).body).toMatchObject({ full_name: 'acme/charts', default_branch: 'main', private: true })
    expect(await get('/repos/ada/mine')).toMatchObject({ status: 404, body: { message: 'Not Found' } })
  })

  test('a former name redirects to the address by id, which answers', async () => {
    const { world, ada, organization } = bed
    const renamed = world.repositories.create(organization, 'old-name')
    world.repositories.rename(ada, renamed, 'new-name')
    const moved = await get('/repos/acme/old-name/releases')
    expect(moved).toMatchObject({ status: 301 })
    const location = moved.headers.get('location') ?? ''
    expect(location).toBe(`${bed.github.url}/repositories/${renamed.id}/releases`)
    expect((await get(location)).status).toBe(200)
  })

  test('comparison: merge base, distance, and files that the head changed', async () => {
    const { world, ada, repository } = bed
    const base = world.branches.tip(repository, 'main')
    world.branches.commit(ada, repository, 'main', { 'other.txt': 'x' })
    const { body } = await get(`${REPO}/compare/main...${pull.headRefOid}`)
    expect(body).toMatchObject({ status: 'diverged', ahead_by: 1, behind_by: 1, merge_base_commit: { sha: base } })
    expect(body.files).toEqual([expect.objectContaining({ filename: 'charts/a/Chart.yaml', status: 'modified' })])
    expect((await get(`${REPO}/compare/main...nowhere`)).status).toBe(404)
  })

  test('comparison lists 300 files and no more', async () => {
    const { world, ada, repository } = bed
    const files = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`many/${index}.txt`, `${index}`]))
    world.branches.commit(ada, repository, 'many', files)
    const { body } = await get(`${REPO}/compare/main...many`)
    expect(body.files).toHaveLength(300)
  })

  test('trees: flat, recursive, and by branch', async () => {
    const flat = await get(`${REPO}/git/trees/main`)
    expect(flat.body.tree.map((entry: { path: string }) => entry.path)).toContain('charts')
    const deep = await get(`${REPO}/git/trees/main?recursive=1`)
    expect(deep.body).toMatchObject({ truncated: false })
    expect(deep.body.tree).toContainEqual(
      expect.objectContaining({ path: 'charts/a/Chart.yaml', type: 'blob', mode: '100644' }),
    )
  })

  test.each([
    ['a file', 'charts/a/Chart.yaml', { type: 'file', encoding: 'base64' }],
    ['a file at a ref with a slash', 'charts/a/Chart.yaml?ref=feature%2Fa', { size: 23 }],
  ])('contents of %s', async (_name, path, shown) => {
    expect((await get(`${REPO}/contents/${path}`)).body).toMatchObject(shown)
  })

  test('contents raw, of a directory, and over 1 MB', async () => {
    const { world, ada, repository } = bed
    const raw = await bed.rest('GET', `${REPO}/contents/charts/a/Chart.yaml`, undefined, {
      accept: 'application/vnd.github.raw+json',
    })
    expect(raw.body).toBe('name: a\nversion: 1.0.0\n')
    expect((await get(`${REPO}/contents/charts`)).body).toEqual([
      expect.objectContaining({ name: 'a', type: 'dir', path: 'charts/a' }),
    ])
    world.branches.commit(ada, repository, 'large', { 'large.txt': 'x'.repeat(1_048_577) })
    expect((await get(`${REPO}/contents/large.txt?ref=large`)).body).toMatchObject({ encoding: 'none', content: '' })
    expect((await get(`${REPO}/contents/none`)).status).toBe(404)
  })

  test('refs by name and by prefix', async () => {
    expect((await get(`${REPO}/git/ref/heads/feature/a`)).body.object).toMatchObject({
      type: 'commit',
      sha: pull.headRefOid,
    })
    expect((await get(`${REPO}/git/ref/heads/feature`)).status).toBe(404)
    const { body } = await get(`${REPO}/git/matching-refs/heads/feature`)
    expect(body.map((ref: { ref: string }) => ref.ref)).toEqual(['refs/heads/feature/a'])
  })

  test('tags and releases', async () => {
    const { world, ada, repository } = bed
    world.branches.tag(ada, repository, 'a-1.0.0', { message: 'annotated' })
    world.releases.publish(ada, repository, 'a-1.0.0')
    expect((await get(`${REPO}/tags`)).body).toEqual([
      expect.objectContaining({
        name: 'a-1.0.0',
        commit: expect.objectContaining({ sha: world.branches.tip(repository, 'main') }),
      }),
    ])
    expect((await get(`${REPO}/releases`)).body).toEqual([
      expect.objectContaining({ tag_name: 'a-1.0.0', draft: false }),
    ])
  })

  test.each([
    ['maintain', 'write'],
    ['triage', 'read'],
    ['admin', 'admin'],
  ] as const)('the role %s shows as permission %s', async (role, permission) => {
    const { world, repository } = bed
    const user = world.accounts.user(`with-${role}`)
    world.repositories.setPermission(repository, user, role)
    const { body } = await get(`${REPO}/collaborators/with-${role}/permission`)
    expect(body).toMatchObject({ permission, role_name: role })
  })

  test('someone without a role on a private repository has none', async () => {
    bed.world.accounts.user('stranger')
    expect((await get(`${REPO}/collaborators/stranger/permission`)).body).toMatchObject({ permission: 'none' })
    expect((await get(`${REPO}/collaborators/nobody/permission`)).status).toBe(404)
  })

  test('rules of a branch', async () => {
    const { world, repository, app } = bed
    world.repositories.requireChecks(repository, [{ context: 'claims/issues', integrationId: app.id }])
    expect((await get(`${REPO}/rules/branches/main`)).body[0].parameters.required_status_checks).toEqual([
      { context: 'claims/issues', integration_id: app.id },
    ])
    expect((await get(`${REPO}/rules/branches/feature/a`)).body).toEqual([])
  })

  test('unknown commits are "No commit found for SHA"', async () => {
    const unknown = '1'.repeat(40)
    for (const path of [`commits/${unknown}/check-runs`, `commits/${unknown}/status`, `commits/${unknown}/pulls`]) {
      expect(await get(`${REPO}/${path}`)).toMatchObject({
        status: 422,
        body: { message: `No commit found for SHA: ${unknown}` },
      })
    }
  })
})

describe('pull requests', () => {
  test('one, with counts and mergeability', async () => {
    expect((await get(`${REPO}/pulls/${pull.number}`)).body).toMatchObject({
      number: pull.number,
      mergeable: true,
      changed_files: 1,
      commits: 1,
      head: { sha: pull.headRefOid, ref: 'feature/a', repo: { full_name: 'acme/charts' } },
      base: { ref: 'main' },
    })
  })

  test.each([
    ['state=open&head=acme:feature/a', 1],
    ['head=else:feature/a', 0],
    ['base=main', 1],
    ['base=dev', 0],
    ['state=closed', 0],
  ])('listed by %s', async (query, count) => {
    expect((await get(`${REPO}/pulls?${query}`)).body).toHaveLength(count)
  })

  test('files, commits, and the pull requests of a commit', async () => {
    expect((await get(`${REPO}/pulls/${pull.number}/files`)).body).toEqual([
      expect.objectContaining({ filename: 'charts/a/Chart.yaml', status: 'modified', changes: 2 }),
    ])
    expect((await get(`${REPO}/pulls/${pull.number}/commits`)).body).toHaveLength(1)
    expect((await get(`${REPO}/commits/${pull.headRefOid}/pulls`)).body).toHaveLength(1)
  })

  test('files beyond 3,000 and commits beyond 250 are not listed', async () => {
    const { world, ada, repository } = bed
    const files = Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`wide/${index}.txt`, `${index}`]))
    for (let index = 0; index < 251; index += 1) world.branches.commit(ada, repository, 'wide', { 'n.txt': `${index}` })
    world.branches.commit(ada, repository, 'wide', files)
    const wide = world.pulls.open(ada, repository, { head: 'wide' })
    const last = async (list: string, page: number) =>
      (await get(`${REPO}/pulls/${wide.number}/${list}?per_page=100&page=${page}`)).body
    expect(await last('files', 30)).toHaveLength(100)
    expect(await last('files', 31)).toHaveLength(0)
    expect(await last('commits', 3)).toHaveLength(50)
    expect((await get(`${REPO}/pulls/${wide.number}`)).body).toMatchObject({ changed_files: 3002, commits: 252 })
    world.pulls.close(ada, wide)
  })

  test('an edit of title, body and base; a base that is not there is refused', async () => {
    const { world, ada, repository } = bed
    world.branches.commit(ada, repository, 'edited', { edited: '1' })
    world.branches.create(ada, repository, 'dev')
    const edited = world.pulls.open(ada, repository, { head: 'edited' })
    const path = `${REPO}/pulls/${edited.number}`
    expect((await bed.rest('PATCH', path, { title: 'New', body: 'words', base: 'dev' })).body).toMatchObject({
      title: 'New',
      body: 'words',
      base: { ref: 'dev' },
    })
    expect((await bed.rest('PATCH', path, { base: 'none' })).status).toBe(422)
    expect((await bed.rest('PATCH', path, { state: 'closed' })).body.state).toBe('closed')
  })
})

describe('issues', () => {
  test('type, parents, dependencies', async () => {
    const { world, ada, repository } = bed
    const child = world.issues.open(ada, repository, { title: 'child' })
    const blocker = world.issues.open(ada, repository, { title: 'blocker' })
    world.issues.addSubIssue(ada, issue, child)
    world.issues.addBlockedBy(ada, issue, blocker)
    world.issues.setType(ada, issue, 'Bug')
    const path = `${REPO}/issues/${issue.number}`
    expect((await get(path)).body).toMatchObject({
      type: { name: 'Bug' },
      sub_issues_summary: { total: 1, completed: 0 },
      issue_dependencies_summary: { blocked_by: 1, total_blocked_by: 1 },
    })
    expect((await get(path)).body.pull_request).toBeUndefined()
    expect((await get(`${path}/sub_issues`)).body).toEqual([expect.objectContaining({ number: child.number })])
    expect((await get(`${path}/dependencies/blocked_by`)).body).toEqual([
      expect.objectContaining({ number: blocker.number }),
    ])
  })

  test('a pull request is told by its key', async () => {
    const { body } = await get(`${REPO}/issues/${pull.number}`)
    expect(body.pull_request.url).toBe(`${bed.github.url}${REPO}/pulls/${pull.number}`)
  })

  test('transferred 301, deleted 410, never there 404', async () => {
    const { world, ada, organization, repository } = bed
    const to = world.repositories.create(organization, 'elsewhere')
    const moved = world.issues.open(ada, repository, { title: 'moved' })
    const target = world.issues.transfer(ada, moved, to)
    const deleted = world.issues.open(ada, repository, { title: 'deleted' })
    world.issues.delete(ada, deleted)
    const answer = await get(`${REPO}/issues/${moved.number}`)
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe(`${bed.github.url}/repos/acme/elsewhere/issues/${target.number}`)
    expect((await get(`${REPO}/issues/${deleted.number}`)).status).toBe(410)
    expect((await get(`${REPO}/issues/9999`)).status).toBe(404)
  })

  test('closed by an edit, with the event in the timeline', async () => {
    const { world, ada, repository } = bed
    const closing = world.issues.open(ada, repository, { title: 'closing' })
    const path = `${REPO}/issues/${closing.number}`
    const { body } = await bed.rest('PATCH', path, { state: 'closed', state_reason: 'not_planned' })
    expect(body).toMatchObject({ state: 'closed', state_reason: 'not_planned' })
    expect((await get(`${path}/timeline`)).body).toContainEqual(
      expect.objectContaining({ event: 'closed', commit_id: null, actor: expect.objectContaining({ type: 'Bot' }) }),
    )
  })

  test('comments and reactions from creation to deletion', async () => {
    const created = await bed.rest('POST', `${REPO}/issues/${pull.number}/comments`, { body: 'hello' })
    expect(created).toMatchObject({
      status: 201,
      body: { body: 'hello', user: { login: 'claimwarden[bot]', type: 'Bot' } },
    })
    const path = `${REPO}/issues/comments/${created.body.id}`
    expect((await bed.rest('PATCH', path, { body: 'changed' })).body.body).toBe('changed')
    expect((await get(path)).body.body).toBe('changed')
    const reaction = await bed.rest('POST', `${path}/reactions`, { content: 'eyes' })
    expect(reaction.status).toBe(201)
    expect((await bed.rest('POST', `${path}/reactions`, { content: 'eyes' })).status).toBe(200)
    expect((await bed.rest('POST', `${path}/reactions`, { content: 'no' })).status).toBe(422)
    expect((await get(`${path}/reactions`)).body).toHaveLength(1)
    expect((await bed.rest('DELETE', `${path}/reactions/${reaction.body.id}`)).status).toBe(204)
    expect((await bed.rest('DELETE', path)).status).toBe(204)
    expect((await get(path)).status).toBe(404)
  })

  test.each([
    ['blank', { body: ' ' }],
    ['missing', {}],
    ['too long', { body: 'x'.repeat(65_537) }],
  ])('a comment that is %s is refused', async (_name, body) => {
    expect((await bed.rest('POST', `${REPO}/issues/${issue.number}/comments`, body)).status).toBe(422)
  })
})

describe('paging', () => {
  test('Link leads through the pages, which hold at most 100', async () => {
    const { world, ada, organization } = bed
    const repository = world.repositories.create(organization, 'paged')
    for (let index = 0; index < 101; index += 1) world.branches.create(ada, repository, `b${index}`)
    const path = '/repos/acme/paged/git/matching-refs/heads/b'
    const first = await get(`${path}?per_page=1000`)
    expect(first.body).toHaveLength(100)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await get(next)
    expect(second.body).toHaveLength(1)
    expect(second.headers.get('link')).not.toContain('rel="next"')
  })

  test('a query parameter of a wrong value is refused', async () => {
    expect((await get(`${REPO}/pulls?state=weird`)).status).toBe(422)
  })
})

test('what GitHub has and the simulation lacks answers 501 and is counted', async () => {
  const unknown = await get(`${REPO}/actions/runs`)
  expect(unknown.status).toBe(501)
  const known = await get(`${REPO}/branches/main/protection`)
  expect(known.status).toBe(501)
  expect(bed.github.calls.unsupported).toEqual([
    `GET ${REPO}/actions/runs`,
    'GET /repos/{owner}/{repo}/branches/{branch}/protection',
  ])
})
