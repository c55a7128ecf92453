import { describe, expect, test } from '@jest/globals'
import {
  chartFileOf,
  directoryOf,
  isChartFile,
  ownCharts,
  touchedCharts,
} from '../../../src/facts/charts/chart-directories.ts'

describe('ownCharts', () => {
  test.each([
    ['a chart alone', ['client'], ['client']],
    ['a chart under another chart’s charts/ is vendored', ['client', 'client/charts/redis'], ['client']],
    ['at any depth below charts/', ['client', 'client/charts/a/charts/b', 'client/charts/x/y'], ['client']],
    [
      'a folder named charts is no parent by itself',
      ['charts/client', 'charts/server'],
      ['charts/client', 'charts/server'],
    ],
    ['under a chart at the root they are charts of their own', ['.', 'charts/redis'], ['.', 'charts/redis']],
    ['vendored below such a one', ['.', 'charts/redis', 'charts/redis/charts/common'], ['.', 'charts/redis']],
    ['nested outside charts/ is a chart of its own', ['client', 'client/ci/fixture'], ['client', 'client/ci/fixture']],
    ['a longer name is no parent', ['cli', 'client/charts/redis'], ['cli', 'client/charts/redis']],
  ])('%s', (_, directories, own) => {
    expect([...ownCharts(directories)]).toEqual(own)
  })
})

describe('touchedCharts', () => {
  test.each<[string, string[], string[], Record<string, string[]>]>([
    ['a file inside a known chart', ['client/values.yaml'], ['client'], { client: ['client/values.yaml'] }],
    ['a file outside', ['docs/values.yaml', 'clients/values.yaml'], ['client'], {}],
    [
      'a changed Chart.yaml makes a chart of its directory',
      ['new/Chart.yaml', 'new/a'],
      [],
      { new: ['new/Chart.yaml', 'new/a'] },
    ],
    ['other spellings do not', ['new/Chart.yml', 'new/chart.yaml', 'new/MyChart.yaml'], [], {}],
    [
      'a vendored Chart.yaml touches the parent',
      ['client/charts/redis/Chart.yaml'],
      ['client'],
      { client: ['client/charts/redis/Chart.yaml'] },
    ],
    [
      'a nested chart touches both',
      ['client/ci/x/Chart.yaml'],
      ['client'],
      { client: ['client/ci/x/Chart.yaml'], 'client/ci/x': ['client/ci/x/Chart.yaml'] },
    ],
    ['everything touches a chart at the root', ['src/a.ts'], ['.'], { '.': ['src/a.ts'] }],
  ])('%s', (_, paths, known, touched) => {
    expect(Object.fromEntries(touchedCharts(paths, known))).toEqual(touched)
  })
})

test.each([
  ['Chart.yaml', '.', true],
  ['a/b/Chart.yaml', 'a/b', true],
  ['a/NotChart.yaml', 'a', false],
])('%s lies in %s; is a Chart.yaml: %s', (path, directory, is) => {
  expect([directoryOf(path), isChartFile(path)]).toEqual([directory, is])
  if (is) expect(chartFileOf(directory)).toBe(path)
})
