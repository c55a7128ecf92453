import { createHash } from 'node:crypto'
import { commitText, tagText, treeBytes } from './object-text.ts'
import type { Blob, Commit, GitObject, Oid, Tag, Tree, TreeEntry } from './objects.ts'

const encoder = new TextEncoder()

/** The objects of one fork network, by id. Objects are immutable and shared between trees and branches. */
export class ObjectStore {
  readonly #objects = new Map<Oid, GitObject>()

  get size(): number {
    return this.#objects.size
  }

  has(oid: Oid): boolean {
    return this.#objects.has(oid)
  }

  get(oid: Oid): GitObject | undefined {
    return this.#objects.get(oid)
  }

  /** @throws when the object is missing or no commit. */
  commit(oid: Oid): Commit {
    const object = this.#objects.get(oid)
    if (object?.type !== 'commit') throw new Error(`no commit ${oid}`)
    return object
  }

  /** @throws when the object is missing or no tree. */
  tree(oid: Oid): Tree {
    const object = this.#objects.get(oid)
    if (object?.type !== 'tree') throw new Error(`no tree ${oid}`)
    return object
  }

  /** @throws when the object is missing or no blob. */
  blob(oid: Oid): Blob {
    const object = this.#objects.get(oid)
    if (object?.type !== 'blob') throw new Error(`no blob ${oid}`)
    return object
  }

  writeBlob(content: string | Uint8Array): Oid {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content
    const oid = objectId('blob', bytes)
    if (!this.#objects.has(oid)) this.#objects.set(oid, { type: 'blob', oid, bytes })
    return oid
  }

  writeTree(entries: readonly TreeEntry[]): Oid {
    const sorted = [...entries].sort(byGitOrder)
    const oid = objectId('tree', treeBytes(sorted))
    if (!this.#objects.has(oid)) this.#objects.set(oid, { type: 'tree', oid, entries: sorted })
    return oid
  }

  writeCommit(commit: Omit<Commit, 'type' | 'oid'>): Oid {
    const oid = objectId('commit', encoder.encode(commitText(commit)))
    if (!this.#objects.has(oid)) this.#objects.set(oid, { ...commit, type: 'commit', oid })
    return oid
  }

  writeTag(tag: Omit<Tag, 'type' | 'oid'>): Oid {
    const oid = objectId('tag', encoder.encode(tagText(tag)))
    if (!this.#objects.has(oid)) this.#objects.set(oid, { ...tag, type: 'tag', oid })
    return oid
  }
}

function objectId(type: GitObject['type'], body: Uint8Array): Oid {
  return createHash('sha1').update(`${type} ${body.byteLength}\0`).update(body).digest('hex')
}

function byGitOrder(a: TreeEntry, b: TreeEntry): number {
  return Buffer.compare(Buffer.from(orderName(a)), Buffer.from(orderName(b)))
}

function orderName(entry: TreeEntry): string {
  return entry.mode === '40000' ? `${entry.name}/` : entry.name
}
