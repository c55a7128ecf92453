import type { Element } from 'hast'
import { h } from 'hastscript'
import { actorOf } from '../../../github/world/lookups.ts'
import type { PullRequest } from '../../../github/world/model.ts'
import { checkNames } from '../../stage.ts'
import { pullsOf, runsOn, type Viewer } from '../scene.ts'
import { idOf } from './checks.ts'
import { issueCard } from './issues.ts'
import { badge, linkTo, markOf, pullState, stateOf, theirs, wordOf } from './words.ts'

export function pullList(viewer: Viewer): Element[] {
  const { scene } = viewer
  const pulls = pullsOf(scene)
  const { failures, exits } = scene.story
  return [
    h('div', { className: ['heading'] }, [
      h('h1', 'tracebloc/client'),
      h(
        'p',
        { className: ['quiet'] },
        'A Helm chart, as its pull requests stood in autumn 2026. Its issues live in tracebloc/backend.',
      ),
    ]),
    h('div', { className: ['columns'] }, [
      h('section', { className: ['main'], ariaLabelledBy: 'pulls-title' }, [
        h('h2', { id: 'pulls-title' }, 'Pull requests'),
        ...(pulls.length === 0 ? [h('p', { className: ['card', 'quiet'] }, 'None yet.')] : []),
        h(
          'ul',
          { className: ['pulls', 'card'] },
          pulls.map((pull) => pullRow(viewer, pull)),
        ),
      ]),
      h('section', { className: ['side'], ariaLabelledBy: 'issues-title' }, [
        h('h2', { id: 'issues-title' }, 'Issues'),
        ...[failures, exits].map((issue) => issueCard(viewer, issue)),
      ]),
    ]),
  ]
}

function pullRow(viewer: Viewer, pull: PullRequest): Element {
  const runs = runsOn(viewer.scene, pull)
  const path = `/pull/${pull.number}`
  const { login } = actorOf(viewer.scene.world.state, pull.authorId)
  return h('li', { dataPull: String(pull.number) }, [
    h('p', { className: ['title'] }, [
      linkTo(viewer, path, [theirs(pull.title)]),
      h('span', { className: ['quiet'] }, ` #${pull.number} by ${login} `),
      badge(pullState(pull)),
    ]),
    ...checkNames.flatMap((name) => {
      const run = runs.find((one) => one.name === name)
      // What never came will not come any more.
      if (run === undefined && pull.state === 'closed') return []
      const state = stateOf(run)
      return h('p', { className: ['state', state], dataState: state }, [
        markOf(state),
        linkTo(viewer, path, name, `#${idOf(name)}`),
        h('span', { className: ['quiet'] }, [' ', theirs(run?.output.title ?? wordOf(state))]),
      ])
    }),
  ])
}
