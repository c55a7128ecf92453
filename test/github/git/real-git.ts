import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStore } from './object-store.ts'
import { commitText, tagText, treeBytes } from './object-text.ts'
import type { GitObject, Oid } from './objects.ts'

/** A bare repository of the installed git, to hold our second reading of git against the first. */
export class RealGit {
  readonly directory = mkdtempSync(join(tmpdir(), 'real-git-'))

  constructor() {
    this.run(['init', '-q', '--bare'])
  }

  run(args: readonly string[], input?: Uint8Array): string {
    return execFileSync('git', [...args], {
      cwd: this.directory,
      input: input ?? '',
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: this.directory },
    }).trim()
  }

  /** @returns the id git gives this object. */
  write(object: GitObject): Oid {
    return this.run(['hash-object', '-w', '-t', object.type, '--stdin'], objectBytes(object))
  }

  /** Writes a commit with everything it needs. */
  writeAll(store: ObjectStore, oid: Oid, done = new Set<Oid>()): void {
    if (done.has(oid)) return
    done.add(oid)
    const object = store.get(oid)
    if (!object) throw new Error(`no object ${oid}`)
    if (object.type === 'commit')
      for (const below of [object.tree, ...object.parents]) this.writeAll(store, below, done)
    if (object.type === 'tree') for (const entry of object.entries) this.writeAll(store, entry.oid, done)
    this.write(object)
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}

function objectBytes(object: GitObject): Uint8Array {
  if (object.type === 'blob') return object.bytes
  if (object.type === 'tree') return treeBytes(object.entries)
  return new TextEncoder().encode(object.type === 'commit' ? commitText(object) : tagText(object))
}
