import { known, type Reading } from '../../domain/reading.ts'
import type { NumberedReference, WorkflowRunReference } from '../../domain/repository.ts'
import { sameReference, sameRepository } from '../../domain/repository.ts'
import { type ReferenceOptions, readReferences } from './closing-reference.ts'
import { trimmed } from './criterion-text.ts'
import { parseMarkdown, type VisibleBlock, visibleBlocks } from './markdown.ts'

/** What a piece of evidence names. None of it is known to exist: facts tell that. */
export interface Pointers {
  /** Words that may be a path or the end of one, without line numbers; in code spans any word may be. */
  readonly paths: readonly string[]
  /** 7 to 40 lower-case hex digits. */
  readonly commits: readonly string[]
  /** Texts of code spans and quotations, any of which may be the name of a check. */
  readonly checks: readonly string[]
  /** Issues and pull requests, by number or URL. */
  readonly references: readonly NumberedReference[]
  readonly runs: readonly WorkflowRunReference[]
}

/** Reads what evidence names from its Markdown source. `options.home` is the pull request's repository. */
export function readPointers(evidenceSource: string, options: ReferenceOptions): Reading<Pointers> {
  const parsed = parseMarkdown(evidenceSource)
  if (!parsed.known) return parsed
  const found: Found = { paths: new Set(), commits: new Set(), checks: new Set(), references: [], runs: [] }
  for (const block of visibleBlocks(parsed.value)) if (!block.quoted) readBlock(block, options, found)
  return known({
    paths: [...found.paths],
    commits: [...found.commits],
    checks: [...found.checks],
    references: found.references,
    runs: found.runs,
  })
}

interface Found {
  readonly paths: Set<string>
  readonly commits: Set<string>
  readonly checks: Set<string>
  readonly references: NumberedReference[]
  readonly runs: WorkflowRunReference[]
}

function readBlock(block: VisibleBlock, options: ReferenceOptions, found: Found): void {
  for (const piece of block.pieces) {
    if (piece.code) found.checks.add(piece.text.trim())
    if (piece.url !== undefined) readUrl(piece.url, options, found)
    for (const word of piece.text.split(/\s+/u)) readWord(word, piece.code, found)
  }
  for (const quotation of block.prose.matchAll(/"([^"\n]{1,200})"|“([^”\n]{1,200})”|'([^'\n]{1,200})'/gu)) {
    found.checks.add((quotation[1] ?? quotation[2] ?? quotation[3] ?? '').trim())
  }
  for (const { target } of readReferences(block.prose, options)) addReference(target, found)
}

function addReference(target: NumberedReference, found: Found): void {
  if (!found.references.some((known) => sameReference(known, target))) found.references.push(target)
}

/** `path`, `path:12`, `path#L12-L20`, `./path`, with any punctuation around. */
function readWord(written: string, inCode: boolean, found: Found): void {
  const word = trimmed(written, /[()[\]{}<>,;:!?"'`*“”‘’]/).replace(/\.$/u, '')
  if (/^[0-9a-f]{7,40}$/iu.test(word)) found.commits.add(word.toLowerCase())
  if (word.includes('://')) return
  const path = word.replace(/(?:#L\d+(?:-L?\d+)?|:\d+(?:[-:]\d+)*)$/u, '').replace(/^(?:\.\/)+/u, '')
  if (!/[\p{L}\p{N}]/u.test(path) || path.length > longestPath) return
  if (inCode || /[/.](?=[^/.])/u.test(path)) found.paths.add(path)
}

const longestPath = 1_000

const gitHubUrl = /^https?:\/\/(?:www\.)?([^/]+)\/([^/]+)\/([^/?#]+)\/([^?#]*)/u

function readUrl(url: string, options: ReferenceOptions, found: Found): void {
  const match = gitHubUrl.exec(url)
  const [, host = '', owner = '', name = '', rest = ''] = match ?? []
  if (!(options.hosts ?? ['github.com']).some((known) => known.toLowerCase() === host.toLowerCase())) return
  for (const { target } of readReferences(url, options)) addReference(target, found)
  const repository = { owner, name }
  const run = /^actions\/runs\/(\d{1,15})(?:\/|$)/u.exec(rest)
  if (run !== null) found.runs.push({ repository, runId: Number(run[1]) })
  if (!sameRepository(repository, options.home)) return
  const commit = /(?:^|\/)commits?\/([0-9a-f]{7,40})$/iu.exec(rest)
  if (commit !== null) found.commits.add((commit[1] ?? '').toLowerCase())
  const blob = /^blob\/[^/]+\/(.+)$/u.exec(rest)
  if (blob !== null) found.paths.add(blob[1] ?? '')
}
