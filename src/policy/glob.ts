import picomatch from 'picomatch'

/**
 * Why a glob of the policy file cannot be used, as a sentence part; null for a good one.
 *
 * The globs of all installations run in one process against paths that pull requests choose, so forms whose matching
 * can take very long are refused: extended groups, and many wildcards in one place.
 */
export function globProblem(glob: string): string | null {
  if (glob.trim() === '') return 'is empty'
  if (glob.length > 256) return 'is longer than 256 characters'
  if (glob !== glob.trim()) return 'starts or ends with a space'
  if (glob.includes('\\')) return 'holds a backslash; paths are written with /'
  if (glob.startsWith('/') || glob.startsWith('./')) return 'starts at a root; paths have no leading / or ./'
  if (/[?*+@!]\(/.test(glob)) return 'holds an extended group such as +(…), which is not supported'
  const segments = glob.split('/')
  if (segments.filter((segment) => segment.includes('**')).length > 3) return 'holds more than three **'
  if (segments.some((segment) => (segment.match(/\*+/g) ?? []).length > 3))
    return 'holds more than three * between two /'
  return unbalanced(glob) ? 'has a bracket that is not closed' : null
}

function unbalanced(glob: string): boolean {
  try {
    picomatch.makeRe(glob, { strictBrackets: true })
    return false
  } catch {
    // picomatch throws for unbalanced brackets only
    return true
  }
}
