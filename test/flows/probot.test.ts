import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { freePort } from '../product/start-product.ts'
import { waitFor } from '../product/wait-for.ts'
import { runCommand } from './run-command.ts'
import { closeHealthy, freshRepository, openPull, startTestbed, type Testbed } from './testbed.ts'

/** What `npx probot` starts; npx itself would stand between us and its signals. */
const probot = 'node_modules/probot/bin/probot.js'
const root = fileURLToPath(new URL('../..', import.meta.url))

let bed: Testbed

beforeAll(async () => {
  bed = await startTestbed()
  // From here on GitHub is alone with what `probot` starts.
  await bed.product.stop()
  bed.world.webhooks.target = null
})

afterAll(async () => {
  await closeHealthy(bed)
})

function environment(): Record<string, string> {
  return {
    APP_ID: String(bed.app.id),
    PRIVATE_KEY: bed.app.privateKeyPem,
    GHE_HOST: bed.github.host,
    GHE_PROTOCOL: 'http',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
}

test('`probot receive` judges the pull request of a saved payload', async () => {
  const repository = freshRepository(bed)
  const pull = openPull(bed.world, bed.ada, repository, { branch: 'work', files: { 'a.txt': 'a\n' } })
  const folder = mkdtempSync(join(tmpdir(), 'claimwarden-'))
  const payload = join(folder, 'payload.json')
  writeFileSync(
    payload,
    JSON.stringify({
      action: 'opened',
      number: pull.number,
      pull_request: { number: pull.number, head: { sha: pull.headRefOid } },
      repository: { name: repository.name, owner: { login: bed.organization.login }, default_branch: 'main' },
      installation: { id: bed.installation.id },
    }),
  )
  const args = [probot, 'receive', '-e', 'pull_request', '-p', payload, './dist/app.js']
  const { code, output } = await runCommand(process.execPath, args, { cwd: root, environment: environment() }).ended
  expect([code, output]).toEqual([0, expect.not.stringMatching(/error/i)])
  await bed.concluded(pull, 'issues', 'success')
  await bed.concluded(pull, 'charts', 'success')
  rmSync(folder, { recursive: true })
})

test('`probot run` serves the app, and its first sweep judges what is open', async () => {
  const repository = freshRepository(bed)
  const before = openPull(bed.world, bed.ada, repository, { branch: 'before', files: { 'a.txt': 'a\n' } })
  const port = await freePort()
  const command = runCommand(process.execPath, [probot, 'run', './dist/app.js'], {
    cwd: root,
    environment: { ...environment(), PORT: String(port), WEBHOOK_SECRET: bed.app.webhookSecret },
  })
  await waitFor(
    'it to listen',
    () =>
      fetch(`http://127.0.0.1:${port}/ping`).then(
        () => true,
        () => false,
      ),
    {
      seen: command.output,
      timeoutMs: 20_000,
    },
  )
  bed.world.webhooks.target = `http://127.0.0.1:${port}/api/github/webhooks`
  await bed.concluded(before, 'issues', 'success')
  const after = openPull(bed.world, bed.ada, repository, { branch: 'after', files: { 'b.txt': 'b\n' } })
  await bed.concluded(after, 'issues', 'success')
  await bed.concluded(after, 'charts', 'success')
  command.process.kill('SIGTERM')
  await command.ended
})
