/** A 40-digit lower-case SHA-1 object id. */
export type Oid = string

/** Git's file modes as they stand in tree entries. */
export type FileMode = '100644' | '100755' | '120000' | '40000' | '160000'

export interface Blob {
  readonly type: 'blob'
  readonly oid: Oid
  readonly bytes: Uint8Array
}

export interface TreeEntry {
  readonly name: string
  readonly mode: FileMode
  readonly oid: Oid
}

/** Entries stand in git's own order: by bytes, a directory as if its name ended in '/'. */
export interface Tree {
  readonly type: 'tree'
  readonly oid: Oid
  readonly entries: readonly TreeEntry[]
}

export interface Person {
  readonly name: string
  readonly email: string
  /** Epoch milliseconds; git keeps whole seconds (UTC here). */
  readonly at: number
}

export interface Commit {
  readonly type: 'commit'
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly author: Person
  readonly committer: Person
  /** The raw message, ending as it was written. */
  readonly message: string
}

/** An annotated tag object. */
export interface Tag {
  readonly type: 'tag'
  readonly oid: Oid
  readonly target: Oid
  readonly targetType: 'commit' | 'tag' | 'tree' | 'blob'
  readonly name: string
  readonly tagger: Person
  readonly message: string
}

export type GitObject = Blob | Tree | Commit | Tag
