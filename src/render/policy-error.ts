import type { CheckName } from '../domain/finding.ts'
import { code, type Words, words } from '../domain/words.ts'
import type { PolicyError } from '../policy/policy-error.ts'
import { recheckAction } from './actions.ts'
import type { CheckRunOutput, LateFacts, RenderedCheckRun } from './check-run.ts'
import { joinBlocks } from './cut.ts'
import { hash } from './digest.ts'
import { dispose } from './dispositions.ts'
import { toMarkdown, toPlainText } from './escape.ts'
import { ours } from './ours.ts'
import { policyAnnotations } from './policy-annotations.ts'
import { type JudgedBase, type Provenance, provenanceLine } from './provenance.ts'
import { sinceLast } from './since-last.ts'
import { writeToldFindings } from './told-findings.ts'
import { clip } from './visible.ts'

export interface PolicyErrorInput {
  readonly provenance: Provenance
  readonly pulls: readonly JudgedBase[]
  /** At least one. */
  readonly errors: readonly PolicyError[]
}

/**
 * A check that cannot be judged since its policy file is invalid. Never neutral: what the file says about its mode
 * cannot be trusted.
 */
export function renderPolicyError(name: CheckName, input: PolicyErrorInput): RenderedCheckRun {
  const { provenance, errors } = input
  const [first] = errors
  if (first === undefined) throw new Error('a policy without errors is not invalid')
  return {
    name,
    kind: 'unknown',
    conclusion: 'action_required',
    mayCure: false,
    title: clip(`The policy file is invalid: line ${first.line}, ${toPlainText(first.message)}`, 120),
    // They point at the pull request's own copy of the file, which mostly is the same one.
    annotations:
      provenance.policy.from === 'repository'
        ? policyAnnotations(errors, provenance.policy.path, provenance.headSha)
        : [],
    actions: [recheckAction],
    digest: hash([
      name,
      'policy-error',
      errors.map((error) => [error.line, error.column, error.path, toPlainText(error.message)]),
    ]),
    outputWith: (late) => outputOf(input, late),
  }
}

/** Nothing was judged, so what an earlier evaluation found is carried on. */
function outputOf({ provenance, pulls, errors }: PolicyErrorInput, late: LateFacts): CheckRunOutput {
  const { headSha } = provenance
  const unjudged = { head: headSha, findings: [], claims: [], judged: false }
  const disposed = pulls.map(({ number }) => ({ number, ...dispose(late.earlier.get(number) ?? null, unjudged) }))
  const told = { head: headSha, pulls: Object.fromEntries(disposed.map((one) => [one.number, one.told])) }
  const text = writeToldFindings(told).join('')
  return {
    summary: joinBlocks(
      [
        toMarkdown(introduction(provenance)),
        ...policyErrorItems(errors),
        ...sinceLast(disposed.flatMap(({ dispositions }) => dispositions)),
      ],
      [toMarkdown(provenanceLine(provenance, pulls, late.requirements))],
    ),
    ...(text === '' ? {} : { text }),
    told,
  }
}

function introduction({ policy }: Provenance): Words {
  const path = 'path' in policy ? words`${code(policy.path)}` : words`the policy file`
  const where = policy.from === 'organisation' ? "the organisation's repository" : 'the default branch'
  return words`Nothing was judged: ${path} on ${ours(where)} is invalid, and no rule of it can be trusted. Correct it there; the checks then run again by themselves.`
}

/** What is wrong and what to write instead, numbered. */
export function policyErrorItems(errors: readonly PolicyError[]): string[] {
  return errors.map((error, index) => errorItem(error, index + 1))
}

function errorItem({ line, column, path, message, fix }: PolicyError, number: number): string {
  const at = path === '' ? words`` : words` ${code(path)}`
  return `${number}. ${toMarkdown(words`Line ${line}, column ${column}${at}: ${message}. ${fix}`)}`
}
