import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { changedFiles } from './changes.ts'
import { divergence, isAncestor, mergeBase } from './history.ts'
import { mergeText, mergeTrees } from './merge.ts'
import { ObjectStore } from './object-store.ts'
import type { Oid } from './objects.ts'
import { RealGit } from './real-git.ts'
import { entryAt, type FileChanges, listFiles, resolveExpression, writeFiles } from './trees.ts'

let git: RealGit
beforeAll(() => {
  git = new RealGit()
})
afterAll(() => git.remove())

let tick = 1_700_000_000_000
function commit(store: ObjectStore, parents: readonly Oid[], changes: FileChanges, message = 'change'): Oid {
  const [first] = parents
  const person = { name: 'Ada', email: 'ada@example.org', at: tick }
  tick += 1000
  const tree = writeFiles(store, first === undefined ? null : store.commit(first).tree, changes)
  return store.writeCommit({ tree, parents, author: person, committer: person, message: `${message}\n` })
}

describe('object ids', () => {
  const store = new ObjectStore()
  const tree = writeFiles(store, null, {
    'a.txt': 'a\n',
    a: 'sorts before a.txt only as a file\n',
    'a-b/c': 'x',
    'lib/deep/ü.txt': 'ü\n',
    'bin/run': { executable: '#!/bin/sh\n' },
    link: { symlink: 'a.txt' },
    'raw.bin': new Uint8Array([0, 255, 10, 13]),
    empty: '',
  })
  const root = commit(store, [], { 'x/y': '1' }, 'Root\n\nBody with ünïcode')
  const person = { name: 'Ada', email: 'ada@example.org', at: 1_700_000_000_999 }
  const tag = store.writeTag({ target: root, targetType: 'commit', name: 'v1', tagger: person, message: 'One\n' })

  test('git gives every object the same id', () => {
    git.writeAll(store, tree)
    git.writeAll(store, root)
    for (const oid of [...listFiles(store, tree).values()].map((file) => file.oid)) {
      expect(git.write(store.blob(oid))).toBe(oid)
    }
    for (const oid of [tree, root, tag]) {
      const object = store.get(oid)
      expect(object && git.write(object)).toBe(oid)
    }
  })

  test('git lists the same files with the same modes', () => {
    git.writeAll(store, tree)
    const listed = git.run(['-c', 'core.quotePath=false', 'ls-tree', '-r', tree]).split('\n')
    const ours = [...listFiles(store, tree)].map(([path, file]) => `${file.mode} blob ${file.oid}\t${path}`)
    expect(ours).toEqual(listed)
  })
})

describe('trees', () => {
  const store = new ObjectStore()
  const before = writeFiles(store, null, { 'd/a': '1', 'd/b': '2', 'e/c': '3', f: '4' })

  test.each<[string, FileChanges, string[]]>([
    ['a file is removed', { f: null }, ['d/a', 'd/b', 'e/c']],
    ['a directory is removed with all below it', { d: null }, ['e/c', 'f']],
    ['an emptied directory goes', { 'e/c': null }, ['d/a', 'd/b', 'f']],
    ['a file takes the place of a directory', { d: 'x' }, ['d', 'e/c', 'f']],
    ['a directory takes the place of a file', { f: null, 'f/g': 'x' }, ['d/a', 'd/b', 'e/c', 'f/g']],
    ['removing what is not there changes nothing', { 'q/r': null }, ['d/a', 'd/b', 'e/c', 'f']],
  ])('%s', (_, changes, paths) => {
    expect([...listFiles(store, writeFiles(store, before, changes)).keys()]).toEqual(paths)
  })

  test('a thousand branches over a tree of fifty files share what they do not change', () => {
    const big = new ObjectStore()
    const files: Record<string, string> = {}
    for (let i = 0; i < 50; i += 1) files[`dir${i % 5}/file${i}`] = `${i}\n`
    const base = commit(big, [], files)
    for (let i = 0; i < 1000; i += 1) commit(big, [base], { 'dir0/file0': `branch ${i}\n` })
    expect(big.size).toBeLessThan(4100)
  })

  test.each(['', 'a//b', '../x', 'a/./b'])('the path %j is refused', (path) => {
    expect(() => writeFiles(store, before, { [path]: 'x' })).toThrow('bad path')
  })

  test('an expression names a commit, a directory, a file, or nothing', () => {
    const oid = commit(store, [], { 'd/a': '1' })
    const revision = (name: string) => (name === 'HEAD' ? oid : undefined)
    expect(resolveExpression(store, 'HEAD', revision)).toBe(oid)
    expect(resolveExpression(store, 'HEAD:', revision)).toBe(store.commit(oid).tree)
    expect(resolveExpression(store, 'HEAD:d/a', revision)).toBe(store.writeBlob('1'))
    expect(resolveExpression(store, 'HEAD:d/b', revision)).toBeUndefined()
    expect(resolveExpression(store, 'HEAD:d/a/x', revision)).toBeUndefined()
    expect(resolveExpression(store, 'other:d/a', revision)).toBeUndefined()
  })
})

