import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../http/testbed.ts'
import type { Issue, PullRequest } from '../world/model.ts'

let bed: Testbed
let pull: PullRequest
let issue: Issue

beforeEach(async () => {
  bed = await startTestbed()
  const { world, ada, repository } = bed
  world.repositories.label(repository, 'bug')
  issue = world.issues.open(ada, repository, { title: 'Broken', body: '- [ ] done' })
  world.branches.commit(ada, repository, 'feature', {
    'charts/a/Chart.yaml': 'name: a\nversion: 1.0.1\n',
    'logo.png': new Uint8Array([1, 0, 2]),
    'README.md': null,
  })
  pull = world.pulls.open(ada, repository, { head: 'feature', body: `Closes #${issue.number}`, labels: ['bug'] })
})

afterEach(() => bed.close())

const REPOSITORY = 'repository(owner: "acme", name: "charts")'

async function repositoryData(selection: string) {
  const { body } = await bed.graphql(`{ ${REPOSITORY} { ${selection} } }`)
  expect(body.errors).toBeUndefined()
  return body.data.repository
}

describe('reading', () => {
  test('a repository and its settings', async () => {
    const read = await repositoryData(
      'id databaseId nameWithOwner isPrivate visibility isEmpty owner { __typename login } squashMergeCommitTitle defaultBranchRef { name prefix }',
    )
    expect(read).toEqual({
      id: bed.repository.nodeId,
      databaseId: bed.repository.id,
      nameWithOwner: 'acme/charts',
      isPrivate: true,
      visibility: 'PRIVATE',
      isEmpty: false,
      owner: { __typename: 'Organization', login: 'acme' },
      squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
      defaultBranchRef: { name: 'main', prefix: 'refs/heads/' },
    })
  })

  test('a pull request with its files, commits, labels and the issues it closes', async () => {
    const { pullRequest } = await repositoryData(`pullRequest(number: ${pull.number}) {
      state isDraft merged baseRefName headRefName headRefOid isCrossRepository changedFiles additions deletions mergeable
      author { login } bodyText viewerMergeHeadlineText(mergeType: SQUASH)
      files(first: 10) { totalCount nodes { path changeType additions deletions } }
      commits(last: 1) { nodes { commit { oid messageHeadline parents(first: 2) { nodes { oid } } } } }
      labels(first: 5) { nodes { name } }
      closingIssuesReferences(first: 5) { nodes { number repository { nameWithOwner } } } }`)
    expect(pullRequest).toMatchObject({
      state: 'OPEN',
      mergeable: 'MERGEABLE',
      changedFiles: 3,
      additions: 1,
      deletions: 2,
      author: { login: 'ada' },
      bodyText: `Closes #${issue.number}`,
      files: {
        totalCount: 3,
        nodes: [
          { path: 'README.md', changeType: 'DELETED', additions: 0, deletions: 1 },
          { path: 'charts/a/Chart.yaml', changeType: 'MODIFIED', additions: 1, deletions: 1 },
          { path: 'logo.png', changeType: 'ADDED', additions: 0, deletions: 0 },
        ],
      },
      commits: { nodes: [{ commit: { oid: pull.headRefOid, parents: { nodes: [{ oid: pull.baseRefOid }] } } }] },
      labels: { nodes: [{ name: 'bug' }] },
      closingIssuesReferences: { nodes: [{ number: issue.number, repository: { nameWithOwner: 'acme/charts' } }] },
    })
    expect(pullRequest.viewerMergeHeadlineText).toContain(`(#${pull.number})`)
  })

  test('the issue from its side', async () => {
    const read = await repositoryData(`issue(number: ${issue.number}) {
      state stateReason(enableDuplicate: true) parent { number } subIssues(first: 5) { totalCount }
      subIssuesSummary { total completed percentCompleted }
      closedByPullRequestsReferences(first: 5, includeClosedPrs: true) { nodes { number } } }`)
    expect(read.issue).toEqual({
      state: 'OPEN',
      stateReason: null,
      parent: null,
      subIssues: { totalCount: 0 },
      subIssuesSummary: { total: 0, completed: 0, percentCompleted: 0 },
      closedByPullRequestsReferences: { nodes: [{ number: pull.number }] },
    })
  })

  test('files by expression: at a commit, at HEAD, at a branch, a directory, binary, and what is not there', async () => {
    const read = await repositoryData(`
      commit: object(expression: "${pull.headRefOid}:charts/a/Chart.yaml") { ... on Blob { text isBinary isTruncated byteSize } }
      head: object(expression: "HEAD:charts/a/Chart.yaml") { oid ... on Blob { text } }
      branch: object(expression: "feature:charts/a/Chart.yaml") { ... on Blob { text } }
      directory: object(expression: "HEAD:charts") { ... on Tree { entries { name path type mode } } }
      binary: object(expression: "feature:logo.png") { ... on Blob { text isBinary } }
      absent: object(expression: "feature:README.md") { oid }
      unknown: object(oid: "${'1'.repeat(40)}") { oid }
      file: object(oid: "${pull.headRefOid}") { __typename ... on Commit { file(path: "logo.png") { mode size extension } } }`)
    expect(read.commit).toEqual({
      text: 'name: a\nversion: 1.0.1\n',
      isBinary: false,
      isTruncated: false,
      byteSize: 23,
    })
    expect(read.head.text).toContain('1.0.0')
    expect(read.branch.text).toContain('1.0.1')
    expect(read.directory.entries).toEqual([{ name: 'a', path: 'charts/a', type: 'tree', mode: 0o40000 }])
    expect(read.binary).toEqual({ text: null, isBinary: true })
    expect(read.absent).toBeNull()
    expect(read.unknown).toBeNull()
    expect(read.file).toEqual({ __typename: 'Commit', file: { mode: 0o100644, size: 3, extension: '.png' } })
  })

  test('check runs by every way that leads to them', async () => {
    const { world, app, repository } = bed
    const head = pull.headRefOid
    const run = world.checks.create(app, repository, {
      name: 'claims/issues',
      headSha: head,
      conclusion: 'failure',
      externalId: 'digest',
      output: { title: 'No', summary: 'because' },
    })
    const read = await repositoryData(`object(oid: "${head}") { ... on Commit {
      statusCheckRollup { state contexts(first: 5) { nodes { ... on CheckRun { databaseId } } } }
      checkSuites(first: 1, filterBy: { appId: ${app.id} }) { nodes { app { slug }
        checkRuns(first: 1, filterBy: { checkName: "claims/issues", checkType: LATEST }) {
          nodes { databaseId status conclusion externalId title summary text } } } } } }`)
    expect(read.object).toEqual({
      statusCheckRollup: { state: 'FAILURE', contexts: { nodes: [{ databaseId: run.id }] } },
      checkSuites: {
        nodes: [
          {
            app: { slug: 'claimwarden' },
            checkRuns: {
              nodes: [
                {
                  databaseId: run.id,
                  status: 'COMPLETED',
                  conclusion: 'FAILURE',
                  externalId: 'digest',
                  title: 'No',
                  summary: 'because',
                  text: null,
                },
              ],
            },
          },
        ],
      },
    })
  })

  test('timeline items of the kinds asked for', async () => {
    const { world, ada, repository } = bed
    const before = world.branches.commit(ada, repository, 'moved', { a: '1' })
    const moved = world.pulls.open(ada, repository, { head: 'moved' })
    const after = world.branches.amend(ada, repository, 'moved', { a: '2' })
    world.comments.create(ada, moved, 'hello')
    const { pullRequest } = await repositoryData(`pullRequest(number: ${moved.number}) {
      timelineItems(first: 10, itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT, ISSUE_COMMENT]) { totalCount nodes { __typename
        ... on HeadRefForcePushedEvent { actor { login } beforeCommit { oid } afterCommit { oid } }
        ... on IssueComment { body } } } }`)
    expect(pullRequest.timelineItems.totalCount).toBe(2)
    expect(pullRequest.timelineItems.nodes).toEqual([
      {
        __typename: 'HeadRefForcePushedEvent',
        actor: { login: 'ada' },
        beforeCommit: { oid: before },
        afterCommit: { oid: after },
      },
      { __typename: 'IssueComment', body: 'hello' },
    ])
  })

  test('nodes by id, commits too; what is not there is null beside a NOT_FOUND', async () => {
    const { body } = await bed.graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on PullRequest { number } } }',
      { ids: [pull.nodeId, 'nothing', issue.nodeId] },
    )
    expect(body.data.nodes).toEqual([{ __typename: 'PullRequest', number: pull.number }, null, { __typename: 'Issue' }])
    expect(body.errors).toEqual([expect.objectContaining({ type: 'NOT_FOUND', path: ['nodes', 1] })])
  })

  test('the author of what a deleted account wrote is null', async () => {
    const { world, repository } = bed
    const gone = world.accounts.user('gone')
    const orphan = world.issues.open(gone, repository, { title: 'left' })
    world.accounts.delete(gone)
    expect((await repositoryData(`issue(number: ${orphan.number}) { author { login } }`)).issue.author).toBeNull()
    const { body } = await bed.rest('GET', `/repos/acme/charts/issues/${orphan.number}`)
    expect(body.user.login).toBe('ghost')
  })
})

