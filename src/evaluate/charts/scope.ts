import picomatch from 'picomatch'
import type { ChartPull } from '../../domain/charts-facts.ts'
import { type Words, words } from '../../domain/words.ts'
import type { Policy } from '../../policy/policy.ts'

/** What of a repository the policy has judged. */
export interface Scope {
  /** False for directories that the policy excludes: their charts are no charts to publish. */
  readonly includes: (directory: string) => boolean
  /** Why this pull request passes unjudged; null when it is judged. Its claims count for others in any case. */
  readonly whyUnjudged: (pull: ChartPull) => Words | null
}

export function scopeOf(policy: Policy): Scope {
  const isExcluded = matcher(policy.charts.exclude)
  const isJudgedBase = matcher(policy.bases)
  const exempt = new Set(policy.exemptAuthors.map((login) => login.toLowerCase()))
  return {
    includes: (directory) => !isExcluded(directory),
    whyUnjudged: (pull) => {
      if (!isJudgedBase(pull.baseRefName)) return words`Chart versions are not judged on ${clipped(pull.baseRefName)}`
      // Logins are compared whole: the brackets of `renovate[bot]` are no glob.
      const isExempt = pull.author !== null && exempt.has(pull.author.toLowerCase())
      return isExempt ? words`Chart versions of ${clipped(pull.author)} are not judged: an exempt author` : null
    },
  }
}

function matcher(globs: readonly string[]): (text: string) => boolean {
  if (globs.length === 0) return () => false
  const matches = picomatch([...globs], { dot: true })
  const known = new Map<string, boolean>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const answer = matches(text)
    known.set(text, answer)
    return answer
  }
}

function clipped(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name
}
