import type { CheckAnnotation } from '../world/model.ts'
import { type FieldError, unprocessable } from './errors.ts'

/** A check run's request body, once the description's own limits (50 annotations, 65,535 characters, 3 actions) held. */
export interface CheckRunBody {
  name?: string
  head_sha?: string
  status?: 'queued' | 'in_progress' | 'completed'
  conclusion?: string
  external_id?: string
  details_url?: string
  started_at?: string
  completed_at?: string
  output?: { title?: string; summary: string; text?: string; annotations?: CheckAnnotation[] }
  actions?: { label: string; description: string; identifier: string }[]
}

const LARGEST_MESSAGE = 64 * 1024
const LONGEST_TITLE = 255

/** What the description says in prose only. @throws RestError 422 */
export function checkRunLimits(body: CheckRunBody): void {
  const errors: FieldError[] = []
  const refuse = (field: string, message: string): void => {
    errors.push({ resource: 'CheckRun', field, code: 'invalid', message })
  }
  if (body.conclusion === 'stale') refuse('conclusion', 'only GitHub can mark a check run as stale')
  if (body.conclusion === undefined && (body.status === 'completed' || body.completed_at !== undefined)) {
    refuse('conclusion', 'conclusion is required when status is completed or completed_at is given')
  }
  for (const annotation of body.output?.annotations ?? []) {
    for (const message of annotationFaults(annotation)) refuse('annotations', message)
  }
  if (errors.length > 0) throw unprocessable('Validation Failed', errors)
}

function annotationFaults(annotation: CheckAnnotation): string[] {
  const { start_line: start, end_line: end, start_column: startColumn, end_column: endColumn } = annotation
  const faults: string[] = []
  if (start < 1 || end < start) faults.push('end_line must not be before start_line, and lines start at 1')
  if (start !== end && (startColumn !== undefined || endColumn !== undefined)) {
    faults.push('start_column and end_column are allowed only when start_line equals end_line')
  }
  if (startColumn !== undefined && endColumn !== undefined && endColumn < startColumn) {
    faults.push('end_column must not be before start_column')
  }
  if (Buffer.byteLength(annotation.message) > LARGEST_MESSAGE) faults.push('message is larger than 64 KB')
  if (Buffer.byteLength(annotation.raw_details ?? '') > LARGEST_MESSAGE) faults.push('raw_details is larger than 64 KB')
  if ((annotation.title ?? '').length > LONGEST_TITLE) faults.push('title is longer than 255 characters')
  return faults
}