describe('paging', () => {
  test('cursors go by value: an item that goes between two pages shifts none', async () => {
    const { world, ada, repository } = bed
    const numbers = ['p1', 'p2', 'p3', 'p4'].map((head) => {
      world.branches.commit(ada, repository, head, { [head]: head })
      return world.pulls.open(ada, repository, { head, labels: ['paged'] }).number
    })
    const query = `query ($after: String) { ${REPOSITORY} { pullRequests(first: 2, after: $after, states: OPEN, labels: ["paged"]) {
      totalCount nodes { number } pageInfo { hasNextPage endCursor } } } }`
    const first = (await bed.graphql(query)).body.data.repository.pullRequests
    expect(first).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } })
    expect(first.nodes.map((node: { number: number }) => node.number)).toEqual(numbers.slice(0, 2))
    const closed = world.pulls.all(repository).find((one) => one.number === numbers[0])
    if (closed !== undefined) world.pulls.close(ada, closed)
    const second = (await bed.graphql(query, { after: first.pageInfo.endCursor })).body.data.repository.pullRequests
    expect(second.nodes.map((node: { number: number }) => node.number)).toEqual(numbers.slice(2))
    expect(second.pageInfo.hasNextPage).toBe(false)
  })

  test('newest first, from the end, and by last update', async () => {
    const { world, ada, repository } = bed
    world.branches.commit(ada, repository, 'p4', { p4: 'p4' })
    world.pulls.open(ada, repository, { head: 'p4' })
    const read = await repositoryData(`
      newest: pullRequests(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { headRefName } pageInfo { hasNextPage } }
      last: pullRequests(last: 1) { nodes { headRefName } pageInfo { hasPreviousPage } }
      byHead: pullRequests(first: 1, headRefName: "feature") { nodes { number } }`)
    expect(read.newest).toEqual({ nodes: [{ headRefName: 'p4' }], pageInfo: { hasNextPage: true } })
    expect(read.last).toEqual({ nodes: [{ headRefName: 'p4' }], pageInfo: { hasPreviousPage: true } })
    expect(read.byHead.nodes).toEqual([{ number: pull.number }])
  })

  test('a cursor of elsewhere is refused', async () => {
    const { body } = await bed.graphql(`{ ${REPOSITORY} { pullRequests(first: 1, after: "abc") { totalCount } } }`)
    expect(body.errors[0]).toMatchObject({ type: 'INVALID_CURSOR_ARGUMENTS', path: ['repository', 'pullRequests'] })
  })
})

