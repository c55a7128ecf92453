import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startTestbed, type Testbed } from '../github/http/testbed.ts'
import { claimwarden, toSimulated } from './claimwarden.ts'

let bed: Testbed
let directory: string
let saved: string

beforeEach(async () => {
  bed = await startTestbed()
  directory = mkdtempSync(join(tmpdir(), 'claimwarden-'))
  saved = join(directory, 'facts.json')
})

afterEach(async () => {
  await bed.close()
  rmSync(directory, { recursive: true })
})

function open(branch: string, version: string, body = ''): void {
  const { world, ada, repository } = bed
  world.branches.create(ada, repository, branch, 'main')
  world.branches.commit(ada, repository, branch, {
    'charts/a/Chart.yaml': `name: a\nversion: ${version}\n`,
    [`charts/a/${branch}`]: branch,
  })
  world.pulls.open(ada, repository, { head: branch, title: 'Träge \u202E Ware', body })
}

describe('claimwarden explain', () => {
  test.each<[string, () => void, number]>([
    ['that passed', () => open('one', '1.0.1'), 0],
    [
      'that blocked',
      () => {
        bed.world.issues.open(bed.ada, bed.repository, { body: '## Acceptance\n\n- [ ] works \u001B[31m' })
        open('one', '1.0.0', 'Closes #1, and `Closes #9`\n\n<b>not</b> much')
      },
      1,
    ],
    ['that could not be told', () => open('one', '1.0.1', 'Closes acme/hidden#4'), 2],
    [
      'under an invalid policy',
      () => {
        bed.world.branches.commit(bed.ada, bed.repository, 'main', { '.github/claimwarden.yml': 'isues: {}\n' })
        open('one', '1.0.1')
      },
      2,
    ],
  ])('says the same, byte for byte, of an evaluation %s, without token or network', async (_, arrange, code) => {
    arrange()
    const number = Math.max(...bed.world.pulls.openIn(bed.repository).map((pull) => pull.number))
    const environment = toSimulated(bed.github.host)
    const checked = await claimwarden(['check', `acme/charts#${number}`, '--save-facts', saved], environment)
    expect(checked.code).toBe(code)
    const mark = bed.github.calls.mark()
    expect(await claimwarden(['explain', '--facts', saved])).toEqual(checked)
    expect(bed.github.calls.since(mark)).toEqual([])
  })

  test('reads the standard input, and prints JSON', async () => {
    open('one', '1.0.1')
    const environment = toSimulated(bed.github.host)
    const checked = await claimwarden(['check', 'acme/charts#1', '--json', '--save-facts', saved], environment)
    expect(await claimwarden(['explain', '--facts', '-', '--json'], {}, readFileSync(saved, 'utf8'))).toEqual(checked)
  })

  test.each([
    ['no file', [], '--facts FILE is missing'],
    ['a file that is not there', ['--facts', '/no/such/file'], '/no/such/file cannot be read: ENOENT'],
    ['a directory', ['--facts', tmpdir()], 'cannot be read: EISDIR'],
  ])('%s is wrong usage', async (_, args, told) => {
    const { code, out, complaints } = await claimwarden(['explain', ...args])
    expect([code, out]).toEqual([3, ''])
    expect(complaints).toContain(told)
  })

  test('a damaged file is told by the place', async () => {
    open('one', '1.0.1')
    await claimwarden(['check', 'acme/charts#1', '--save-facts', saved], toSimulated(bed.github.host))
    writeFileSync(saved, readFileSync(saved, 'utf8').replace('"isDraft": false', '"isDraft": "no"'))
    const { code, complaints } = await claimwarden(['explain', '--facts', saved])
    expect(code).toBe(3)
    expect(complaints).toContain(`${saved} cannot be used: evaluation.issues.value.0.facts.pull.isDraft: `)
  })
})
