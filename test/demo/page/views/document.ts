import type { Element, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { actors, pullsOf, type Viewer } from '../scene.ts'
import { pullList } from './pull-list.ts'
import { pullPage } from './pull-page.ts'

/** The HTML inside `<main>` at a path, which changes as the world does; null where there is no such page. */
export function mainAt(viewer: Viewer, path: string): string | null {
  const content = contentAt(viewer, path)
  return content === null ? null : toHtml(h(null, [...notices(viewer), ...content]))
}

function contentAt(viewer: Viewer, path: string): Element[] | null {
  if (path === '/') return pullList(viewer)
  const number = /^\/pull\/(\d{1,9})$/.exec(path)?.[1]
  const pull = pullsOf(viewer.scene).find((one) => String(one.number) === number)
  return pull === undefined ? null : pullPage(viewer, pull)
}

function notices({ scene, losesNext }: Viewer): Element[] {
  return [
    ...(scene.mayAct()
      ? []
      : [
          h(
            'p',
            { className: ['notice'] },
            'The story plays in the terminal, and this page follows. You can act when it is over.',
          ),
        ]),
    ...(losesNext
      ? [h('p', { className: ['notice'], dataLosesNext: 'yes' }, 'GitHub will lose the webhooks of the next deed.')]
      : []),
  ]
}

/** The whole page at a path, as it stands. */
export function documentAt(viewer: Viewer, main: string): string {
  const { scene, user, losesNext } = viewer
  const head: Root = h(null, [
    { type: 'doctype' },
    h('html', { lang: 'en' }, [
      h('head', [
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('title', 'Claimwarden, the demo'),
        h('link', { rel: 'stylesheet', href: '/page.css' }),
        h('script', { type: 'module', src: '/page.js' }),
      ]),
      h('body', [
        h('a', { className: ['skip'], href: '#main' }, 'To the content'),
        h('header', { className: ['top'] }, [
          h('p', { className: ['brand'] }, [h('b', 'Claimwarden'), h('span', ' beside a simulated GitHub')]),
          h('span', { className: ['who'] }, [
            h('label', { htmlFor: 'actor' }, 'You are'),
            h(
              'select',
              { id: 'actor', autoComplete: 'off' },
              actors(scene).map((one) =>
                h('option', { value: one.user.login, selected: one.user === user }, `${one.user.login}, ${one.role}`),
              ),
            ),
          ]),
          h('label', { className: ['switch'], title: 'GitHub loses what it would tell the app of the next deed' }, [
            h('input', { id: 'lose-next', type: 'checkbox', role: 'switch', checked: losesNext, autoComplete: 'off' }),
            'Drop the next webhook',
          ]),
        ]),
        h('output', { id: 'answer', role: 'status' }),
        h('noscript', [
          h('p', { className: ['notice'] }, 'Without JavaScript this page stands still, and its buttons do nothing.'),
        ]),
        h('main', { id: 'main', tabIndex: -1 }),
      ]),
    ]),
  ])
  return toHtml(head).replace(
    '<main id="main" tabindex="-1"></main>',
    () => `<main id="main" tabindex="-1">${main}</main>`,
  )
}
