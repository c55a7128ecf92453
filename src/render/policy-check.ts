import type { RepositoryName } from '../domain/repository.ts'
import { code, type Words, words } from '../domain/words.ts'
import type { ParsedPolicy } from '../policy/parse.ts'
import type { Policy } from '../policy/policy.ts'
import { recheckAction } from './actions.ts'
import type { RenderedCheckRun } from './check-run.ts'
import { type Block, joinBlocks } from './cut.ts'
import { hash } from './digest.ts'
import { toMarkdown, toPlainText } from './escape.ts'
import { policyAnnotations } from './policy-annotations.ts'
import { policyChanges } from './policy-changes.ts'
import { policyErrorItems } from './policy-error.ts'
import { type JudgedBase, type Provenance, provenanceLine } from './provenance.ts'
import { clip } from './visible.ts'

export interface PolicyCheckInput {
  readonly home: RepositoryName
  /** Its policy is the file at the head. */
  readonly provenance: Provenance
  readonly pull: JudgedBase
  readonly path: string
  readonly file: ParsedPolicy | 'removed'
  /** Null when the policy in force cannot be told. */
  readonly inForce: Policy | null
  readonly defaultBranch: string | null
}

/** `claims/policy`: whether the policy file is valid as the pull request leaves it. It judges no claim. */
export function renderPolicyCheck(input: PolicyCheckInput): RenderedCheckRun {
  const { provenance, pull, path, file } = input
  const { headSha } = provenance
  const errors = file !== 'removed' && !file.ok ? file.errors : []
  const title = titleOf(input)
  return {
    name: 'claims/policy',
    kind: errors.length > 0 ? 'block' : 'pass',
    conclusion: errors.length > 0 ? 'failure' : 'success',
    mayCure: false,
    title: clip(toPlainText(title), 120),
    annotations: policyAnnotations(errors, path, headSha),
    actions: errors.length > 0 ? [recheckAction] : [],
    digest: hash(['claims/policy', pull.number, toPlainText(title), errors.map(({ line, column }) => [line, column])]),
    outputWith: () => ({
      summary: joinBlocks(blocksOf(input), [toMarkdown(provenanceLine(provenance, [pull]))]),
      told: { head: headSha, pulls: {} },
    }),
  }
}

function titleOf({ path, file }: PolicyCheckInput): Words {
  if (file === 'removed') return words`This pull request removes ${code(path)}; it is valid not to have one`
  const [first] = file.ok ? [] : file.errors
  if (first === undefined) return words`The policy file is valid`
  return words`The policy file is invalid: line ${first.line}, ${first.message}`
}

function blocksOf(input: PolicyCheckInput): Block[] {
  const { path, file, inForce } = input
  if (file === 'removed')
    return [
      toMarkdown(
        words`Without ${code(path)} the policy of the organisation's ${code('.github')} repository holds, or else the defaults.`,
      ),
      toMarkdown(whenOf(input)),
    ]
  if (!file.ok) {
    return [
      toMarkdown(
        words`${code(path)} is invalid at this head. Merged like this, no pull request could be judged: the claim checks would all ask for action.`,
      ),
      ...policyErrorItems(file.errors),
    ]
  }
  const changes =
    inForce === null
      ? [toMarkdown(words`What it changes cannot be told: the policy in force is not readable.`)]
      : policyChanges(inForce, file.policy)
  return [toMarkdown(whenOf(input)), ...changes]
}

function whenOf({ pull, defaultBranch, home }: PolicyCheckInput): Words {
  const where = defaultBranch === null ? words`the default branch` : words`${code(defaultBranch)}`
  const when = pull.baseRefName === defaultBranch ? words`when it is merged` : words`when it reaches ${where}`
  const reach =
    home.name === '.github'
      ? words` It then holds for every repository of the organisation without a file of its own.`
      : []
  return words`It takes effect ${when}; until then the policy in force judges, this pull request too.${reach}`
}
