import type { PolicyError } from '../policy/policy-error.ts'
import type { Annotation } from './annotations.ts'
import { toPlainText } from './escape.ts'
import { rawPolicyError } from './raw-finding.ts'

/** One annotation an error, at its line and column of the file. */
export function policyAnnotations(errors: readonly PolicyError[], path: string, headSha: string): Annotation[] {
  return errors.map((error) => ({
    path,
    start_line: error.line,
    end_line: error.line,
    start_column: error.column,
    end_column: error.column,
    annotation_level: 'failure',
    title: 'policy file',
    message: `${toPlainText(error.message)}\n${toPlainText(error.fix)}`,
    raw_details: rawPolicyError(error, headSha),
  }))
}
