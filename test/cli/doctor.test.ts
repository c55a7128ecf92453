import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../github/http/testbed.ts'
import { claimwarden, type Ended, toSimulated } from './claimwarden.ts'

let bed: Testbed

beforeEach(async () => {
  bed = await startTestbed()
})

afterEach(async () => {
  expect(bed.github.calls.unsupported).toEqual([])
  await bed.close()
})

const checks = ['claims/issues', 'claims/chart-versions']

function asApp(): Record<string, string> {
  const { app, github } = bed
  return {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKeyPem,
    GHE_HOST: github.host,
    GHE_PROTOCOL: 'http',
  }
}

async function doctor(environment = asApp(), ...options: string[]): Promise<Ended> {
  return await claimwarden(['doctor', 'acme/charts', ...options], environment)
}

function requireBoth(integrationId: number | null): void {
  const { world, repository } = bed
  world.repositories.requireChecks(
    repository,
    checks.map((context) => ({ context, integrationId })),
  )
}

function policy(text: string): void {
  bed.world.branches.commit(bed.ada, bed.repository, 'main', { '.github/claimwarden.yml': text })
}

function openPull(branch: string): string {
  const { world, ada, repository } = bed
  world.branches.create(ada, repository, branch, 'main')
  world.branches.commit(ada, repository, branch, { [branch]: 'x' })
  return world.pulls.open(ada, repository, { head: branch }).headRefOid
}

async function report(head: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const body = { name, head_sha: head, status: 'completed', conclusion: 'success' }
    expect((await bed.rest('POST', '/repos/acme/charts/check-runs', body)).status).toBe(201)
  }
}

/** The state that a line begins with. */
function stateOf(out: string, subject: string): string | undefined {
  const line = out.split('\n').find((one) => one.includes(`  ${subject}: `))
  return line?.slice(0, line.indexOf(`  ${subject}: `)).trim()
}

