import type { Fields } from '../context.ts'
import { iso } from '../context.ts'
import { notFound } from '../errors.ts'
import type { AccountSource, AppSource } from '../sources.ts'

/** GraphQL names a bot by its app's slug, without the `[bot]` that REST shows. */
function login({ account }: AccountSource): string {
  return account.kind === 'Bot' ? account.login.replace(/\[bot\]$/, '') : account.login
}

const accountFields: Fields<AccountSource> = {
  id: ({ account }) => account.nodeId,
  databaseId: ({ account }) => account.id,
  login,
  name: ({ account }) => account.name,
  createdAt: ({ account }) => iso(account.createdAt),
  avatarUrl: ({ account }, _args, { htmlUrl }) => `${htmlUrl}/avatars/u/${account.id}`,
  url: (source, _args, { htmlUrl }) =>
    source.account.kind === 'Bot' ? `${htmlUrl}/apps/${login(source)}` : `${htmlUrl}/${login(source)}`,
  resourcePath: (source) => (source.account.kind === 'Bot' ? `/apps/${login(source)}` : `/${login(source)}`),
  repository: ({ account }, { name }: { name: string }, { view }) => {
    const found = view.repositoryByName(account.login, name)
    if (found === undefined) {
      throw notFound(`Could not resolve to a Repository with the name '${account.login}/${name}'.`)
    }
    return { __typename: 'Repository', repository: found.repository }
  },
}

export const Bot = accountFields
export const User: Fields<AccountSource> = {
  ...accountFields,
  email: ({ account }) => (account.kind === 'User' ? account.email : ''),
  isViewer: ({ account }, _args, { view }) => view.caller.kind === 'user' && view.caller.user.id === account.id,
}
export const Organization = accountFields

export const App: Fields<AppSource> = {
  id: ({ app }) => app.nodeId,
  databaseId: ({ app }) => app.id,
  slug: ({ app }) => app.slug,
  name: ({ app }) => app.name,
  clientId: ({ app }) => app.clientId,
  createdAt: ({ app }) => iso(app.createdAt),
  url: ({ app }, _args, { htmlUrl }) => `${htmlUrl}/apps/${app.slug}`,
}
