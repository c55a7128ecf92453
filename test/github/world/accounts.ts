import type { Account, Actor, Bot, Id, IssueType, Organization, Team, User } from './model.ts'
import type { World } from './world.ts'

export class Accounts {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  user(login: string, options: { name?: string; email?: string; token?: string } = {}): User {
    return this.#add<User>({
      ...this.#base(login, 'User'),
      kind: 'User',
      name: options.name ?? login,
      email: options.email ?? `${login}@users.noreply.github.com`,
      token: options.token ?? null,
    })
  }

  /** A bot account; its REST login is `slug[bot]`. */
  bot(slug: string, appId: Id | null = null): Bot {
    return this.#add<Bot>({
      ...this.#base(`${slug}[bot]`, 'Bot'),
      kind: 'Bot',
      appId,
      email: `${slug}[bot]@users.noreply.github.com`,
    })
  }

  organization(login: string, options: { admins?: readonly Actor[]; members?: readonly Actor[] } = {}): Organization {
    const organization = this.#add<Organization>({
      ...this.#base(login, 'Organization'),
      kind: 'Organization',
      members: new Map(),
      teams: new Map(),
      issueTypes: new Map(),
    })
    for (const member of options.members ?? []) organization.members.set(member.id, 'member')
    for (const admin of options.admins ?? []) organization.members.set(admin.id, 'admin')
    for (const name of ['Task', 'Bug', 'Feature']) this.issueType(organization, name)
    return organization
  }

  addMember(organization: Organization, user: User, role: 'admin' | 'member' = 'member'): void {
    organization.members.set(user.id, role)
  }

  team(organization: Organization, slug: string, members: readonly User[]): Team {
    const id = this.#world.nextId()
    const team = { id, nodeId: `T_${id}`, slug, name: slug, members: new Set(members.map((member) => member.id)) }
    organization.teams.set(slug, team)
    return team
  }

  issueType(organization: Organization, name: string): IssueType {
    const id = this.#world.nextId()
    const type = { id, nodeId: `IT_${id}`, name, description: `${name}s` }
    organization.issueTypes.set(name, type)
    return type
  }

  /** What it wrote stays, under the name `ghost`. */
  delete(account: Account): void {
    account.deleted = true
  }

  #base(login: string, kind: 'User' | 'Bot' | 'Organization') {
    for (const other of this.#world.state.accounts.values()) {
      if (!other.deleted && other.login.toLowerCase() === login.toLowerCase()) throw new Error(`${login} is taken`)
    }
    return { ...this.#world.identify(kind), login, name: null, createdAt: this.#world.now(), deleted: false }
  }

  #add<T extends Account>(account: T): T {
    this.#world.state.accounts.set(account.id, account)
    return account
  }
}
