import { known } from '../../src/domain/reading.ts'
import { fullName, type NumberedReference, sameReference } from '../../src/domain/repository.ts'
import { evaluateIssues } from '../../src/evaluate/issues/evaluate.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { facts, home, issue, ref } from '../evaluate/issues/issues-facts.ts'
import type { Label, LabelledDescription } from './corpus.ts'

export type Disclaims = LabelledDescription['disclaims']

/** What the product says about one description whose targets all meet their acceptance. */
export interface Judged {
  readonly description: LabelledDescription
  readonly numbers: readonly JudgedNumber[]
  readonly disclaims: Disclaims
}

export interface JudgedNumber {
  readonly label: Label
  readonly isDenied: boolean
  /** Whether `claim-contradicted` speaks about it. */
  readonly saysDenied: boolean
}

/** Judges one description by the rules, with every labelled number linked, open, and its acceptance met. */
export function judge(description: LabelledDescription): Judged {
  const denied = new Set(description.denied)
  const labels = [...description.honest, ...description.denied]
  const linked = labels.map(referenceOf)
  const mentioned = [...description.text.matchAll(/#(\d+)/g)].map((match) => ref(Number(match[1])))
  const absent = mentioned.filter((one) => !linked.some((other) => sameReference(one, other)))
  const { verdict } = evaluateIssues(
    facts({
      body: description.text,
      linked,
      issues: linked.map((reference) => issue(reference, { body: '- [x] done' })),
      targets: absent.map((reference) => ({ reference, target: known({ kind: 'absent' }) })),
    }),
    defaultPolicy,
  )
  const contradicted = new Set(
    verdict.findings.flatMap(({ rule, claim }) => (rule === 'claim-contradicted' ? [claim] : [])),
  )
  return {
    description,
    numbers: labels.map((label) => ({
      label,
      isDenied: denied.has(label),
      saysDenied: contradicted.has(keyOf(referenceOf(label))),
    })),
    disclaims: disclaimed(description, linked),
  }
}

/**
 * The kind of disclaimer that the rules act on: with the first, an issue that states no acceptance blocks; with the
 * second, `work-disclaimed` only shows it.
 */
function disclaimed({ text }: LabelledDescription, linked: readonly NumberedReference[]): Disclaims {
  const { verdict } = evaluateIssues(
    facts({ body: text, linked, issues: linked.map((reference) => issue(reference)) }),
    defaultPolicy,
  )
  const speaks = (rule: string, severity?: string) =>
    verdict.findings.some((one) => one.rule === rule && (severity === undefined || one.severity === severity))
  if (speaks('acceptance-unstated', 'block')) return 'first'
  return speaks('work-disclaimed') ? 'second' : 'none'
}

function referenceOf(label: Label): NumberedReference {
  if (typeof label === 'number') return ref(label, home)
  const [, owner = '', name = '', number] = /^(.+)\/(.+)#(\d+)$/.exec(label) ?? []
  return ref(Number(number), { owner, name })
}

function keyOf({ repository, number }: NumberedReference): string {
  return `${fullName(repository)}#${number}`
}
