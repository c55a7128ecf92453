import { isMap, isScalar, isSeq, type Node } from 'yaml'
import type { ChartFile, ChartVersion, ScalarPosition } from '../../domain/chart-version.ts'
import { type ChartDocument, type Entry, entriesOf, readFirstDocument } from './chart-document.ts'
import { type Field, findField, positionAt, positionOf, restOfLine, type ScalarField } from './chart-fields.ts'
import { isStrict, parseVersion } from './version-order.ts'

type Refusal = Extract<ChartFile, { loads: false }>

const threeNumbers = 'Write the version as three numbers, MAJOR.MINOR.PATCH.'

/**
 * Reads a Chart.yaml as Helm does (`pkg/chart`: loader, `Metadata.Validate`): YAML 1.1 through JSON, loose versions,
 * first document only. The caller has made sure that it is text of at most 512 KB. Never throws.
 */
export function readChartFile(text: string): ChartFile {
  const document = readFirstDocument(text)
  if (document === null) return refuse('it is nested too deeply to be read', 'Flatten the file.')
  const conflict = conflictMarker(document)
  if (conflict !== null) {
    const why = 'it is no YAML: it holds unresolved conflict markers'
    return refuse(why, 'Resolve the merge conflict in the file.', { position: conflict })
  }
  const { root } = document
  const entries = isMap(root) ? entriesOf(root, document) : root === null ? [] : null
  const placeholder = entries === null ? null : findPlaceholder(entries, document)
  if (placeholder !== null) return placeholder
  if (document.errorAt !== null) {
    const position = positionAt(document.errorAt, document.errorAt + 1, document)
    const why = `it is no YAML: there is a syntax error on line ${position.line}`
    return refuse(why, 'Correct the YAML.', { position })
  }
  if (entries === null) return refuse('it is no YAML mapping that can be read', 'Write the chart as a plain mapping.')
  return readEntries(entries, document)
}

function readEntries(entries: readonly Entry[], document: ChartDocument): ChartFile {
  const field = (name: string): Field => findField(name, entries, document)
  const version = field('version')
  const named = nameOf(field('name'))
  if (version.kind === 'absent') return refuse('it has no version', threeNumbers, named)
  if (version.kind === 'not-a-scalar')
    return refuse('its version is no text', threeNumbers, { ...named, position: version.position })
  const read = readVersion(version)
  if (read.packaged === null) return refuseVersion(version, read, named)
  if (isPlaceholderVersion(read.packaged))
    return { loads: 'placeholder', ...named, written: read.written, position: read.position }
  const fault = nameFault(field('name')) ?? typeFault(field('type')) ?? deprecatedFault(field('deprecated'))
  if (fault !== null) return refuse(fault.why, fault.fix, { ...named, version: read, ...at(fault.position) })
  const appVersion = field('appVersion')
  if (appVersion.kind === 'not-a-scalar')
    return refuse('its appVersion is no text', 'Write appVersion as text, in quotes.', {
      ...named,
      version: read,
      position: appVersion.position,
    })
  const local = localDependencies(entries, document)
  return {
    loads: true,
    name: named.name ?? '',
    version: read,
    ...(appVersion.kind === 'scalar'
      ? { appVersion: printable(appVersion.resolved.text), appVersionPosition: appVersion.position }
      : {}),
    ...(local.length === 0 ? {} : { localDependencies: local }),
  }
}

/**
 * The paths after `file://` in a requirements.yaml, Helm 2's place for dependencies; none for a text that is no such
 * file, since Helm refuses the chart for it by another reason than a missing path.
 */
export function readRequirements(text: string): readonly string[] {
  const document = readFirstDocument(text)
  const entries = document !== null && isMap(document.root) ? entriesOf(document.root, document) : null
  return document === null || entries === null ? [] : localDependencies(entries, document)
}

function localDependencies(entries: readonly Entry[], document: ChartDocument): readonly string[] {
  const list = entries.findLast(({ key }) => String(key.value).toLowerCase() === 'dependencies')?.value
  if (!isSeq(list)) return []
  return list.items.flatMap((item) => {
    const dependency = document.resolveAlias(item as Node)
    const fields = isMap(dependency) ? entriesOf(dependency, document) : null
    if (fields === null) return []
    const repository = findField('repository', fields, document)
    const isLocal = repository.kind === 'scalar' && repository.written.startsWith('file://')
    return isLocal ? [repository.written.slice('file://'.length)] : []
  })
}

