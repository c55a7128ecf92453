import type { ChartFile } from '../../domain/chart-version.ts'
import { type Known, known, type Unknown, unknown } from '../../domain/reading.ts'
import { readChartFile } from '../parse/chart-yaml.ts'
import type { BlobNode } from '../queries/chart-objects.ts'
import type { ChartsCache } from './cache.ts'

/** GitHub cuts a blob's text there, and a Chart.yaml is never near it. */
export const maxChartFileBytes = 512 * 1024

/** Git's mode of a symbolic link. */
export const symbolicLinkMode = 0o120000

/** Reads one Chart.yaml from its blob, once per blob id. */
export function chartFileOfBlob(cache: ChartsCache, node: BlobNode): Known<ChartFile> | Unknown {
  const remembered = node.oid === undefined ? undefined : cache.files.get(node.oid)
  if (remembered?.known === true) return remembered
  const reading = readBlob(node)
  if (node.oid !== undefined && reading.known) cache.files.set(node.oid, reading)
  return reading
}

function readBlob(node: BlobNode): Known<ChartFile> | Unknown {
  if (node.__typename !== 'Blob') return unknown('no-plain-file', 'Chart.yaml is no file', 'cannot-cure')
  if ((node.byteSize ?? 0) > maxChartFileBytes || node.isTruncated === true) return tooLarge()
  if (node.isBinary === true || typeof node.text !== 'string') {
    return unknown('binary', 'Chart.yaml is a binary file', 'cannot-cure')
  }
  return known(readChartFile(node.text))
}

export function tooLarge(): Unknown {
  return unknown('too-large', 'Chart.yaml is larger than 512 KB', 'cannot-cure')
}

export function notPlain(): Unknown {
  return unknown('no-plain-file', 'Chart.yaml is a symbolic link, not a plain file', 'cannot-cure')
}
