import { z } from 'zod'
import { chartRuleIds, issueRuleIds } from '../domain/finding.ts'
import { unconfigurableRules } from './default-severities.ts'
import { parseDuration } from './duration.ts'
import { globProblem } from './glob.ts'
import { ticketPatternProblem } from './ticket-pattern.ts'

/**
 * `.github/claimwarden.yml`, as written: every key of it, its default and what it means. Keys without a static default
 * follow the preset or `mode`; `schema.ts` fills them.
 */

/** The verbs of `/claims …` that `commands.aliases` may give other phrases. */
export const commandVerbs = ['recheck', 'status', 'accept', 'unaccept', 'release', 'help'] as const

export const modes = ['enforce', 'observe'] as const

const line = z.string().refine((text) => text.trim() !== '' && text.length <= 200 && !/[\r\n]/.test(text), {
  error: 'must be one line of 1 to 200 characters',
})

const glob = z.string().check((context) => {
  const problem = globProblem(context.value)
  if (problem !== null) context.issues.push({ code: 'custom', input: context.value, message: problem })
})

const ticketPattern = z.string().check((context) => {
  const problem = ticketPatternProblem(context.value)
  if (problem !== null) context.issues.push({ code: 'custom', input: context.value, message: problem })
})

const tagTemplate = line.refine(
  (template) => {
    const names = [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1])
    return (
      names.filter((name) => name === 'version').length === 1 &&
      names.every((name) => name === 'version' || name === 'name')
    )
  },
  { error: 'must hold {version} once and may hold {name}, and no other braces' },
)

const duration = z.string().refine((text) => parseDuration(text) !== null, {
  error: 'is no length of time; write hours, days or weeks such as 12h, 30d or 2w',
})

const login = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}(?:\[bot\])?$/, { error: 'is no login' })

const repositoryPath = line.refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), {
  error: 'must be a path from the root of the repository, without .. and without a leading /',
})

const severity = z.enum(['block', 'warn', 'note', 'ignore'])

/** Lists are bounded, since each of their items is tried on every pull request, path or line. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(100)
}

type Unconfigurable = (typeof unconfigurableRules)[number]

function severitiesOf<Id extends string>(ids: readonly Id[]) {
  const configurable = ids.filter(
    (id): id is Exclude<Id, Unconfigurable> => !unconfigurableRules.some((rule) => rule === id),
  )
  return z.strictObject(optionalKeys(configurable, severity))
}

/** The shape of an object that may have any of the keys. */
function optionalKeys<Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) {
  return Object.fromEntries(keys.map((key) => [key, value.optional()])) as Record<Key, z.ZodOptional<Value>>
}

const acceptance = z
  .strictObject({
    headings: listOf(line)
      .default([
        'acceptance',
        'acceptance criteria',
        'acceptance tests',
        'definition of done',
        'dod',
        'done when',
        'done means',
        'exit criteria',
        'success criteria',
      ])
      .describe('Headings, bold lines and labels under which an issue states its acceptance.'),
    'sections-only': z.boolean().default(false).describe('Boxes outside such a section are not criteria.'),
    attestation: z
      .enum(['author', 'maintainer'])
      .optional()
      .describe(
        'Whether attestation lines in the description count (author) or not (maintainer). Preset strict: maintainer.',
      ),
    evidence: z
      .enum(['pointer', 'any'])
      .default('pointer')
      .describe('Whether evidence must name something that exists.'),
    'self-accept': z
      .boolean()
      .default(false)
      .describe("The pull request's author may accept and prove, given write permission."),
    'dismiss-on-push': z.boolean().default(false).describe('An acceptance holds for one head.'),
    'post-merge-words': listOf(line)
      .default(['post-merge', 'after merge'])
      .describe('Words that mark a criterion that can only be met after the merge.'),
  })
  .prefault({})

const issues = z
  .strictObject({
    mode: z.enum(modes).optional().describe('Overrides mode for claims/issues.'),
    acceptance,
    protected: z
      .strictObject({
        labels: listOf(line).default(['epic', 'tracking', 'umbrella', 'meta']),
        types: listOf(line).default(['Epic']),
        milestones: listOf(line).default([]),
      })
      .prefault({})
      .describe('Issues that a merge never closes; compared without case.'),
    'after-merge': z
      .enum(['none', 'comment', 'reopen'])
      .default('none')
      .describe('What to do about an issue that was closed against a blocked claim.'),
    'auto-close': z
      .boolean()
      .default(true)
      .describe("False: the repository's setting that merged pull requests close linked issues is off."),
    tickets: z
      .strictObject({
        patterns: listOf(ticketPattern).default([]).describe('RE2 expressions that name a ticket elsewhere.'),
      })
      .prefault({}),
    rules: severitiesOf(issueRuleIds).prefault({}).describe('Rule id: block, warn, note or ignore.'),
  })
  .prefault({})

const charts = z
  .strictObject({
    mode: z.enum(modes).optional().describe('Overrides mode for claims/chart-versions.'),
    exclude: listOf(glob).default([]).describe('Globs of chart directories that are no charts to publish.'),
    ignore: listOf(glob).default([]).describe('Globs, relative to a chart, whose change needs no new version.'),
    identity: z
      .enum(['precedence', 'exact'])
      .default('precedence')
      .describe('Whether two versions of equal precedence are one number.'),
    collision: z
      .strictObject({
        holder: z.enum(['first', 'none']).default('first').describe('Who keeps a number that several claim.'),
        'stale-after': duration.default('30d').describe('A claim without activity for so long lapses.'),
      })
      .prefault({}),
    'app-version': z
      .enum(['none', 'equals-version', 'bumped-with-version', 'required'])
      .default('none')
      .describe('What appVersion must be; judged by rule app-version, which then blocks by default.'),
    published: z
      .strictObject({
        tags: z
          .union([z.literal('auto'), listOf(tagTemplate)])
          .default('auto')
          .describe('Templates of release tags.'),
        releases: z.boolean().default(true),
        index: z
          .union([
            z.literal(false),
            z.strictObject({ branch: line.default('gh-pages'), path: repositoryPath.default('index.yaml') }),
          ])
          .default({ branch: 'gh-pages', path: 'index.yaml' })
          .describe('Where the repository index of published charts is, or false.'),
      })
      .prefault({}),
    rules: severitiesOf(chartRuleIds).prefault({}).describe('Rule id: block, warn, note or ignore.'),
  })
  .prefault({})

const commands = z
  .strictObject({
    bots: listOf(login).default([]).describe('Logins of bots whose commands count.'),
    aliases: z
      .strictObject(optionalKeys(commandVerbs, listOf(line)))
      .prefault({})
      .describe('Verb: whole-line phrases that mean the same.'),
  })
  .prefault({})

export const policyFileSchema = z.strictObject({
  preset: z
    .enum(['standard', 'strict'])
    .default('standard')
    .describe('strict: attestation by maintainers; acceptance-unstated, target-already-closed and bump-missing block.'),
  mode: z
    .enum(modes)
    .default('enforce')
    .describe('observe: problems conclude neutral and say what they would have blocked.'),
  override: z
    .enum(['maintain', 'admin', 'nobody'])
    .default('maintain')
    .describe('Who may override a check. There is no such command yet, so it has no effect.'),
  bases: listOf(glob).min(1).default(['**']).describe('Globs of the bases that these checks judge.'),
  'exempt-authors': listOf(login).default([]).describe('Logins whose pull requests pass, for release bots.'),
  issues,
  charts,
  commands,
})

/** The file with its static defaults filled in. */
export type PolicyFile = z.output<typeof policyFileSchema>
