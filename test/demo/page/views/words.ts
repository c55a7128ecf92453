import type { Element, Nodes } from 'hast'
import { h } from 'hastscript'
import type { CheckRun, PullRequest } from '../../../github/world/model.ts'
import type { Viewer } from '../scene.ts'

/** What people wrote, kept from turning the direction of what stands beside it. */
export function theirs(text: string): Element {
  return h('bdi', text)
}

/** A state of a check, as a class and a word; undefined is a check that never came. */
export function stateOf(run: CheckRun | undefined): string {
  if (run === undefined) return 'missing'
  return run.status === 'completed' ? (run.conclusion ?? 'neutral') : run.status
}

const words: Readonly<Record<string, string>> = {
  success: 'passes',
  failure: 'blocks',
  action_required: 'cannot be told',
  in_progress: 'is running',
  missing: 'has not come',
}

export function wordOf(state: string): string {
  return words[state] ?? state
}

const marks: Readonly<Record<string, string>> = { success: '✓', failure: '✕', action_required: '!', missing: '·' }

/** The round mark of a state. What it means is said in words beside it. */
export function markOf(state: string): Element {
  return h('span', { className: ['mark', state], ariaHidden: 'true' }, marks[state] ?? '–')
}

export function pullState(pull: PullRequest): 'merged' | 'closed' | 'draft' | 'open' {
  if (pull.mergedAt !== null) return 'merged'
  if (pull.state === 'closed') return 'closed'
  return pull.draft ? 'draft' : 'open'
}

export function badge(state: string): Element {
  return h('span', { className: ['badge', state] }, state)
}

export function linkTo({ user }: Viewer, path: string, content: string | Nodes[], hash = ''): Element {
  return h('a', { href: `${path}?as=${user.login}${hash}` }, content as Element[])
}

/** A form that does a deed; the fields `of` say on what. */
export function deedForm(
  deed: string,
  of: Readonly<Record<string, string | number>>,
  content: Element[],
  id?: string,
): Element {
  const fields = Object.entries(of).map(([name, value]) => h('input', { type: 'hidden', name, value: String(value) }))
  return h('form', { className: ['deed'], dataDeed: deed, ...(id === undefined ? {} : { id }) }, [
    ...fields,
    ...content,
  ])
}

export function button({ scene }: Viewer, label: string, more: Readonly<Record<string, unknown>> = {}): Element {
  return h('button', { type: 'submit', disabled: !scene.mayAct(), ...more } as Record<string, string | boolean>, label)
}

export function moment(at: number): string {
  return new Date(at).toISOString().slice(11, 19)
}
