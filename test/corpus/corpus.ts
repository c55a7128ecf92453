import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** A bare number is an issue of the pull request's own repository; otherwise `owner/repo#7`. */
const label = z.union([z.int(), z.string().regex(/^[\w.-]+\/[\w.-]+#\d+$/)])

const description = z.strictObject({
  name: z.string(),
  honest: z.array(label).default([]),
  denied: z.array(label).default([]),
  disclaims: z.enum(['none', 'first', 'second']).default('none'),
  text: z.string(),
})

export type Label = z.infer<typeof label>

/** One description with the right answer. See README.md for the format. */
export interface LabelledDescription extends z.infer<typeof description> {
  /** The file's name without its ending. */
  readonly style: string
}

const folder = new URL('.', import.meta.url)

/** All descriptions of the corpus, or all of the held-out files. */
export function readCorpus(which: 'first' | 'held-out'): readonly LabelledDescription[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file.includes('held-out') === (which === 'held-out'))
    .sort()
    .flatMap((file) =>
      z
        .array(description)
        .parse(parse(readFileSync(new URL(file, folder), 'utf8')))
        .map((one) => ({ ...one, style: file.replace('.yaml', '') })),
    )
}
