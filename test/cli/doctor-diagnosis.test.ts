import { describe, expect, test } from '@jest/globals'
import pc from 'picocolors'
import { type Diagnosis, diagnose } from '../../src/cli/doctor-diagnosis.ts'
import type { DoctorFacts, Installation } from '../../src/cli/doctor-facts.ts'
import { doctorAsJson, doctorAsText } from '../../src/cli/doctor-output.ts'
import { known, unknown } from '../../src/domain/reading.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'

const wanted = { permissions: { checks: 'write', merge_queues: 'read' }, events: ['push', 'merge_group'] }
const repository = { owner: 'acme', name: 'charts' }
const installation: Installation = { ...wanted, suspended: false, selection: 'selected' }
const own = { from: 'repository' as const, repository, path: '.github/claimwarden.yml', blobOid: 'a' }
const dark = unknown('unreadable', 'nobody may see it', 'cannot-cure')
const late = unknown('unavailable', 'GitHub did not answer', 'may-cure')

function required(context: string, source: number | undefined) {
  const checks = [{ context, ...(source === undefined ? {} : { integration_id: source }) }]
  const parameters = { required_status_checks: checks }
  return { type: 'required_status_checks', ruleset_id: 5, ruleset_source: 'acme', parameters }
}

const well: DoctorFacts = {
  repository,
  appId: 7,
  registration: known(wanted),
  installation: known(installation),
  defaultBranch: known('main'),
  rules: known([required('claims/issues', 7), required('claims/chart-versions', 7)]),
  mergeQueue: known(false),
  policy: known({ kind: 'policy', policy: defaultPolicy, source: own }),
  policyRepository: known(false),
  sweep: known({ open: 1, pulls: [{ number: 3, hasBoth: true }] }),
}

function lineOf(subject: string, changed: Partial<DoctorFacts>): Diagnosis {
  const found = diagnose({ ...well, ...changed }, wanted).find((one) => one.subject === subject)
  if (found === undefined) throw new Error(`no line about ${subject}`)
  return found
}

