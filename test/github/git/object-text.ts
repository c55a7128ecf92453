import type { Commit, Person, Tag, TreeEntry } from './objects.ts'

const encoder = new TextEncoder()

/** The body of an annotated tag object. */
export function tagText(tag: Omit<Tag, 'type' | 'oid'>): string {
  return `object ${tag.target}\ntype ${tag.targetType}\ntag ${tag.name}\ntagger ${personText(tag.tagger)}\n\n${tag.message}`
}

/** The body of a commit object. */
export function commitText(commit: Omit<Commit, 'type' | 'oid'>): string {
  const parents = commit.parents.map((parent) => `parent ${parent}\n`).join('')
  return `tree ${commit.tree}\n${parents}author ${personText(commit.author)}\ncommitter ${personText(commit.committer)}\n\n${commit.message}`
}

function personText(person: Person): string {
  return `${person.name} <${person.email}> ${Math.floor(person.at / 1000)} +0000`
}

/** The body of a tree object; entries must stand in git's order. */
export function treeBytes(entries: readonly TreeEntry[]): Uint8Array {
  const parts: Uint8Array[] = []
  for (const entry of entries)
    parts.push(encoder.encode(`${entry.mode} ${entry.name}\0`), Buffer.from(entry.oid, 'hex'))
  return Buffer.concat(parts)
}
