import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { missingOf, registrationOfManifest } from '../../src/sweep/registration.ts'

const manifest = registrationOfManifest(parse(readFileSync(new URL('../../app.yml', import.meta.url), 'utf8')))

test('an app that has all of app.yml lacks nothing; more than that is no lack', () => {
  const live = { permissions: { ...manifest.permissions, contents: 'write', members: 'read' }, events: manifest.events }
  expect(missingOf(manifest, live)).toEqual({ permissions: [], events: [] })
})

test('a missing permission, one that is too low and a missing event are named', () => {
  const { merge_queues: _gone, ...others } = manifest.permissions
  const live = {
    permissions: { ...others, checks: 'read' },
    events: manifest.events.filter((event) => event !== 'merge_group'),
  }
  expect(missingOf(manifest, live)).toEqual({
    permissions: ['checks: write', 'merge_queues: read'],
    events: ['merge_group'],
  })
})
