import { expect, test } from '@jest/globals'
import { DemoFailure } from './failure.ts'
import { awaitCheck, branch, buildScenery, openPull, type Scenery } from './stage.ts'

function pullIn(scenery: Scenery) {
  const pull = { number: 948, title: 'Explain', files: { 'NOTES.md': 'x\n' } }
  return openPull(scenery, scenery.cast.ben, pull, branch(scenery, scenery.cast.ben, pull))
}

test('a check that never comes fails the demo in one line that says so', async () => {
  const scenery = buildScenery()
  const waiting = awaitCheck(scenery, pullIn(scenery), 'claims/issues', 'failure', /unmet/, 30)
  await expect(waiting).rejects.toThrow(
    new DemoFailure('expected claims/issues of #948 to be failure and say /unmet/, but there is none'),
  )
})

test.each([
  ['another conclusion', 'success', 'criteria unmet'],
  ['another title', 'failure', 'Merging closes no issue'],
] as const)('a check with %s fails the demo with what it says', async (_what, conclusion, title) => {
  const scenery = buildScenery()
  const pull = pullIn(scenery)
  const { world, story } = scenery
  const owner = world.state.accounts.get(story.client.ownerId)
  if (owner === undefined) throw new Error('no owner')
  const app = world.installs.app(owner)
  world.checks.create(app, story.client, {
    name: 'claims/issues',
    headSha: pull.headRefOid,
    conclusion,
    output: { title, summary: '', text: null, annotations: [] },
  })
  await expect(awaitCheck(scenery, pull, 'claims/issues', 'failure', /unmet/, 30)).rejects.toThrow(
    `but it is ${conclusion}: ${title}`,
  )
})
