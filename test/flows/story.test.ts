import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '../product/wait-for.ts'
import {
  acceptanceOfExits,
  bodiesOf951,
  bodyOf948,
  chartPath,
  chartYaml,
  type Story,
  seedStory,
} from '../story/story.ts'
import { openPull, startTestbed, type Testbed } from './testbed.ts'

let bed: Testbed
let story: Story

beforeEach(async () => {
  bed = await startTestbed()
  story = seedStory(bed.world, bed.ada, bed.organization)
})

afterEach(async () => {
  expect(bed.github.calls.unsupported).toEqual([])
  await bed.close()
})

function open951(body: string) {
  return openPull(bed.world, bed.ada, story.client, {
    branch: 'collect-logs',
    number: 951,
    title: 'Collect the logs of a failed auto-upgrade',
    body,
    files: { 'client/values.yaml': 'logs: true\n' },
  })
}

describe('claims/issues in the story', () => {
  test('#948 would close backend#2935 with 431 of 477 failures unexplained', async () => {
    const pull = openPull(bed.world, bed.ada, story.client, {
      branch: 'explain',
      number: 948,
      body: bodyOf948,
      files: { 'NOTES.md': 'x\n' },
    })
    const run = await bed.concluded(pull, 'issues', 'failure')
    expect(run.output.title).toBe('Merging would close backend#2935: 1 of 2 criteria unmet')
  })

  test.each([
    ['under a heading', acceptanceOfExits.underHeading, /1 of 1 criteria unmet/],
    ['in a sentence', acceptanceOfExits.inSentence, /1 of 1 criteria unmet/],
    ['not at all', acceptanceOfExits.unstated, /backend#2961/],
  ])('#951 is blocked from closing backend#2961, which states its acceptance %s', async (_where, body, title) => {
    bed.world.issues.edit(bed.ada, story.exits, { body })
    const pull = open951(bodiesOf951.closesExits)
    const run = await bed.concluded(pull, 'issues', 'failure')
    expect(run.output.title).toMatch(title)
    expect(run.output.summary).toContain('Part of tracebloc/backend#2961')
  })

  test('#951 passes within a second of saying Part of, and is red again with Closes', async () => {
    const pull = open951(bodiesOf951.closesExits)
    await bed.concluded(pull, 'issues', 'failure')
    bed.world.pulls.edit(bed.ada, pull, { body: bodiesOf951.partOf })
    const edited = Date.now()
    const run = await bed.concluded(pull, 'issues', 'success')
    expect(Date.now() - edited).toBeLessThan(1000)
    expect(run.output.title).toBe('Merging closes no issue')
    bed.world.pulls.edit(bed.ada, pull, { body: bodiesOf951.closesExits })
    await bed.concluded(pull, 'issues', 'failure')
  })
})

describe('claims/chart-versions in the story', () => {
  function bump(number: number, version: string, base = 'develop') {
    return openPull(bed.world, bed.ada, story.client, {
      branch: `bump-${number}`,
      number,
      base,
      title: `Bump to ${version}`,
      files: { [chartPath]: chartYaml(version), [`client/templates/${number}.yaml`]: `kind: A${number}\n` },
    })
  }

  test('#922 keeps 1.9.94, #951 is told 1.9.95, and after the merge nobody is stale', async () => {
    const first = bump(922, '1.9.94')
    await bed.concluded(first, 'charts', 'success')
    const second = bump(951, '1.9.94')
    const run = await bed.concluded(second, 'charts', 'failure')
    expect(run.output.title).toBe('client 1.9.94 is held by #922; next free is 1.9.95')
    expect(run.output.annotations).toEqual([
      expect.objectContaining({ path: chartPath, start_line: 5, end_line: 5, start_column: 10, end_column: 15 }),
    ])
    expect(bed.check(first, 'charts')?.conclusion).toBe('success')

    bed.world.branches.commit(bed.ada, story.client, 'bump-951', { [chartPath]: chartYaml('1.9.95') })
    await bed.concluded(second, 'charts', 'success')
    expect(bed.check(first, 'charts')?.conclusion).toBe('success')

    bed.world.branches.create(bed.ada, story.client, 'bump-960', 'develop')
    bed.world.merging.merge(bed.ada, first)
    await bed.quiet()
    expect(bed.check(second, 'charts')?.conclusion).toBe('success')

    bed.world.branches.commit(bed.ada, story.client, 'bump-960', {
      [chartPath]: chartYaml('1.9.94'),
      'client/templates/960.yaml': 'kind: B\n',
    })
    story.client.nextNumber = 960
    const late = bed.world.pulls.open(bed.ada, story.client, { head: 'bump-960', base: 'develop' })
    const swallowed = await bed.concluded(late, 'charts', 'failure')
    expect(swallowed.output.title).toMatch(/1\.9\.94/)
  })

  test("two pull requests at one version chained in a merge queue: the second's group is blocked on its own SHA", async () => {
    const { mergeQueues, repositories } = bed.world
    const first = bump(922, '1.9.94')
    const second = bump(951, '1.9.94')
    await bed.concluded(first, 'charts', 'success')
    await bed.concluded(second, 'charts', 'failure')
    const queue = mergeQueues.enable(story.client, 'develop')
    const groups = [mergeQueues.enqueue(bed.ada, first), mergeQueues.enqueue(bed.ada, second)].map(({ group }) => group)
    repositories.requireChecks(story.client, ['claims/issues', 'claims/chart-versions'])
    expect(queue.entries).toHaveLength(2)
    const conclusions = await waitFor('both groups to be judged', () => {
      const runs = groups.map((group) =>
        ['claims/issues', 'claims/chart-versions'].map((name) => {
          return bed.world.checks.latest(story.client, group?.headSha ?? '', name)?.conclusion
        }),
      )
      return runs.flat().every((conclusion) => conclusion) ? runs : null
    })
    expect(conclusions).toEqual([
      ['success', 'success'],
      ['success', 'failure'],
    ])
  })
})
