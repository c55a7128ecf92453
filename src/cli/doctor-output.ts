import { fullName, type RepositoryName } from '../domain/repository.ts'
import { toJson } from '../render/escape.ts'
import { visibleLine } from '../render/visible.ts'
import type { coloursFor } from './colours.ts'
import type { Diagnosis } from './doctor-diagnosis.ts'

const labels = { ok: 'ok', missing: 'missing', 'cannot-tell': 'cannot tell' } as const
const width = Math.max(...Object.values(labels).map(({ length }) => length))

type Colours = ReturnType<typeof coloursFor>

/** A line for each subject, and under it what to do where not all is well. */
export function doctorAsText(diagnoses: readonly Diagnosis[], colours: Colours): string {
  const paint = { ok: colours.green, missing: colours.red, 'cannot-tell': colours.yellow }
  const lines = diagnoses.flatMap(({ subject, state, says, remedy }) => [
    `${paint[state](labels[state].padEnd(width))}  ${subject}: ${visibleLine(says)}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(width)}  -> ${visibleLine(remedy)}`]),
  ])
  return `${lines.join('\n')}\n`
}

/** One JSON object for scripts. */
export function doctorAsJson(repository: RepositoryName, diagnoses: readonly Diagnosis[]): string {
  const count = (wanted: Diagnosis['state']) => diagnoses.filter(({ state }) => state === wanted).length
  return `${toJson({
    repository: fullName(repository),
    ok: count('ok'),
    missing: count('missing'),
    cannotTell: count('cannot-tell'),
    diagnoses,
  })}\n`
}
