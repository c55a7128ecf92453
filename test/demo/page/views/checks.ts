import type { Element } from 'hast'
import { h } from 'hastscript'
import type { CheckAnnotation, CheckRun, PullRequest } from '../../../github/world/model.ts'
import { checkNames } from '../../stage.ts'
import { renderMarkdown } from '../markdown.ts'
import { runsOn, type Viewer } from '../scene.ts'
import { button, deedForm, markOf, moment, stateOf, theirs, wordOf } from './words.ts'

/** The checks of a pull request, as its page on GitHub shows them. */
export function checksSection(viewer: Viewer, pull: PullRequest): Element {
  const runs = runsOn(viewer.scene, pull)
  const missing = pull.state === 'open' ? checkNames.filter((name) => !runs.some((run) => run.name === name)) : []
  return h('section', { id: 'checks', ariaLabelledBy: 'checks-title' }, [
    h('h2', { id: 'checks-title' }, 'Checks'),
    ...missing.map((name) =>
      h('p', { className: ['card', 'waiting'] }, [
        markOf('missing'),
        h('b', name),
        ' is expected, and has not come. The app was not told, or is at it.',
      ]),
    ),
    ...runs.map((run) => checkCard(viewer, run)),
  ])
}

function checkCard(viewer: Viewer, run: CheckRun): Element {
  const state = stateOf(run)
  const { title, summary, text, annotations } = run.output
  const isRed = state !== 'success'
  return h(
    'article',
    { className: ['card', 'check', state], id: idOf(run.name), ariaLabel: run.name, dataState: state },
    [
      h('header', [
        markOf(state),
        h('div', [
          h('p', { className: ['name'] }, [h('b', run.name), h('span', { className: ['quiet'] }, ` ${wordOf(state)}`)]),
          h('p', { className: ['verdict'] }, [theirs(title ?? '')]),
        ]),
        h('div', { className: ['buttons'] }, [
          ...run.actions.map(({ label, description, identifier }) =>
            deedForm('click', { run: run.id, identifier }, [button(viewer, label, { title: description })]),
          ),
          deedForm('rerun', { run: run.id }, [button(viewer, 'Re-run', { className: ['plain'] })]),
        ]),
      ]),
      h('details', { id: `${idOf(run.name)}-page`, open: isRed }, [
        h('summary', 'The check’s page'),
        h('div', { className: ['markdown'] }, [renderMarkdown(summary ?? '') as Element]),
        ...(text ? [h('div', { className: ['markdown', 'more'] }, [renderMarkdown(text) as Element])] : []),
        ...annotations.map((one) => annotationNote(one)),
        h(
          'p',
          { className: ['quiet', 'written'] },
          `Written at ${moment(run.updatedAt)} UTC on head ${run.headSha.slice(0, 7)}.`,
        ),
      ]),
    ],
  )
}

export function idOf(name: string): string {
  return name.replace('/', '-')
}

/** An annotation with where it points; its text is plain, as on GitHub. */
export function annotationNote(one: CheckAnnotation): Element {
  return h('div', { className: ['annotation', one.annotation_level], role: 'note' }, [
    h('p', [
      h('b', [theirs(one.title ?? one.annotation_level)]),
      h('span', { className: ['quiet'] }, ` ${placeOf(one)}`),
    ]),
    h('pre', [theirs(one.message)]),
    ...(one.raw_details === undefined
      ? []
      : [h('details', [h('summary', 'For a coding agent'), h('pre', one.raw_details)])]),
  ])
}

function placeOf({ path, start_line, start_column, end_column }: CheckAnnotation): string {
  const columns = start_column === undefined ? '' : `, columns ${start_column} to ${end_column ?? start_column}`
  return `${path}, line ${start_line}${columns}`
}
