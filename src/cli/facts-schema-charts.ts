import { z } from 'zod'
import type { ChartFile } from '../domain/chart-version.ts'
import type { ChartPull, ChartsFacts } from '../domain/charts-facts.ts'
import { moment, notRead, reading, repositoryName } from './facts-schema-parts.ts'

const position = z.looseObject({ line: z.number(), startColumn: z.number(), endColumn: z.number() })

const version = z.looseObject({
  written: z.string(),
  packaged: z.string().nullable(),
  style: z.enum(['plain', 'single', 'double', 'block']),
  strict: z.boolean(),
  position,
})

const chartFile = z.discriminatedUnion('loads', [
  z.looseObject({
    loads: z.literal(true),
    name: z.string(),
    version,
    appVersion: z.string().exactOptional(),
    appVersionPosition: position.exactOptional(),
    localDependencies: z.array(z.string()).exactOptional(),
  }),
  z.looseObject({
    loads: z.literal(false),
    name: z.string().exactOptional(),
    version: version.exactOptional(),
    why: z.string(),
    fix: z.string(),
    position: position.exactOptional(),
  }),
  z.looseObject({
    loads: z.literal('placeholder'),
    name: z.string().exactOptional(),
    written: z.string(),
    position: position.exactOptional(),
  }),
]) satisfies z.ZodType<ChartFile>

const chartAt = z.looseObject({
  directory: z.string(),
  path: z.string(),
  blobOid: z.string(),
  treeOid: z.string().exactOptional(),
  ignoreOid: z.string().exactOptional(),
  requirements: z.array(z.string()).exactOptional(),
  file: chartFile,
})

const touchedChart = z.looseObject({
  directory: z.string(),
  path: z.string(),
  chartFileChanged: z.boolean(),
  changedPaths: z.array(z.string()),
  head: reading(chartAt.nullable()),
  mergeBase: z.union([notRead, reading(chartAt.nullable())]),
  equalsTip: z.union([notRead, reading(z.boolean())]),
  ignoreFile: reading(z.string().nullable()).exactOptional(),
})

const chartPull = z.looseObject({
  number: z.number(),
  author: z.string().nullable(),
  isDraft: z.boolean(),
  createdAt: moment,
  headRefOid: z.string(),
  headRefName: z.string(),
  headRepository: z.string().nullable(),
  baseRefName: z.string(),
  firstSeen: z.record(z.string(), moment),
  charts: reading(z.array(touchedChart)),
  readAnyway: z.array(touchedChart).exactOptional(),
  activity: z.looseObject({ pushes: z.array(moment), people: z.array(moment) }).exactOptional(),
  released: z
    .array(z.looseObject({ chart: z.string().nullable(), headRefOid: z.string(), at: moment }))
    .exactOptional(),
}) satisfies z.ZodType<ChartPull>

const publication = z.looseObject({
  source: z.enum(['tag', 'release', 'index']),
  where: z.string(),
  version: z.string(),
  chart: z.union([z.literal('not-told'), reading(chartAt.nullable())]),
})

export const chartsFactsSchema = z.looseObject({
  repository: repositoryName,
  readAt: moment,
  defaultBranch: z.string().nullable(),
  bases: z.array(
    z.looseObject({
      baseRefName: z.string(),
      tipOid: z.string().nullable(),
      charts: reading(z.array(chartAt)),
    }),
  ),
  pulls: reading(z.array(chartPull)),
  ancestry: z.array(z.looseObject({ ancestor: z.string(), descendant: z.string() })),
  published: z
    .looseObject({
      claims: z.array(z.looseObject({ chart: z.string(), version: z.string(), found: reading(z.array(publication)) })),
      versions: z.array(z.looseObject({ chart: z.string(), versions: z.array(z.string()) })),
    })
    .exactOptional(),
}) satisfies z.ZodType<ChartsFacts>
