/** Verbs of solving in the base form, for the subject "this pull request". */
export const SOLVING_VERBS: ReadonlySet<string> = new Set(
  'fix solve resolve close address diagnose repair cure complete finish remedy eliminate rootcause settle tackle investigate'.split(
    ' ',
  ),
)

/** The same about the fault: "Not fixed here". */
export const SOLVED: ReadonlySet<string> = new Set(
  'fixed solved resolved addressed diagnosed repaired cured remedied eliminated rootcaused tackled investigated'.split(
    ' ',
  ),
)

const NEGATED = /(?:^| )(?:not|never|cannot|wont|dont|doesnt|\S+n't)(?: \S+){0,4}? /

const NEGATED_WORK =
  /^(?:close|closes|closed|fix|fixes|fixed|resolve|resolves|resolved|solve|solves|solved|address|addressed|include|included|cover|covered|done|do|scope|part|yet|claimed|here|diagnose|diagnosed|complete|implemented|handled|change|changed|verified|tested|checked)$/

/** Titles of sections about work that this pull request leaves undone, compared whole. */
const LEFT_OUT = new RegExp(
  `^(?:(?:explicitly |deliberately |intentionally )?(?:out of scope|excluded|deferred|postponed|skipped|untouched|unchanged|unverified|untested)|non goals?|nongoals?|` +
    `(?:possible |planned |suggested )?(?:follow ups?|followups?)(?: work| prs?| issues?| tasks?)?|future(?: work| prs?| steps?)?|(?:for )?later|(?:to ?do|to be done|(?:to )?(?:come|follow)|coming|(?:will|to|can) be (?:done|fixed|handled|addressed|tackled)) (?:later|separately|elsewhere|next|soon|in (?:a |an?other )?(?:follow ups?|followups?|later|separate)(?: prs?)?)|separately|postponed|parked|on hold|still (?:to do|missing|broken)|next(?: steps?| up| prs?)?|still open|stays? open|remains? open|left open|` +
    `remaining(?: work| tasks?| items?)?|what(?:'s| is) (?:left|missing|next)|todos?|to do|known (?:issues?|limitations?|gaps?|problems?)|limitations?|backlog|` +
    `(?:left|deferred|postponed|reserved|planned)(?: for| to| until)? (?:later|(?:an?(?:other)? |the )?(?:later|follow ups?|followups?|separate|future|next|other)(?: work| prs?| pull requests?| changes?| issues?| releases?)?)|not (?:yet )?(?:in|part of|for) (?:this|the|here)(?: pr| pull request| change| patch| release)?|separate prs?|open questions?)(?: (?:here|of this pr|for now|for this pr|for later))?$`,
)

/** What a label or heading says about the work below it, or undefined when it denies nothing. */
export function denyingLabel(text: string): 'denies-solving' | 'leaves-out' | undefined {
  const plain = plainWords(text)
  if (plain === '' || plain.split(' ').length > 12) return undefined
  if (
    negatesSolving(plain) ||
    SOLVED.has(
      /^(?:what is |what's )?(?:deliberately |intentionally |explicitly )?not (?:yet )?(\S+)/.exec(plain)?.[1] ?? '',
    )
  )
    return 'denies-solving'
  return LEFT_OUT.test(plain) || negatesWork(plain) ? 'leaves-out' : undefined
}

/** "What this does not fix", "Does not close". */
function negatesSolving(plain: string): boolean {
  if (
    !/^(?:what |things |parts? )?(?:(?:that )?(?:this|it|the|we)\b.*? )?(?:does|do|will|doesn't|don't|won't|dont|doesnt|wont|not|never)\b/.test(
      plain,
    )
  )
    return false
  return afterNegation(plain).some((word) => SOLVING_VERBS.has(word))
}

function negatesWork(plain: string): boolean {
  return afterNegation(plain).some((word) => NEGATED_WORK.test(word))
}

function afterNegation(plain: string): readonly string[] {
  const match = NEGATED.exec(`${plain} `)
  if (match === null) return []
  const negation = match[0].trim().split(' ')[0] ?? ''
  const words = plain.split(' ')
  const at = words.indexOf(negation)
  return words.slice(at + 1, at + 5)
}

/** Lower case, one space between words, without numbering, emoji, and all punctuation but the apostrophe. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/root[- ]caus(?:e|ing)/gu, 'rootcause')
    .replace(/\([^)]*\)\s*:?\s*$/u, '')
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .replace(/^\s*\d+\s/u, '')
    .trim()
}
