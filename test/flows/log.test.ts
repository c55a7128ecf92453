import { expect, test } from '@jest/globals'
import { waitFor } from '../product/wait-for.ts'
import { acceptanceOfExits, bodiesOf951, chartPath, chartYaml, seedStory } from '../story/story.ts'
import { openPull, startTestbed, type Testbed } from './testbed.ts'

/** Words of this test alone: found in the log, they were quoted from a title, a body, a comment, a path or a file. */
const secrets = {
  title: 'Zirkonium',
  body: 'Quastenflosser',
  criterion: 'Pfefferminz',
  comment: 'Wunderkerze',
  path: 'geheimnis',
  label: 'Butterblume',
}

async function playStory(bed: Testbed): Promise<void> {
  const { world, ada, organization } = bed
  const story = seedStory(world, ada, organization)
  const criterion = `## Acceptance\n\n- [ ] ${secrets.criterion} is explained\n`
  world.issues.edit(ada, story.exits, { title: secrets.title, body: criterion })
  const pull = openPull(world, ada, story.client, {
    branch: 'collect-logs',
    number: 951,
    title: `${secrets.title} is collected`,
    body: `${bodiesOf951.closesExits}\n\n${secrets.body}`,
    files: { [chartPath]: chartYaml('1.9.94'), [`client/templates/${secrets.path}.yaml`]: 'kind: A\n' },
  })
  world.repositories.label(story.client, secrets.label)
  world.threads.label(ada, pull, secrets.label)
  await bed.concluded(pull, 'issues', 'failure')
  const comments = [`/claims recheck`, `/claims accept backend#2961 -- ${secrets.comment}`, secrets.comment]
  for (const text of comments) world.comments.create(ada, pull, text)
  // GitHub's own words in its errors are not ours to log either.
  bed.github.faults.inject({ effect: { kind: 'status', status: 502 }, times: 3 })
  bed.github.faults.inject({ when: ({ kind }) => kind === 'rest', effect: { kind: 'status', status: 404 }, times: 2 })
  world.issues.edit(ada, story.exits, { body: acceptanceOfExits.unstated })
  world.pulls.edit(ada, pull, { body: bodiesOf951.partOf })
  await bed.concluded(pull, 'issues', 'success')
  await bed.quiet()
}

test('at the level trace the log is JSON without colours and quotes nobody', async () => {
  const bed = await startTestbed({ environment: { LOG_LEVEL: 'trace' } })
  try {
    await playStory(bed)
    await waitFor('the log', () => bed.product.output().includes('evaluation.passed'))
    const output = bed.product.output()
    const lines = output.trim().split('\n')
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(output).not.toMatch(/\u001b/)
    for (const word of Object.values(secrets)) expect(output.toLowerCase()).not.toContain(word.toLowerCase())
    // Tokens of installations, the app's JWT, its key and secret; what people and GitHub wrote in the story.
    expect(output).not.toMatch(/gh[a-z]_[A-Za-z0-9]|eyJ[A-Za-z0-9_-]{8}|PRIVATE KEY|ghs_|bearer /i)
    expect(output).not.toContain(bed.app.webhookSecret)
    for (const quoted of ['auto-upgrade', 'acceptance', 'Closes', 'Part of', 'values.yaml', 'Chart.yaml', 'recheck']) {
      expect(output).not.toContain(quoted)
    }
  } finally {
    await bed.close()
  }
})
