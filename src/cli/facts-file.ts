import { z } from 'zod'
import type { Evaluation } from './evaluation.ts'
import { evaluationSchema } from './facts-schema.ts'

/** Raised whenever a file of before could be judged otherwise than it was. */
const version = 1

const saved = z.looseObject({ evaluation: evaluationSchema })
const envelope = z.looseObject({ format: z.literal('claimwarden-facts'), version: z.number() })

/** An evaluation as a text file that says what it is and which head and time it is of. */
export function writeFacts(evaluation: Evaluation): string {
  const { headSha, readAt } = evaluation
  const about = { format: 'claimwarden-facts', version, head: headSha, read: new Date(readAt).toISOString() }
  return `${JSON.stringify({ ...about, evaluation }, null, 1)}\n`
}

/** The evaluation of a file that `writeFacts` wrote, or what is wrong with it and where, as a sentence part. */
export function readFacts(text: string): { readonly evaluation: Evaluation } | { readonly wrong: string } {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { wrong: 'it is no JSON' }
  }
  const head = envelope.safeParse(file)
  if (!head.success) return { wrong: 'it is no file of --save-facts' }
  if (head.data.version !== version) {
    return { wrong: `it has version ${head.data.version} of the format, and this program reads version ${version}` }
  }
  const parsed = saved.safeParse(file)
  if (!parsed.success) return { wrong: firstIssue(parsed.error) }
  // As it was read: a key such as `__proto__` would not pass through the copy.
  return { evaluation: (file as z.infer<typeof saved>).evaluation }
}

function firstIssue({ issues }: z.ZodError): string {
  const [first] = issues.map(deepest)
  return first === undefined ? 'it is damaged' : `${first.path.map(String).join('.') || 'the file'}: ${first.message}`
}

/** Of a union that nothing fits, the complaint that came furthest into the file says most. */
function deepest(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors.flat().map((one) => {
    const { path, message } = deepest(one)
    return { path: [...issue.path, ...path], message }
  })
  return inner.sort((a, b) => b.path.length - a.path.length)[0] ?? issue
}
