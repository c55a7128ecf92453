import type { ChartAt } from '../../domain/charts-facts.ts'
import type { Tips } from './tips.ts'

/** Charts of one base that pack a directory by `file://`, directly or through another of them. */
export interface Dependents {
  readonly of: (baseRefName: string, directory: string) => readonly ChartAt[]
}

export function dependentsIn(tips: Tips): Dependents {
  const byBase = new Map<string, ReadonlyMap<string, readonly ChartAt[]>>()
  return {
    of: (baseRefName, directory) => {
      const direct = byBase.get(baseRefName) ?? directDependents(tips, baseRefName)
      byBase.set(baseRefName, direct)
      return closure(direct, directory)
    },
  }
}

function directDependents(tips: Tips, baseRefName: string): ReadonlyMap<string, readonly ChartAt[]> {
  const found = new Map<string, ChartAt[]>()
  const base = tips.of(baseRefName)
  for (const charts of base.known ? base.value.values() : []) {
    for (const chart of charts) {
      for (const directory of packedDirectories(chart)) {
        const there = found.get(directory)
        if (there === undefined) found.set(directory, [chart])
        else if (!there.includes(chart)) there.push(chart)
      }
    }
  }
  return found
}

function closure(direct: ReadonlyMap<string, readonly ChartAt[]>, start: string): readonly ChartAt[] {
  const found = new Map<string, ChartAt>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const chart of direct.get(next) ?? []) {
      if (chart.directory === start || found.has(chart.directory)) continue
      found.set(chart.directory, chart)
      waiting.push(chart.directory)
    }
  }
  return [...found.values()]
}

/** Directories in this repository that a chart packs by `file://`. */
export function packedDirectories(chart: ChartAt): readonly string[] {
  const written = [
    ...(chart.file.loads === true ? (chart.file.localDependencies ?? []) : []),
    ...(chart.requirements ?? []),
  ]
  return written.flatMap((path) => resolveFrom(chart.directory, path) ?? [])
}

/** Null for an absolute path and for one that leads out of the repository. */
function resolveFrom(directory: string, path: string): string | null {
  if (path.startsWith('/')) return null
  const names = directory === '.' ? [] : directory.split('/')
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return null
  }
  return names.length === 0 ? '.' : names.join('/')
}
