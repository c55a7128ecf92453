import { parse } from 'yaml'
import { changedFiles, textOf } from '../../github/git/changes.ts'
import { mergeBase } from '../../github/git/history.ts'
import type { ObjectStore } from '../../github/git/object-store.ts'
import type { Oid } from '../../github/git/objects.ts'
import { entryAt, listFiles } from '../../github/git/trees.ts'

/** A chart at one commit, as the oracle reads it. */
export interface ChartSeen {
  readonly name: string
  readonly version: string
  readonly directory: string
  readonly treeOid: Oid
}

/** What a pull request does to one chart's version, three-way: from the merge base, the base's tip and the head. */
export interface OwnClaim {
  readonly chart: string
  readonly version: string
  readonly directory: string
  readonly treeOid: Oid
}

/** The oracle's own reading of charts out of git objects; it shares nothing with the product. */
export class GitCharts {
  readonly #store: ObjectStore
  readonly #charts = new Map<Oid, readonly ChartSeen[]>()
  readonly #claims = new Map<string, readonly OwnClaim[]>()

  constructor(store: ObjectStore) {
    this.#store = store
  }

  at(commit: Oid): readonly ChartSeen[] {
    const known = this.#charts.get(commit)
    if (known !== undefined) return known
    const { tree } = this.#store.commit(commit)
    const charts: ChartSeen[] = []
    for (const [path, entry] of listFiles(this.#store, tree)) {
      if (!path.endsWith('/Chart.yaml')) continue
      const { name, version } = parse(textOf(this.#store, entry) ?? '') as { name: string; version: string }
      const directory = path.slice(0, -'/Chart.yaml'.length)
      const treeOid = entryAt(this.#store, tree, directory)?.oid
      if (treeOid === undefined) throw new Error(`no directory ${directory}`)
      charts.push({ name, version: String(version), directory, treeOid })
    }
    this.#charts.set(commit, charts)
    return charts
  }

  /**
   * Versions that the pull request's own diff sets: in a Chart.yaml that GitHub lists as changed, and other than at the
   * merge base with the tip as it is now. GitHub's list stays as it was at the last push or retargeting.
   */
  claims(listedFrom: Oid, tip: Oid, head: Oid): readonly OwnClaim[] {
    const key = `${listedFrom} ${tip} ${head}`
    const known = this.#claims.get(key)
    if (known !== undefined) return known
    const before = this.at(this.base(tip, head))
    const listed = new Set(changedFiles(this.#store, listedFrom, head).map(({ path }) => path))
    const claims = this.at(head)
      .filter(({ directory }) => listed.has(`${directory}/Chart.yaml`))
      .filter(({ name, version }) => before.find((chart) => chart.name === name)?.version !== version)
      .map(({ name, version, directory, treeOid }) => ({ chart: name, version, directory, treeOid }))
    this.#claims.set(key, claims)
    return claims
  }

  /** Whether every file of the chart that the pull request changes is at the tip as it is at the head. */
  changesAreAtTip(listedFrom: Oid, tip: Oid, head: Oid, directory: string): boolean {
    const [tipTree, headTree] = [this.#store.commit(tip).tree, this.#store.commit(head).tree]
    return changedFiles(this.#store, listedFrom, head)
      .filter(({ path }) => path.startsWith(`${directory}/`))
      .every(({ path }) => entryAt(this.#store, tipTree, path)?.oid === entryAt(this.#store, headTree, path)?.oid)
  }

  base(tip: Oid, head: Oid): Oid {
    const base = mergeBase(this.#store, tip, head)
    if (base === undefined) throw new Error('unrelated histories')
    return base
  }
}
