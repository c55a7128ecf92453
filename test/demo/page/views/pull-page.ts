import type { Element } from 'hast'
import { h } from 'hastscript'
import { entryAt } from '../../../github/git/trees.ts'
import { actorOf } from '../../../github/world/lookups.ts'
import type { IssueComment, PullRequest } from '../../../github/world/model.ts'
import { chartPath } from '../../../story/story.ts'
import { versionOf } from '../../classic-gates.ts'
import { fileAt } from '../../stage.ts'
import { renderMarkdown } from '../markdown.ts'
import type { Viewer } from '../scene.ts'
import { checksSection, idOf } from './checks.ts'
import { filesSection } from './files.ts'
import { issueCard } from './issues.ts'
import { badge, button, deedForm, linkTo, markOf, moment, pullState, theirs } from './words.ts'

export function pullPage(viewer: Viewer, pull: PullRequest): Element[] {
  const { world } = viewer.scene
  const author = actorOf(world.state, pull.authorId)
  return [
    h('div', { className: ['heading'] }, [
      h('p', [linkTo(viewer, '/', 'All pull requests')]),
      h('h1', [theirs(pull.title), h('span', { className: ['quiet'] }, ` #${pull.number}`)]),
      h('p', { className: ['quiet'] }, [
        badge(pullState(pull)),
        ` ${author.login} wants to merge ${pull.headRefName} into ${pull.baseRefName}`,
      ]),
    ]),
    h('div', { className: ['columns'] }, [
      h('div', { className: ['side'] }, [mergeBox(viewer, pull), chartBox(viewer, pull), issuesBox(viewer, pull)]),
      h('div', { className: ['main'] }, [
        descriptionSection(viewer, pull),
        checksSection(viewer, pull),
        filesSection(viewer, pull),
        conversation(viewer, pull),
      ]),
    ]),
  ]
}

function descriptionSection(viewer: Viewer, pull: PullRequest): Element {
  return h('section', { ariaLabelledBy: 'description-title' }, [
    h('h2', { id: 'description-title' }, 'Description'),
    h('div', { className: ['card'] }, [
      h('div', { className: ['markdown'], id: 'description' }, [
        pull.body.trim() === ''
          ? h('p', { className: ['quiet'] }, 'No description.')
          : (renderMarkdown(pull.body) as Element),
      ]),
      h('details', { id: 'edit-description' }, [
        h('summary', 'Edit the description'),
        deedForm('edit-description', { pull: pull.number }, [
          h('textarea', { id: 'description-text', name: 'body', rows: 10, ariaLabel: 'Description' }, pull.body),
          button(viewer, 'Save the description'),
        ]),
      ]),
    ]),
  ])
}

function mergeBox(viewer: Viewer, pull: PullRequest): Element {
  const { world, story } = viewer.scene
  const blockers = world.merging.blockers(pull)
  const required = world.checks.required(story.client, pull.baseRefName, pull.headRefOid)
  const isOpen = pull.state === 'open'
  const overridable = blockers.every((reason) => reason.startsWith('check '))
  const isAdmin = world.repositories.permissionOf(story.client, viewer.user) === 'admin'
  return h('section', { className: ['card', 'merge'], ariaLabelledBy: 'merge-title' }, [
    h('h2', { id: 'merge-title' }, isOpen ? 'Merge' : `This pull request is ${pullState(pull)}`),
    ...(isOpen && required.length === 0 ? [h('p', 'No check is required yet: anybody who can write may merge.')] : []),
    ...(isOpen
      ? required.map(({ context, state }) =>
          h('p', { className: ['required'] }, [
            markOf(state),
            h('a', { href: `#${idOf(context)}` }, context),
            h('span', { className: ['quiet'] }, ` required, ${stateWords[state]}`),
          ]),
        )
      : []),
    ...(blockers.includes('conflict') ? [h('p', 'It conflicts with its base.')] : []),
    ...(isOpen
      ? [
          h('div', { className: ['buttons'] }, [
            deedForm('merge', { pull: pull.number }, [
              button(viewer, 'Merge', {
                className: ['primary'],
                ...(blockers.length > 0 ? { disabled: true } : {}),
              }),
            ]),
            ...(blockers.length > 0 && isAdmin && overridable
              ? [
                  deedForm('merge', { pull: pull.number, anyway: 'yes' }, [
                    button(viewer, 'Merge anyway', { className: ['danger'] }),
                  ]),
                ]
              : []),
          ]),
        ]
      : []),
  ])
}

const stateWords = { success: 'passes', failure: 'blocks', pending: 'is running', missing: 'has not come' } as const

function chartBox(viewer: Viewer, pull: PullRequest): Element {
  const { git } = viewer.scene.story.client
  const has = entryAt(git, git.commit(pull.headRefOid).tree, chartPath) !== undefined
  const version = has ? versionOf(fileAt(viewer.scene.story.client, pull.headRefOid, chartPath)) : null
  return h('section', { className: ['card'], ariaLabelledBy: 'version-title' }, [
    h('h2', { id: 'version-title' }, 'Chart version'),
    version === null
      ? h('p', { className: ['quiet'] }, 'No chart at this head.')
      : deedForm('version', { pull: pull.number }, [
          h('label', { htmlFor: 'version' }, [h('code', chartPath)]),
          h('div', { className: ['row'] }, [
            h('input', { id: 'version', name: 'version', value: version, autoComplete: 'off', required: true }),
            button(viewer, 'Push'),
          ]),
        ]),
  ])
}

function issuesBox(viewer: Viewer, pull: PullRequest): Element {
  const issues = viewer.scene.world.closing.issues(pull)
  return h('section', { ariaLabelledBy: 'closing-title' }, [
    h('h2', { id: 'closing-title' }, 'Issues it would close'),
    ...(issues.length === 0 ? [h('p', { className: ['card', 'quiet'] }, 'None.')] : []),
    ...issues.map((issue) => issueCard(viewer, issue)),
  ])
}

function conversation(viewer: Viewer, pull: PullRequest): Element {
  const { world } = viewer.scene
  const comments = pull.commentIds
    .map((id) => world.state.comments.get(id))
    .filter((one): one is IssueComment => one !== undefined && !one.deleted)
  return h('section', { id: 'conversation', ariaLabelledBy: 'conversation-title' }, [
    h('h2', { id: 'conversation-title' }, 'Conversation'),
    ...comments.map((comment) => commentCard(viewer, comment)),
    deedForm('comment', { pull: pull.number }, [
      h('textarea', {
        id: 'comment',
        name: 'body',
        rows: 3,
        required: true,
        ariaLabel: 'Comment',
        placeholder: '/claims help',
      }),
      h('div', { className: ['row'] }, [
        button(viewer, 'Comment'),
        h('span', { className: ['quiet'] }, ['A first line such as ', h('code', '/claims recheck'), ' is a command.']),
      ]),
    ]),
  ])
}

function commentCard({ scene }: Viewer, comment: IssueComment): Element {
  const { login, kind } = actorOf(scene.world.state, comment.authorId)
  const reactions = comment.reactions.map(({ content }) => content).join(', ')
  return h('article', { className: ['card', 'comment'], ariaLabel: `Comment by ${login}` }, [
    h('p', { className: ['quiet'] }, [
      h('b', login),
      `${kind === 'Bot' ? ', an app' : ''}, ${moment(comment.updatedAt)} UTC`,
    ]),
    h('div', { className: ['markdown'] }, [renderMarkdown(comment.body) as Element]),
    ...(reactions === '' ? [] : [h('p', { className: ['quiet'] }, `Reactions: ${reactions}`)]),
  ])
}
