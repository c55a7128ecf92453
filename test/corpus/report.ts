import { readCorpus } from './corpus.ts'
import { deniedFigures, disclaimerFigures, type Figures, precision, recall, wrongOnes } from './figures.ts'
import { type Judged, judge } from './judged.ts'

/** Prints precision and recall by style, and every description that is read wrongly. */

for (const which of ['first', 'held-out'] as const) {
  const judged = readCorpus(which).map(judge)
  if (judged.length > 0) print(which, judged)
}

function print(which: string, judged: readonly Judged[]): void {
  console.log(`\n${which === 'first' ? 'corpus' : 'held-out'}: ${judged.length} descriptions\n`)
  const styles = new Set(judged.map(({ description }) => description.style))
  for (const style of styles) {
    const own = judged.filter(({ description }) => description.style === style)
    console.log(row(style, deniedFigures(own)))
  }
  console.log(row('denied, all styles', deniedFigures(judged)))
  console.log(row('disclaimer, first kind', disclaimerFigures(judged, 'first')))
  console.log(row('disclaimer, second kind', disclaimerFigures(judged, 'second')))
  for (const wrong of wrongOnes(judged)) console.log(`  ${wrong}`)
}

function row(what: string, figures: Figures): string {
  const { right, false: wrong, missed } = figures
  const counts = `right ${right}, false ${wrong}, missed ${missed}`
  return `${what.padEnd(26)} precision ${precision(figures).toFixed(3)}  recall ${recall(figures).toFixed(3)}  (${counts})`
}
