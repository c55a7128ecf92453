import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import semver from 'semver'
import { closeHealthy, startTestbed, type Testbed } from '../flows/testbed.ts'
import type { PullRequest, Repository } from '../github/world/model.ts'
import { chartYaml } from './lane.ts'

/**
 * Pairs of merged pull requests in public history that wrote one version over one base; the bump of the one that merged
 * second was swallowed. Numbers are theirs: a pull request with the lower number was opened first.
 */
const pairs = [
  { source: 'grafana/helm-charts', path: 'charts/grafana', from: '5.6.11', version: '5.6.12', first: 31, second: 35 },
  {
    source: 'grafana/helm-charts',
    path: 'charts/grafana',
    from: '6.17.9',
    version: '6.17.10',
    first: 865,
    second: 862,
  },
  { source: 'grafana/helm-charts', path: 'charts/loki', from: '2.12.1', version: '2.12.2', first: 971, second: 1337 },
  { source: 'grafana/helm-charts', path: 'charts/loki', from: '2.12.1', version: '2.12.2', first: 971, second: 1513 },
  {
    source: 'grafana/helm-charts',
    path: 'charts/tempo-distributed',
    from: '1.6.0',
    version: '1.6.1',
    first: 2579,
    second: 2583,
  },
  ...[
    { chart: 'kube-prometheus-stack', from: '10.1.0', version: '10.1.1', first: 239, second: 237 },
    { chart: 'prometheus-postgres-exporter', from: '2.2.0', version: '2.3.0', first: 856, second: 815 },
    { chart: 'prometheus', from: '15.5.1', version: '15.5.2', first: 1839, second: 1836 },
    { chart: 'kube-prometheus-stack', from: '78.3.0', version: '78.3.1', first: 6228, second: 6239 },
    { chart: 'kube-prometheus-stack', from: '81.6.7', version: '81.6.8', first: 6647, second: 6646 },
    { chart: 'kube-prometheus-stack', from: '86.3.0', version: '86.3.1', first: 7006, second: 6993 },
  ].map(({ chart, ...pair }) => ({ source: 'prometheus-community/helm-charts', path: `charts/${chart}`, ...pair })),
  { source: 'argoproj/argo-helm', path: 'charts/argo', from: '0.16.7', version: '0.16.8', first: 613, second: 628 },
  {
    source: 'sapcc/helm-charts',
    path: 'global/cc-gardener',
    from: '0.38.1',
    version: '0.38.2',
    first: 12247,
    second: 12250,
  },
]

let bed: Testbed

beforeAll(async () => {
  bed = await startTestbed()
})

afterAll(async () => {
  await closeHealthy(bed)
})

type Pair = (typeof pairs)[number]

function repositoryOf({ path, from, first, second }: Pair): Repository {
  return bed.world.repositories.create(bed.organization, `of-${first}-and-${second}`, {
    visibility: 'private',
    files: { [`${path}/Chart.yaml`]: chartYaml(nameOf(path), from), [`${path}/values.yaml`]: 'a: 1\n' },
  })
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function open(repository: Repository, { path, version }: Pair, number: number): PullRequest {
  const branch = `of-${number}`
  bed.world.branches.commit(bed.ada, repository, branch, {
    [`${path}/Chart.yaml`]: chartYaml(nameOf(path), version),
    [`${path}/templates/${branch}.yaml`]: `kind: ${branch}\n`,
  })
  repository.nextNumber = number
  return bed.world.pulls.open(bed.ada, repository, { head: branch })
}

describe.each(pairs)('$source $path $version: #$first merged before #$second', (pair) => {
  test('exactly the later one waits; after the first merge the second is red; with the next number it is green', async () => {
    const repository = repositoryOf(pair)
    const [earlier, later] = [Math.min(pair.first, pair.second), Math.max(pair.first, pair.second)]
    const pulls = new Map<number, PullRequest>()
    for (const number of [earlier, later]) {
      pulls.set(number, open(repository, pair, number))
      await bed.concluded(pulls.get(number) as PullRequest, 'charts', number === earlier ? 'success' : 'failure')
    }
    const [first, second] = [pulls.get(pair.first), pulls.get(pair.second)]
    if (first === undefined || second === undefined) throw new Error('two pull requests')

    bed.world.merging.merge(bed.ada, first, { override: true })
    const red = await bed.concluded(second, 'charts', 'failure', /taken on main already/)
    expect(red.output.summary).toContain('bump-swallowed')

    const next = semver.inc(pair.version, 'patch') ?? ''
    bed.world.branches.commit(bed.ada, repository, second.headRefName, {
      [`${pair.path}/Chart.yaml`]: chartYaml(nameOf(pair.path), next),
    })
    await bed.concluded(second, 'charts', 'success')
    await bed.concluded(second, 'issues', 'success')
  })
})
