import { describe, expect, test } from '@jest/globals'
import type { OwnRun } from '../../src/facts/queries/own-runs.ts'
import { readExternalId, writeExternalId } from '../../src/publish/external-id.ts'
import { type PlanInput, planWrite } from '../../src/publish/plan.ts'
import type { RenderedCheckRun } from '../../src/render/check-run.ts'

const now = Date.parse('2026-11-01T12:00:00Z')

function rendered(changes: Partial<RenderedCheckRun> = {}): RenderedCheckRun {
  return {
    name: 'claims/issues',
    kind: 'pass',
    conclusion: 'success',
    mayCure: false,
    title: 'Merging closes no issue',
    annotations: [],
    actions: [],
    digest: 'aa',
    outputWith: () => ({ summary: '', told: { head: '', pulls: {} } }),
    ...changes,
  }
}

function run(changes: Partial<OwnRun> = {}): OwnRun {
  const externalId = writeExternalId({ digest: 'aa', pulls: [1] })
  return { id: 5, completed: true, conclusion: 'success', externalId, startedAt: now - 60_000, ...changes }
}

function plan(changes: Partial<PlanInput>) {
  return planWrite({ rendered: rendered(), newest: null, fresh: false, now, retryDeadlineMs: 600_000, ...changes })
}

const unsure = rendered({ conclusion: 'action_required', mayCure: true, digest: 'bb' })
const unsureId = writeExternalId({ digest: 'bb', pulls: [1] })

describe('what is written', () => {
  test('the first verdict on a head is a new run', () => {
    expect(plan({})).toEqual({ kind: 'complete', runId: null })
  })
  test('an unchanged verdict costs no write', () => {
    expect(plan({ newest: run() })).toEqual({ kind: 'leave' })
  })
  test('an unchanged verdict is written again for somebody who asked', () => {
    expect(plan({ newest: run(), fresh: true })).toEqual({ kind: 'complete', runId: null })
  })
  test('a changed verdict is a new run, for a PATCH would append annotations', () => {
    expect(plan({ newest: run(), rendered: rendered({ digest: 'cc', conclusion: 'failure' }) })).toEqual({
      kind: 'complete',
      runId: null,
    })
  })
  test('the same digest under another conclusion is written', () => {
    expect(plan({ newest: run({ conclusion: 'stale' }) })).toEqual({ kind: 'complete', runId: null })
  })
  test('a run in progress is completed by PATCH', () => {
    expect(plan({ newest: run({ completed: false, conclusion: null }) })).toEqual({ kind: 'complete', runId: 5 })
  })
  test('a run that somebody else wrote without our digest is replaced', () => {
    expect(plan({ newest: run({ externalId: 'forged' }) })).toEqual({ kind: 'complete', runId: null })
  })
})

describe('an unknown that a retry may cure', () => {
  test('begins in progress and is looked at again', () => {
    expect(plan({ rendered: unsure })).toEqual({ kind: 'progress', runId: null, retryInMs: 1000 })
  })
  test('replaces a green run at once', () => {
    expect(plan({ rendered: unsure, newest: run() })).toEqual({ kind: 'progress', runId: null, retryInMs: 1000 })
  })
  test('stays in progress with growing pauses, without a write', () => {
    const newest = run({ completed: false, conclusion: null, externalId: unsureId, startedAt: now - 40_000 })
    expect(plan({ rendered: unsure, newest })).toEqual({ kind: 'leave', retryInMs: 20_000 })
  })
  test('is looked at for the last time at the deadline', () => {
    const newest = run({ completed: false, conclusion: null, externalId: unsureId, startedAt: now - 595_000 })
    expect(plan({ rendered: unsure, newest })).toEqual({ kind: 'leave', retryInMs: 5_000 })
  })
  test('needs action once the deadline has passed', () => {
    const newest = run({ completed: false, conclusion: null, externalId: unsureId, startedAt: now - 600_000 })
    expect(plan({ rendered: unsure, newest })).toEqual({ kind: 'complete', runId: 5 })
  })
  test('does not go back to in progress after it needed action', () => {
    const newest = run({ conclusion: 'action_required', externalId: unsureId })
    expect(plan({ rendered: unsure, newest })).toEqual({ kind: 'leave' })
  })
  test('needs action at once where the deadline is zero', () => {
    expect(plan({ rendered: unsure, retryDeadlineMs: 0 })).toEqual({ kind: 'complete', runId: null })
  })
})

describe('the external id', () => {
  test('carries digest and pull requests', () => {
    const text = writeExternalId({ digest: '0f', pulls: [951, 922] })
    expect(text).toBe('cw1:0f:922,951')
    expect(readExternalId(text)).toEqual({ digest: '0f', pulls: [922, 951] })
  })
  test.each(['', 'cw1:', 'cw1:zz:1', 'cw2:0f:1', 'cw1:0f:1,', 'cw1:0f'])('is not read from %p', (text) => {
    expect(readExternalId(text)).toBeNull()
  })
})