describe('errors', () => {
  test.each([
    [
      'a field that does not exist',
      `{ ${REPOSITORY} { nope } }`,
      {
        message: "Field 'nope' doesn't exist on type 'Repository'",
        extensions: { code: 'undefinedField', typeName: 'Repository', fieldName: 'nope' },
      },
    ],
    [
      'a repository that does not exist',
      '{ repository(owner: "acme", name: "none") { id } }',
      {
        type: 'NOT_FOUND',
        path: ['repository'],
        message: "Could not resolve to a Repository with the name 'acme/none'.",
      },
    ],
    [
      'a pull request that does not exist',
      `{ ${REPOSITORY} { pullRequest(number: 9999) { id } } }`,
      { type: 'NOT_FOUND', path: ['repository', 'pullRequest'] },
    ],
    [
      'a number that is neither',
      `{ ${REPOSITORY} { issueOrPullRequest(number: 9999) { __typename } } }`,
      { type: 'NOT_FOUND', message: 'Could not resolve to an issue or pull request with the number of 9999.' },
    ],
    ['a missing page size', `{ ${REPOSITORY} { labels { totalCount } } }`, { type: 'MISSING_PAGINATION_BOUNDARIES' }],
  ])('%s', async (_name, query, error) => {
    const { status, body } = await bed.graphql(query)
    expect(status).toBe(200)
    expect(body.errors).toEqual([expect.objectContaining(error)])
  })

  test('a field that GitHub has and the simulation lacks is an error and is counted', async () => {
    const { body } = await bed.graphql(`{ ${REPOSITORY} { name stargazerCount } }`)
    expect(body.errors).toEqual([expect.objectContaining({ type: 'SIMULATION_UNSUPPORTED' })])
    expect(bed.github.calls.unsupported).toContain('Repository.stargazerCount')
  })

  test('a private repository that the app is not installed on does not exist; a public one is read', async () => {
    const { world } = bed
    const other = world.accounts.user('other')
    world.repositories.create(other, 'secret', { visibility: 'private' })
    world.repositories.create(other, 'open', { visibility: 'public' })
    const { body } = await bed.graphql(
      '{ a: repository(owner: "other", name: "secret") { id } b: repository(owner: "other", name: "open") { name } }',
    )
    expect(body.data).toEqual({ a: null, b: { name: 'open' } })
    expect(body.errors).toEqual([expect.objectContaining({ type: 'NOT_FOUND', path: ['a'] })])
  })

  test('an issue that cannot be read is left out of the issues a pull request closes', async () => {
    const { world, ada, repository } = bed
    const elsewhere = world.repositories.create(ada, 'hidden', { visibility: 'private' })
    const hidden = world.issues.open(ada, elsewhere, { title: 'hidden' })
    world.branches.commit(ada, repository, 'crossing', { crossing: '1' })
    const crossing = world.pulls.open(ada, repository, { head: 'crossing', body: `Closes ada/hidden#${hidden.number}` })
    expect(crossing.closing.described).toEqual([hidden.id])
    const read = await repositoryData(
      `pullRequest(number: ${crossing.number}) { closingIssuesReferences(first: 5) { totalCount } }`,
    )
    expect(read.pullRequest.closingIssuesReferences.totalCount).toBe(0)
  })

  test('a token without the permission is told so', async () => {
    const authorization = `bearer ${await bed.token({ permissions: { metadata: 'read', issues: 'read' } })}`
    const { body } = await bed.graphql(
      `{ ${REPOSITORY} { name pullRequests(first: 1) { totalCount } issues(first: 1) { totalCount } } }`,
      {},
      { authorization },
    )
    expect(body.errors).toEqual([
      expect.objectContaining({ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }),
    ])
  })
})

test('rateLimit tells the price and what is left', async () => {
  const before = bed.github.calls.mark()
  const { body, headers } = await bed.graphql('{ rateLimit { cost limit remaining used nodeCount } viewer { login } }')
  expect(body.data.viewer.login).toBe('claimwarden')
  expect(body.data.rateLimit).toMatchObject({ cost: 1, limit: 5000, nodeCount: 0 })
  expect(body.data.rateLimit.remaining).toBe(Number(headers.get('x-ratelimit-remaining')))
  expect(bed.github.calls.points(before)).toBe(1)
})
