import type { PolicyError } from '../policy/policy-error.ts'
import { toJson, toPlainText } from '../render/escape.ts'
import { visibleLine } from '../render/visible.ts'

/** One line for each error, as compilers print them, so that editors and problem matchers find the place. */
export function lintAsText(file: string, errors: readonly PolicyError[]): string {
  const name = visibleLine(file)
  if (errors.length === 0) return `${name}: valid\n`
  return errors.map((error) => `${name}:${error.line}:${error.column}: error: ${sentence(error)}\n`).join('')
}

/** The place first where the file is deep; then what is wrong, and what to write instead. */
function sentence({ path, message, fix }: PolicyError): string {
  const where = path === '' ? '' : `${visibleLine(path)}: `
  return `${where}${toPlainText(message)}. ${toPlainText(fix)}`
}

/** One JSON object for scripts. */
export function lintAsJson(file: string, errors: readonly PolicyError[]): string {
  return `${toJson({
    file,
    valid: errors.length === 0,
    errors: errors.map(({ line, column, path, message, fix, nearest }) => ({
      line,
      column,
      path,
      message: toPlainText(message),
      fix: toPlainText(fix),
      ...(nearest === undefined ? {} : { nearest }),
    })),
  })}\n`
}
