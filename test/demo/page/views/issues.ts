import type { Element } from 'hast'
import { h } from 'hastscript'
import { fullName, repositoryOf } from '../../../github/world/lookups.ts'
import type { Issue } from '../../../github/world/model.ts'
import { renderWithBoxesToTick } from '../markdown.ts'
import type { Viewer } from '../scene.ts'
import { badge, button, deedForm, theirs } from './words.ts'

/** An issue with boxes to tick and its text to edit. */
export function issueCard(viewer: Viewer, issue: Issue): Element {
  const { state } = viewer.scene.world
  const { nameWithOwner, short } = namesOf(viewer, issue)
  const form = `tick-${issue.id}`
  return h('article', { className: ['card', 'issue'], ariaLabel: short }, [
    h('header', [
      h('div', [
        h('p', { className: ['name'] }, [h('span', { className: ['quiet'] }, short), ' ', badge(issue.state)]),
        h('p', { className: ['title'] }, [theirs(issue.title)]),
        ...closedBy(viewer, issue),
      ]),
    ]),
    deedForm('tick', { issue: issue.id }, [], form),
    h('div', { className: ['markdown'] }, [renderWithBoxesToTick(issue.body, form) as Element]),
    h('details', { id: `edit-issue-${issue.id}` }, [
      h('summary', 'Edit the issue'),
      deedForm('edit-issue', { issue: issue.id }, [
        h(
          'textarea',
          { id: `issue-body-${issue.id}`, name: 'body', rows: 8, ariaLabel: `Text of ${short}` },
          issue.body,
        ),
        button(viewer, 'Save the issue'),
      ]),
    ]),
    ...(state.repositories.get(issue.repositoryId)?.deleted ? [h('p', `${nameWithOwner} is deleted.`)] : []),
  ])
}

function namesOf({ scene }: Viewer, issue: Issue): { nameWithOwner: string; short: string } {
  const repository = repositoryOf(scene.world.state, issue)
  return { nameWithOwner: fullName(scene.world.state, repository), short: `${repository.name}#${issue.number}` }
}

function closedBy({ scene }: Viewer, issue: Issue): readonly Element[] {
  const closed = issue.timeline.findLast((event) => event.kind === 'closed')
  if (issue.state === 'open' || closed?.kind !== 'closed' || closed.closer?.kind !== 'pull') return []
  const pull = scene.world.state.pulls.get(closed.closer.id)
  return [h('p', { className: ['quiet'] }, `Closed by the merge of #${pull?.number ?? '?'}.`)]
}
