import { type GoGlob, parseGoGlob } from './go-glob.ts'

/** Which files of a chart Helm leaves out of the package. Paths from the chart's directory, with `/`. */
export interface IgnoreRules {
  readonly ignores: (path: string) => boolean
}

interface Rule {
  readonly glob: GoGlob
  readonly negated: boolean
  readonly directoriesOnly: boolean
  /** Without a slash a rule looks at the last name only. */
  readonly lastNameOnly: boolean
}

/** Helm adds it behind the rules of every chart. */
const helmDefault = 'templates/.?*'

/**
 * Reads a `.helmignore` as Helm does (`pkg/ignore`), which is not as git reads a `.gitignore`: no `**`, no comments
 * behind a rule, and a rule with `!` leaves out everything that it does not match. Null where Helm refuses the file,
 * and with it the chart.
 */
export function parseHelmignore(text: string): IgnoreRules | null {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  const rules: Rule[] = []
  for (const line of [...lines, helmDefault]) {
    const rule = line.trim()
    if (rule === '' || rule.startsWith('#')) continue
    const parsed = parseRule(rule)
    if (parsed === null) return null
    rules.push(parsed)
  }
  return { ignores: (path) => isLeftOut(path, rules) }
}

function parseRule(rule: string): Rule | null {
  if (rule.includes('**') || parseGoGlob(rule) === null) return null
  const negated = rule.startsWith('!')
  const bare = negated ? rule.slice(1) : rule
  const directoriesOnly = bare.endsWith('/')
  const pattern = directoriesOnly ? bare.slice(0, -1) : bare
  const fromRoot = pattern.startsWith('/')
  const glob = parseGoGlob(fromRoot ? pattern.slice(1) : pattern)
  if (glob === null) return null
  return { glob, negated, directoriesOnly, lastNameOnly: !fromRoot && !pattern.includes('/') }
}

/** Helm walks from the top and does not enter a directory that is left out. */
function isLeftOut(path: string, rules: readonly Rule[]): boolean {
  const names = path.split('/')
  return names.some((_, index) => {
    const isFile = index === names.length - 1
    return isMatched(names.slice(0, index + 1), !isFile, rules)
  })
}

function isMatched(names: readonly string[], isDirectory: boolean, rules: readonly Rule[]): boolean {
  for (const { glob, negated, directoriesOnly, lastNameOnly } of rules) {
    const matches = glob(lastNameOnly ? names.slice(-1) : names)
    if (negated) {
      if ((directoriesOnly && !isDirectory) || !matches) return true
    } else if (matches && (isDirectory || !directoriesOnly)) return true
  }
  return false
}
