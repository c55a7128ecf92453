import { describe, expect, test } from '@jest/globals'
import { fullName } from '../../src/domain/repository.ts'
import { home } from '../evaluate/issues/issues-facts.ts'
import { closingReferencesInDescription } from '../github/world/closing.ts'
import { type LabelledDescription, readCorpus } from './corpus.ts'
import { deniedFigures, disclaimerFigures, type Figures, precision, recall, wrongOnes } from './figures.ts'
import { judge } from './judged.ts'

const PRECISION = 0.99
const RECALL = 0.95

describe.each(['first', 'held-out'] as const)('the %s labelled descriptions', (which) => {
  const corpus = readCorpus(which)
  const judged = corpus.map(judge)
  const wrong = wrongOnes(judged)

  test('have a label for exactly what a merge would close, and a name of their own', () => {
    const mislabelled = corpus.filter((one) => !sameNames(labelled(one), closed(one)))
    expect(mislabelled.map(({ style, name }) => `${style}: ${name}`)).toEqual([])
    expect(new Set(corpus.map(({ style, name }) => `${style}: ${name}`)).size).toBe(corpus.length)
  })

  test.each([
    ['a denial of a number', deniedFigures(judged)],
    ['a disclaimer of the first kind', disclaimerFigures(judged, 'first')],
  ])('%s is told with precision 0.99 and recall 0.95 or better', (_what, figures) => {
    expect({ meets: meets(figures), wrong }).toEqual({ meets: true, wrong: meets(figures) ? wrong : [] })
  })
})

function meets(figures: Figures): boolean {
  return precision(figures) >= PRECISION && recall(figures) >= RECALL
}

function labelled({ honest, denied }: LabelledDescription): ReadonlySet<string> {
  return new Set([...honest, ...denied].map((one) => (typeof one === 'number' ? `${fullName(home)}#${one}` : one)))
}

function closed({ text }: LabelledDescription): ReadonlySet<string> {
  return new Set(
    closingReferencesInDescription(text).map(
      ({ owner, name, number }) => `${owner ?? home.owner}/${name ?? home.name}#${number}`,
    ),
  )
}

function sameNames(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((name) => other.has(name))
}