function readVersion(field: ScalarField): ChartVersion {
  const packaged = printable(field.resolved.text)
  const parsed = parseVersion(packaged)
  return {
    written: field.written,
    packaged: parsed === null ? null : packaged,
    style: field.style,
    strict: parsed !== null && isStrict(parsed),
    position: field.position,
  }
}

function refuseVersion(field: ScalarField, version: ChartVersion, named: { readonly name?: string }): Refusal {
  const becomes = field.resolved.kind === 'text' ? null : field.resolved.text
  const why =
    becomes === null ? 'its version is no SemVer that Helm accepts' : `its unquoted version is ${becomes} to YAML`
  const fix = becomes !== null && parseVersion(field.written) !== null ? 'Put the version in quotes.' : threeNumbers
  return refuse(why, fix, { ...named, version, position: version.position })
}

/** `Metadata.Validate` turns white space into spaces and drops what cannot be printed. */
function printable(text: string): string {
  return text.replace(/[\s\u0085]/gu, ' ').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
}

interface Fault {
  readonly why: string
  readonly fix: string
  readonly position?: ScalarPosition
}

function nameOf(field: Field): { readonly name?: string } {
  return field.kind === 'scalar' && field.resolved.text !== '' ? { name: printable(field.resolved.text) } : {}
}

function nameFault(field: Field): Fault | null {
  const name = nameOf(field).name
  if (name === undefined) return { why: 'it has no name', fix: 'Give the chart a name.', ...at(positionOfField(field)) }
  if (name !== '.' && name !== '..' && !/[/\\]/.test(name)) return null
  return {
    why: 'its name is not one that Helm accepts',
    fix: 'Name the chart without a path separator.',
    ...at(positionOfField(field)),
  }
}

function typeFault(field: Field): Fault | null {
  if (field.kind === 'absent') return null
  if (field.kind === 'scalar' && ['', 'application', 'library'].includes(field.resolved.text)) return null
  return {
    why: 'its type is neither application nor library',
    fix: 'Write `type: application` or `type: library`.',
    position: field.position,
  }
}

function deprecatedFault(field: Field): Fault | null {
  if (field.kind === 'absent' || (field.kind === 'scalar' && field.resolved.kind === 'boolean')) return null
  return {
    why: 'its field deprecated is no true or false',
    fix: 'Write `deprecated: true` without quotes.',
    position: field.position,
  }
}

function positionOfField(field: Field): ScalarPosition | undefined {
  return field.kind === 'absent' ? undefined : field.position
}

function at(position: ScalarPosition | undefined): { readonly position?: ScalarPosition } {
  return position === undefined ? {} : { position }
}

function refuse(why: string, fix: string, rest: Partial<Pick<Refusal, 'name' | 'version' | 'position'>> = {}): Refusal {
  return { loads: false, ...rest, why, fix }
}

/** Only where the text is no YAML: seven signs inside a longer text are no conflict. */
function conflictMarker(document: ChartDocument): ScalarPosition | null {
  if (document.errorAt === null) return null
  const marker = /^(?:<{7}|>{7})(?: .*)?$/m.exec(document.text)
  return marker === null ? null : positionAt(marker.index, marker.index + marker[0].length, document)
}

const templateMark = /\{\{|\$\{|@@/
const placeholderLabel = /^(?:dev|snapshot|placeholder|local)/i

function isPlaceholderVersion(version: string): boolean {
  const parsed = parseVersion(version)
  if (parsed === null) return false
  const [label] = parsed.prerelease
  if (label !== undefined) return placeholderLabel.test(label)
  return parsed.major === 0n && parsed.minor === 0n && parsed.patch === 0n
}

/** A version (or name) that a release process fills in. The rest of such a file need not be YAML. */
function findPlaceholder(entries: readonly Entry[], document: ChartDocument): ChartFile | null {
  const version = templateAt('version', entries, document)
  const name = templateAt('name', entries, document)
  const marked = version ?? name
  if (marked === null) return null
  const plainName = name === null ? nameOf(findField('name', entries, document)) : {}
  return { loads: 'placeholder', ...plainName, written: marked.written, position: marked.position }
}

function templateAt(name: string, entries: readonly Entry[], document: ChartDocument) {
  const entry = entries.findLast((candidate) => String(candidate.key.value).toLowerCase() === name)
  const node = entry?.writtenAs
  if (entry === undefined || node === undefined || node === null) return null
  const isPlain = isScalar(entry.value)
  const written = isPlain ? String(entry.value.value) : restOfLine(node, document)
  if (!templateMark.test(written)) return null
  if (isPlain) return { written, position: positionOf(node, document) }
  const start = node.range?.[0] ?? 0
  return { written, position: positionAt(start, start + written.length, document) }
}