describe('a diagnosis', () => {
  test('all is well', () => {
    expect(diagnose(well, wanted).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test('whatever is unknown cannot be told, with its reason and what to do', () => {
    const nothing = {
      registration: dark,
      installation: dark,
      defaultBranch: dark,
      rules: dark,
      mergeQueue: dark,
      policy: dark,
      policyRepository: dark,
      sweep: dark,
    }
    for (const { state, says, remedy } of diagnose({ ...well, ...nothing }, wanted)) {
      expect({ state, says }).toEqual({ state: 'cannot-tell', says: 'nobody may see it' })
      expect(remedy).toMatch(/\.$/)
    }
    expect(lineOf('policy file', { policy: late }).remedy).toBe('Run doctor again in a moment.')
  })

  test.each<[string, string, Partial<DoctorFacts>, Diagnosis['state'], string]>([
    [
      'a permission at a lower level is lacking',
      'registration',
      { registration: known({ ...wanted, permissions: { checks: 'read', merge_queues: 'read' } }) },
      'missing',
      'the app lacks the permissions checks: write',
    ],
    [
      'permissions and events that nobody accepted',
      'accepted permissions',
      { installation: known({ ...installation, permissions: {}, events: [] }) },
      'missing',
      'the permissions checks: write, merge_queues: read and the events push, merge_group',
    ],
    [
      'not installed: nothing to accept',
      'accepted permissions',
      { installation: known('none') },
      'cannot-tell',
      'no inst',
    ],
    ['no rule', 'claims/issues is required', { rules: known([]) }, 'missing', 'no ruleset requires it on main'],
    [
      'a rule of the organisation, from this app',
      'claims/issues is required',
      {},
      'ok',
      'by ruleset 5 of acme on main, from this app alone',
    ],
    [
      'one from anybody beside one from this app: the stricter counts',
      'claims/issues is required',
      { rules: known([required('claims/issues', undefined), required('claims/issues', 7)]) },
      'ok',
      'from this app alone',
    ],
    [
      'from anybody',
      'claims/issues is required',
      { rules: known([required('claims/issues', undefined)]) },
      'missing',
      'anybody',
    ],
    [
      'from another',
      'claims/issues is required',
      { rules: known([required('claims/issues', 8)]) },
      'missing',
      'app 8, which is not',
    ],
    [
      'whose is unknown',
      'claims/issues is required',
      { appId: null },
      'cannot-tell',
      'from app 7; whether that is this one',
    ],
    [
      'an empty repository',
      'claims/issues is required',
      { defaultBranch: known(null), rules: known([]) },
      'ok',
      'is empty',
    ],
    ['a queue that it hears', 'merge queue', { mergeQueue: known(true) }, 'ok', 'hears of its groups'],
    [
      'a queue without the permission',
      'merge queue',
      { mergeQueue: known(true), installation: known({ ...installation, permissions: { checks: 'write' } }) },
      'missing',
      'waits for ever',
    ],
    [
      'a queue without the event',
      'merge queue',
      { mergeQueue: known(true), installation: known({ ...installation, events: ['push'] }) },
      'missing',
      'waits for ever',
    ],
    [
      'a queue that only its rule shows',
      'merge queue',
      {
        mergeQueue: dark,
        rules: known([{ type: 'merge_queue' }]),
        installation: known({ ...installation, events: [] }),
      },
      'missing',
      'the default branch has one',
    ],
    ['a queue nobody may see', 'merge queue', { mergeQueue: dark }, 'cannot-tell', 'nobody may see it'],
    [
      'a policy that only observes',
      'policy file',
      {
        policy: known({
          kind: 'policy',
          source: own,
          policy: {
            ...defaultPolicy,
            issues: { ...defaultPolicy.issues, mode: 'observe' },
            charts: { ...defaultPolicy.charts, mode: 'observe' },
          },
        }),
      },
      'ok',
      'observes and blocks nothing',
    ],
    [
      'a policy repository that is hidden or absent, without an own policy',
      'policy of the organisation',
      { policy: known({ kind: 'policy', policy: defaultPolicy, source: { from: 'defaults' } }) },
      'cannot-tell',
      'it counts as absent',
    ],
    [
      'no policy repository, seen from an installation on all',
      'policy of the organisation',
      {
        policy: known({ kind: 'policy', policy: defaultPolicy, source: { from: 'defaults' } }),
        installation: known({ ...installation, selection: 'all' }),
      },
      'ok',
      'there is no acme/.github',
    ],
    [
      'more pull requests than were looked at, all swept',
      'first sweep',
      { sweep: known({ open: 900, pulls: [{ number: 3, hasBoth: true }] }) },
      'cannot-tell',
      'all of the newest 1 of 900 carry both checks',
    ],
    [
      'more pull requests than were looked at, one unswept',
      'first sweep',
      { sweep: known({ open: 900, pulls: [{ number: 3, hasBoth: false }] }) },
      'missing',
      '0 of the newest 1 of 900 carry both checks; without: #3',
    ],
  ])('%s', (_, subject, changed, state, says) => {
    const line = lineOf(subject, changed)
    expect({ state: line.state, says: line.says }).toEqual({ state, says: expect.stringContaining(says) })
    expect(line.remedy === undefined).toBe(state === 'ok')
  })
})

describe('a diagnosis on paper', () => {
  const lines: readonly Diagnosis[] = [
    { subject: 'one', state: 'ok', says: 'all\u001B[31m is well' },
    { subject: 'two', state: 'missing', says: 'not here', remedy: 'Put it there.' },
    { subject: 'three', state: 'cannot-tell', says: 'dark', remedy: 'Light it.' },
  ]

  test('a line for each, its state first, its remedy below, and in colour for a person', () => {
    const text = doctorAsText(lines, pc.createColors(false))
    expect(text).toContain('ok           one: all')
    expect(text).toContain('missing      two: not here\n             -> Put it there.\ncannot tell  three: dark\n')
    expect(text).not.toContain('\u001B')
    const { red } = pc.createColors(true)
    expect(doctorAsText(lines, pc.createColors(true))).toContain(`${red('missing    ')}  two: not here`)
  })

  test('for scripts, with counts', () => {
    expect(JSON.parse(doctorAsJson(repository, lines))).toMatchObject({ ok: 1, missing: 1, cannotTell: 1 })
  })
})
