import type { Issue, Organization, Repository, User } from '../github/world/model.ts'
import type { World } from '../github/world/world.ts'

/**
 * The story of autumn 2026, from public threads of tracebloc/client (#922, #940, #948, #951, #952, #953) and
 * tracebloc/backend (#2935, #2961), shortened. Flows and the demo play it.
 */
export interface Story {
  readonly client: Repository
  readonly backend: Repository
  /** "431 of 477 failures are unexplained": the issue that #948 closed one second after its merge. */
  readonly failures: Issue
  /** "Root-cause the exit 1 path": the issue that #951 would have closed with its work undone. */
  readonly exits: Issue
}

export const chartPath = 'client/Chart.yaml'

export function chartYaml(version: string): string {
  return `apiVersion: v2
name: client
description: A chart for the client
type: application
version: ${version}
appVersion: "${version}"
`
}

export const acceptanceOfExits = {
  underHeading: `The exits on the affected edge have no owner.

## Acceptance

Root-cause the exit 1 path on the affected edge, using the logs client#951 makes available.
`,
  inSentence:
    'The exits on the affected edge have no owner. Acceptance is root-causing the exit 1 path on the affected edge, using the logs client#951 makes available.\n',
  unstated: 'The exits on the affected edge have no owner. Somebody should look at them.\n',
} as const

const what = `## What this does

Collects the logs of a failed auto-upgrade, so that somebody can find out why it failed.

## What this does not do

It does not fix the auto-upgrade. The exit 1 path on the affected edge stays as it is.
`

/** The three bodies that #951 had. */
export const bodiesOf951 = {
  closesFailures: `${what}\nCloses tracebloc/backend#2935\n`,
  closesExits: `${what}\nCloses tracebloc/backend#2961\n`,
  partOf: `${what}\nPart of tracebloc/backend#2961 — NOT Closes: #2961's acceptance is root-causing the exit 1 path, which this pull request deliberately does not do.\n`,
} as const

export const bodyOf948 = `Explains 46 of the 477 failures of the last week.

Closes tracebloc/backend#2935
`

export const bodyOfFailures = `477 edges failed to upgrade last week.

## Acceptance criteria

- [x] the failures are listed with their edge
- [ ] every failure has a cause (431 of 477 are unexplained)
`

/**
 * The organisation before anything happens: two private repositories and two issues.
 * @param options.chartVersion of the client's chart on develop
 */
export function seedStory(
  world: World,
  owner: User,
  organization: Organization,
  { chartVersion = '1.9.93' }: { readonly chartVersion?: string } = {},
): Story {
  const client = world.repositories.create(organization, 'client', {
    visibility: 'private',
    defaultBranch: 'develop',
    files: {
      'README.md': '# client\n',
      [chartPath]: chartYaml(chartVersion),
      'client/values.yaml': 'logs: false\n',
      'client/templates/deployment.yaml': 'kind: Deployment\n',
    },
  })
  const backend = world.repositories.create(organization, 'backend', { visibility: 'private' })
  backend.nextNumber = 2935
  const failures = world.issues.open(owner, backend, {
    title: '477 auto-upgrades failed, and we do not know why',
    body: bodyOfFailures,
  })
  backend.nextNumber = 2961
  const exits = world.issues.open(owner, backend, {
    title: 'The exits with code 1 on the affected edge have no owner',
    body: acceptanceOfExits.underHeading,
  })
  return { client, backend, failures, exits }
}
