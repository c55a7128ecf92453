import { describe, expect, test } from '@jest/globals'
import { autoTemplates, tagNames, tagPrefix, versionsOfTag } from '../../../src/facts/parse/tag-template.ts'

describe('the tags of a version', () => {
  test.each<[readonly string[], string, readonly string[]]>([
    [autoTemplates(false), '1.2.3', ['client-1.2.3']],
    [autoTemplates(true), '1.2.3', ['client-1.2.3', 'v1.2.3', '1.2.3']],
    [autoTemplates(true), 'v1.2', ['client-v1.2', 'client-1.2.0', 'vv1.2', 'v1.2.0', 'v1.2', '1.2.0']],
    [['{name}/{version}', '{name}/{version}'], '1.2.3', ['client/1.2.3']],
    [['{name}-{version}'], '1.2.3+up1', ['client-1.2.3+up1', 'client-1.2.3']],
    [['{name}-{version}'], '1.2-rc.1', ['client-1.2-rc.1', 'client-1.2.0-rc.1']],
  ])('%j of %s', (templates, version, expected) => {
    expect(tagNames(templates, 'client', version)).toEqual(expected)
  })

  test('a name with a dollar sign stands as it is', () => {
    expect(tagNames(['{name}-{version}'], '$&', '1.0.0')).toEqual(['$&-1.0.0'])
  })
})

describe('the version of a tag', () => {
  test.each<[readonly string[], string, readonly string[]]>([
    [['{name}-{version}'], 'client-1.2.3', ['1.2.3']],
    [['{name}-{version}'], 'client-server-1.2.3', []],
    [['{name}-{version}'], 'server-1.2.3', []],
    [['v{version}', '{version}'], 'v1.2.3', ['1.2.3', 'v1.2.3']],
    [['{version}-{name}'], '1.2.3-client', ['1.2.3']],
    [['{name}'], 'client', []],
    [['{name}-{version}'], 'client-', []],
  ])('under %j of %s', (templates, tag, expected) => {
    expect(versionsOfTag(templates, 'client', tag)).toEqual(expected)
  })

  test.each([
    ['{name}-{version}', 'client-'],
    ['v{version}', 'v'],
    ['{version}', ''],
    ['charts/{name}/{version}/x', 'charts/client/'],
  ])('%s begins with %j', (template, expected) => {
    expect(tagPrefix(template, 'client')).toBe(expected)
  })
})