describe('history', () => {
  test('random histories have the merge bases, the ahead and the behind of git', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.option(fc.nat(), { freq: 3 })), { minLength: 2, maxLength: 14 }),
        (plan) => {
          const store = new ObjectStore()
          const commits: Oid[] = [commit(store, [], { root: '1' })]
          for (const [first, second] of plan) {
            const picks = [first, ...(second === null ? [] : [second])].map(
              (pick) => commits[pick % commits.length] ?? '',
            )
            commits.push(commit(store, [...new Set(picks)], { [`f${commits.length}`]: '1' }))
          }
          const [a = '', b = ''] = commits.slice(-2)
          for (const oid of [a, b]) git.writeAll(store, oid)
          const found = divergence(store, a, b)
          expect([...found.mergeBases].sort()).toEqual(git.run(['merge-base', '--all', a, b]).split('\n').sort())
          expect(found.mergeBases[0]).toBe(git.run(['merge-base', a, b]))
          const counts = git
            .run(['rev-list', '--left-right', '--count', `${a}...${b}`])
            .split('\t')
            .map(Number)
          expect([found.onlyA.length, found.onlyB.length]).toEqual(counts)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('a criss-cross has two merge bases, and the newest comes first', () => {
    const store = new ObjectStore()
    const root = commit(store, [], { r: '1' })
    const [left, right] = [commit(store, [root], { l: '1' }), commit(store, [root], { m: '1' })]
    const a = commit(store, [left, right], { a: '1' })
    const b = commit(store, [right, left], { b: '1' })
    expect(divergence(store, a, b).mergeBases).toEqual([right, left])
  })

  test('unrelated histories have no merge base', () => {
    const store = new ObjectStore()
    expect(mergeBase(store, commit(store, [], { a: '1' }), commit(store, [], { b: '1' }))).toBeUndefined()
  })

  test('a commit is its own ancestor, a child is not its parent', () => {
    const store = new ObjectStore()
    const root = commit(store, [], { a: '1' })
    const child = commit(store, [root], { a: '2' })
    expect([isAncestor(store, root, child), isAncestor(store, root, root), isAncestor(store, child, root)]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('changed files', () => {
  test("added, removed, modified and renamed files come with git's counts", () => {
    const store = new ObjectStore()
    const from = commit(store, [], {
      keep: 'k\n',
      gone: '1\n2\n',
      edit: 'a\nb\nc\n',
      old: 'moved\n',
      bin: new Uint8Array([0, 1]),
    })
    const to = commit(store, [from], {
      gone: null,
      edit: 'a\nx\ny\nc\nd',
      old: null,
      'new/place': 'moved\n',
      fresh: '1\n2\n3\n',
      bin: new Uint8Array([0, 2]),
    })
    const files = changedFiles(store, from, to)
    expect(files.map((file) => [file.status, file.path, file.previousPath])).toEqual([
      ['modified', 'bin', null],
      ['modified', 'edit', null],
      ['added', 'fresh', null],
      ['removed', 'gone', null],
      ['renamed', 'new/place', 'old'],
    ])
    git.writeAll(store, to)
    const numstat = git.run(['diff', '--numstat', '-M100%', from, to]).split('\n')
    expect(files.map((file) => `${file.additions}\t${file.deletions}`)).toEqual(
      numstat.map((line) => line.split('\t').slice(0, 2).join('\t').replace('-\t-', '0\t0')),
    )
  })

  test('random edits of text have the line counts of git', () => {
    const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 12 }).map((lines) => lines.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const store = new ObjectStore()
        const from = commit(store, [], { f: before })
        const to = commit(store, [from], { f: after })
        git.writeAll(store, to)
        const counted = changedFiles(store, from, to).map((file) => `${file.additions}\t${file.deletions}\tf`)
        expect(counted.join('\n')).toBe(git.run(['diff', '--numstat', '--minimal', from, to]))
      }),
      { numRuns: 30 },
    )
  })
})

describe('merging', () => {
  const base = '1\n2\n3\n4\n5\n6\n7\n'
  test.each<[string, string, string, string | undefined]>([
    ['one side changed', '1\nX\n3\n4\n5\n6\n7\n', base, '1\nX\n3\n4\n5\n6\n7\n'],
    ['distant lines', '1\nX\n3\n4\n5\n6\n7\n', '1\n2\n3\n4\n5\nY\n7\n', '1\nX\n3\n4\n5\nY\n7\n'],
    ['the same change twice', '1\nX\n3\n4\n5\n6\n7\n', '1\nX\n3\n4\n5\n6\n7\n', '1\nX\n3\n4\n5\n6\n7\n'],
    ['one line, two ways', '1\nX\n3\n4\n5\n6\n7\n', '1\nY\n3\n4\n5\n6\n7\n', undefined],
    ['touching lines', '1\nX\n3\n4\n5\n6\n7\n', '1\n2\nY\n4\n5\n6\n7\n', undefined],
    ['two different insertions at one place', `0\n${base}`, `9\n${base}`, undefined],
  ])('%s', (_, ours, theirs, merged) => {
    expect(mergeText(base, ours, theirs)).toBe(merged)
  })

  test.each<[string, FileChanges, FileChanges, string[] | null]>([
    ['changes of different files merge', { a: 'A' }, { b: 'B' }, null],
    ['the same new file merges', { n: 'N' }, { n: 'N' }, null],
    ['two different new files of one name conflict', { n: 'N' }, { n: 'M' }, ['n']],
    ['removed here, changed there conflicts', { a: null }, { a: 'A' }, ['a']],
    ['removed on both sides merges', { a: null }, { a: null }, null],
    ['binary changed on both sides conflicts', { a: new Uint8Array([0]) }, { a: new Uint8Array([0, 1]) }, ['a']],
    ['a file here, a directory there conflicts', { x: 'X' }, { 'x/y': 'Y' }, ['x/y']],
  ])('%s', (_, ourChanges, theirChanges, conflicts) => {
    const store = new ObjectStore()
    const root = writeFiles(store, null, { a: 'a', b: 'b' })
    const [ours, theirs] = [writeFiles(store, root, ourChanges), writeFiles(store, root, theirChanges)]
    const result = mergeTrees(store, root, ours, theirs)
    expect(result.clean ? null : result.conflicts).toEqual(conflicts)
    if (!result.clean) return
    for (const [path, content] of Object.entries({ ...ourChanges, ...theirChanges })) {
      expect(entryAt(store, result.tree, path)?.oid).toBe(
        content === null ? undefined : store.writeBlob(content as string),
      )
    }
  })
})
