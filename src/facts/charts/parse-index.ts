import { Worker } from 'node:worker_threads'
import type { ChartIndex } from '../parse/chart-index.ts'

/** Reads the text of an index; null for a text that is none. */
export type ParseIndex = (text: string) => Promise<ChartIndex | null>

const deadlineMs = 60_000
const memoryMb = 1024

/**
 * Parses an index in a thread of its own: several megabytes take seconds, in which the server could answer nobody.
 *
 * @throws when the thread runs out of time or memory
 */
export const parseIndexAside: ParseIndex = (text) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parse-index-worker.js', import.meta.url), {
      workerData: text,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const end = setTimeout(() => void worker.terminate(), deadlineMs)
    worker.once('message', (index: ChartIndex | null) => resolve(index))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(end)
      reject(new Error('the thread that parses an index stopped without an answer'))
    })
  })
