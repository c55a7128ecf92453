import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readSettings } from '../../src/env.ts'
import { parsePolicy } from '../../src/policy/parse.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const page = read('docs/install.md')
const manifest: { default_permissions: Record<string, string>; default_events: string[] } = parse(read('app.yml'))

/** The fenced blocks of one language, as texts. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text)
}

test('the table names every permission of app.yml with its level, and no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| .+ \|$/gm)].map(([, name, level]) => [name, level])
  expect(Object.fromEntries(rows)).toEqual(manifest.default_permissions)
})

test('the list of events is the one of app.yml', () => {
  const [, list = ''] = /^Events: ([\s\S]*?)\./m.exec(page) ?? []
  expect([...list.matchAll(/`(\w+)`/g)].map(([, event]) => event)).toEqual(manifest.default_events)
})

test('the ruleset requires both checks from one app, on branches that need not be up to date', () => {
  const [ruleset] = blocks('json').map((text) => JSON.parse(text))
  const [rule] = ruleset.rules
  const checks: { context: string; integration_id: number }[] = rule.parameters.required_status_checks
  expect(rule.type).toBe('required_status_checks')
  expect(checks.map(({ context }) => context)).toEqual(['claims/issues', 'claims/chart-versions'])
  expect(new Set(checks.map(({ integration_id: app }) => app)).size).toBe(1)
  expect(rule.parameters.strict_required_status_checks_policy).toBe(false)
})

test('the policy of the fourth step is valid and observes', () => {
  const [text = ''] = blocks('yaml')
  expect(parsePolicy(text)).toMatchObject({
    ok: true,
    policy: { issues: { mode: 'observe' }, charts: { mode: 'observe' } },
  })
})

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const credentials = { APP_ID: '1', PRIVATE_KEY: privateKey, WEBHOOK_SECRET: 'a secret' }

  test.each(['web', 'worker'])('the settings of %s can be used', (name) => {
    expect(readSettings({ ...credentials, ...services[name].environment })).toMatchObject({ role: name })
  })

  test('two workers share the queue of the web process', () => {
    expect(services.worker.deploy.replicas).toBe(2)
    expect(services.worker.environment.QUEUE_REDIS_URL).toBe(services.web.environment.QUEUE_REDIS_URL)
  })

  test('Redis evicts nothing and keeps what is queued', () => {
    expect(services.redis.command.join(' ')).toMatch(/--appendonly yes --maxmemory-policy noeviction/)
  })
})
