import { describe, expect, test } from '@jest/globals'
import { parsePolicy } from '../../src/policy/parse.ts'
import type { PolicyError } from '../../src/policy/policy-error.ts'
import { renderPolicyError } from '../../src/render/policy-error.ts'
import { base, provenance, shown } from './story.ts'

function errorsOf(text: string): readonly PolicyError[] {
  const parsed = parsePolicy(text)
  return parsed.ok ? [] : parsed.errors
}

describe('an invalid policy', () => {
  const errors = errorsOf('issue:\n  mode: enforce\nmode: obsrve\n')

  test('asks for action and lists what to correct', () => {
    const run = shown(renderPolicyError('claims/issues', { provenance, pulls: [base], errors }))
    expect(run).toMatchObject({
      name: 'claims/issues',
      conclusion: 'action_required',
      mayCure: false,
      title: 'The policy file is invalid: line 1, there is no key issue here',
    })
    expect(run.summary).toContain('`.github/claimwarden.yml` on the default branch is invalid')
    expect(run.summary).toContain('1. Line 1, column 1 `issue`: there is no key `issue` here. Did you mean `issues`?')
    expect(run.summary).toContain(
      '2. Line 3, column 7 `mode`: `obsrve` is no valid value. Did you mean `observe`? Write `enforce` or `observe`.',
    )
  })

  test('of the organisation says where it is and annotates nothing here', () => {
    const policy = {
      ...provenance.policy,
      from: 'organisation' as const,
      path: '.github/claimwarden.yml',
      blobOid: 'd',
    }
    const run = shown(
      renderPolicyError('claims/issues', { provenance: { ...provenance, policy }, pulls: [base], errors }),
    )
    expect(run.summary).toContain("on the organisation's repository is invalid")
    expect(run.annotations).toEqual([])
  })

  test('quotes the file without letting it speak', () => {
    const hostile = errorsOf('"@alice #12\\u202e |": 1')
    const run = shown(renderPolicyError('claims/issues', { provenance, pulls: [base], errors: hostile }))
    expect(run.summary).toContain('there is no key `@alice #12⟨U+202E⟩ |` here')
  })

  test('is another check run when its errors change, and none without errors', () => {
    const digest = (list: readonly PolicyError[]) =>
      renderPolicyError('claims/issues', { provenance, pulls: [base], errors: list }).digest
    expect(digest(errors.slice(0, 1))).not.toBe(digest(errors))
    expect(() => digest([])).toThrow('without errors')
  })
})
