import type { Element } from 'hast'
import { h } from 'hastscript'
import type { CheckAnnotation, PullRequest } from '../../../github/world/model.ts'
import { type DiffLine, diffsOf, type FileDiff } from '../diff.ts'
import { runsOn, type Viewer } from '../scene.ts'
import { annotationNote } from './checks.ts'
import { theirs } from './words.ts'

/** What a pull request changes, with the annotations below the lines they mark. */
export function filesSection({ scene }: Viewer, pull: PullRequest): Element {
  const annotations = runsOn(scene, pull).flatMap(({ output }) => output.annotations)
  return h('section', { id: 'files', ariaLabelledBy: 'files-title' }, [
    h('h2', { id: 'files-title' }, 'Files changed'),
    ...diffsOf(scene.world, pull).map((file) => fileCard(file, annotations)),
  ])
}

function fileCard({ path, lines }: FileDiff, all: readonly CheckAnnotation[]): Element {
  const annotations = all.filter((one) => one.path === path)
  return h('article', { className: ['card', 'file'], ariaLabel: path }, [
    h('header', [h('code', [theirs(path)])]),
    lines === null
      ? h('p', { className: ['quiet'] }, 'Binary content.')
      : h('div', { className: ['scroll'], tabIndex: 0, role: 'region', ariaLabel: `Lines of ${path}` }, [
          h('table', { className: ['diff'] }, [
            h(
              'tbody',
              lines.flatMap((line) => [lineRow(line, annotations), ...notesBelow(line, annotations)]),
            ),
          ]),
        ]),
  ])
}

const signs = { same: ' ', added: '+', removed: '−' } as const

function lineRow(line: DiffLine, annotations: readonly CheckAnnotation[]): Element {
  const here = annotations.find((one) => one.start_line === line.after && one.start_column !== undefined)
  return h('tr', { className: [line.kind] }, [
    h('td', { className: ['number'] }, String(line.before ?? '')),
    h('td', { className: ['number'] }, String(line.after ?? '')),
    h('td', { className: ['sign'] }, signs[line.kind]),
    h('td', { className: ['text'] }, [h('code', here === undefined ? [line.text] : marked(line.text, here))]),
  ])
}

/** Columns count from 1, and the last one is marked too. */
function marked(text: string, { start_column, end_column }: CheckAnnotation): (string | Element)[] {
  const first = (start_column ?? 1) - 1
  const end = end_column ?? text.length
  return [text.slice(0, first), h('mark', text.slice(first, end)), text.slice(end)]
}

function notesBelow(line: DiffLine, annotations: readonly CheckAnnotation[]): readonly Element[] {
  return annotations
    .filter((one) => one.end_line === line.after)
    .map((one) => h('tr', { className: ['note'] }, [h('td', { colSpan: 4 }, [annotationNote(one)])]))
}