describe('claimwarden doctor', () => {
  test('all is well: the app has what it asks for, both checks are required from it, the sweep is through', async () => {
    policy('')
    requireBoth(bed.app.id)
    await report(openPull('one'), checks)
    const { code, out, complaints } = await doctor()
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(out).toContain('ok           registration: the app has every permission and event of app.yml\n')
    expect(out).toContain('claims/issues is required: by ruleset')
    expect(out).toContain('first sweep: all 1 open pull requests carry both checks\n')
    expect(out.split('\n').filter((line) => !line.startsWith('ok '))).toEqual([''])
  })

  test('a fresh installation: what is missing, each with its remedy', async () => {
    openPull('one')
    await report(openPull('two'), checks)
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(stateOf(out, 'claims/issues is required')).toBe('missing')
    expect(out).toContain('no ruleset requires it on main')
    expect(out).toContain('-> Require it by a ruleset with the app as its source')
    expect(out).toContain('first sweep: 1 of 2 open pull requests carry both checks; without: #1\n')
    expect(out).toContain('there is no .github/claimwarden.yml: the defaults hold')
  })

  test('a pull request that carries one of the two checks is not swept', async () => {
    await report(openPull('one'), ['claims/issues'])
    const { out } = await doctor()
    expect(out).toContain('first sweep: 0 of 1 open pull requests carry both checks; without: #1\n')
  })

  test.each<[string, () => number | null, string]>([
    ['from anybody', () => null, 'from anybody: whoever may write can post a run of that name'],
    ['from another app', () => 4242, 'from app 4242, which is not this one'],
  ])('a check that is required %s is not enough', async (_, source, says) => {
    requireBoth(source())
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(stateOf(out, 'claims/chart-versions is required')).toBe('missing')
    expect(out).toContain(says)
  })

  test('an invalid policy is missing, with its first error', async () => {
    policy('mod: observe\n')
    const { out } = await doctor()
    expect(stateOf(out, 'policy file')).toBe('missing')
    expect(out).toContain('acme/charts:.github/claimwarden.yml is invalid: line 1, there is no key mod here.')
  })

  test('an app that is not installed on the repository', async () => {
    const { world, ada, installation } = bed
    world.installs.uninstall(ada, installation)
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(out).toContain('missing      installation: the app is not installed on acme/charts')
    expect(stateOf(out, 'policy file')).toBe('cannot tell')
    expect(out).toContain('there is no GITHUB_TOKEN to look with')
  })

  test('a suspended installation says so, and a token looks at the rest', async () => {
    const { world, ada, installation } = bed
    world.installs.suspend(ada, installation)
    const { out } = await doctor({ ...asApp(), GITHUB_TOKEN: 'ghp_ada' })
    expect(out).toContain('missing      installation: the installation is suspended')
    expect(stateOf(out, 'policy file')).toBe('ok')
  })

  test('by a token alone: what only the app may ask cannot be told, and the reason is given', async () => {
    policy('')
    requireBoth(bed.app.id)
    const { code, out } = await doctor(toSimulated(bed.github.host))
    expect(code).toBe(2)
    expect(stateOf(out, 'registration')).toBe('cannot tell')
    expect(out).toContain('only the app itself may ask: APP_ID and PRIVATE_KEY are not both set')
    expect(stateOf(out, 'claims/issues is required')).toBe('cannot tell')
    expect(out).toContain(`from app ${bed.app.id}; whether that is this one`)
    expect(stateOf(out, 'merge queue')).toBe('ok')
  })

  test('by a token and APP_ID, whose runs and rules then can be told', async () => {
    policy('')
    requireBoth(bed.app.id)
    const { code, out } = await doctor({ ...toSimulated(bed.github.host), APP_ID: String(bed.app.id) })
    expect(code).toBe(2)
    expect(stateOf(out, 'claims/issues is required')).toBe('ok')
    expect(stateOf(out, 'first sweep')).toBe('ok')
  })

  test('for scripts', async () => {
    const { code, out } = await doctor(asApp(), '--json')
    expect(code).toBe(1)
    const told = JSON.parse(out)
    expect(told).toMatchObject({ repository: 'acme/charts', missing: 2 })
    expect(told.ok + told.missing + told.cannotTell).toBe(told.diagnoses.length)
    expect(told.diagnoses[3]).toEqual({
      subject: 'claims/issues is required',
      state: 'missing',
      says: expect.stringContaining('no ruleset'),
      remedy: expect.stringContaining('ruleset'),
    })
  })

  test('a repository that nobody can see: nothing of it is told as well', async () => {
    const { code, out } = await claimwarden(['doctor', 'acme/none'], { ...asApp(), GITHUB_TOKEN: 'ghp_ada' })
    expect(code).toBe(1)
    expect(out).toContain('the app is not installed on acme/none, or there is no such repository')
    expect(stateOf(out, 'first sweep')).toBe('cannot tell')
  })

  test.each<[string, Record<string, string>, string]>([
    ['no credentials', {}, 'neither APP_ID and PRIVATE_KEY of the app nor GITHUB_TOKEN are set'],
    ['a key that is none', { APP_ID: '1', PRIVATE_KEY: 'x' }, 'PRIVATE_KEY cannot be used'],
    ['a key without the number', { PRIVATE_KEY_PATH: '/none.pem' }, 'PRIVATE_KEY_PATH cannot be used'],
  ])('%s is wrong usage', async (_, environment, complaint) => {
    const { code, out, complaints } = await doctor(environment)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(complaints).toContain(complaint)
  })

  test('a token that GitHub does not know: nothing can be told', async () => {
    const { code, out } = await doctor(toSimulated(bed.github.host, 'ghp_unknown'))
    expect(code).toBe(2)
    expect(out).toContain('GitHub answered 401')
    expect(stateOf(out, 'policy file')).toBe('cannot tell')
  })
})

describe('claimwarden doctor of an app that lacks something', () => {
  test('the permission for a merge queue that is there', async () => {
    await bed.close()
    bed = await startTestbed({
      permissions: { checks: 'write', contents: 'read', issues: 'write', pull_requests: 'write', statuses: 'read' },
    })
    const { world, repository } = bed
    world.mergeQueues.enable(repository, 'main')
    const { code, out } = await doctor()
    expect(code).toBe(1)
    expect(out).toContain('accepted permissions: the installation lacks the permissions merge_queues: read')
    expect(stateOf(out, 'merge queue')).toBe('cannot tell')
    const byToken = await doctor(toSimulated(bed.github.host))
    expect(byToken.out).toContain('the default branch has one; whether the app has "Merge queues: read"')
  })
})
