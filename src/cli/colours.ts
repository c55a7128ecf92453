import pc from 'picocolors'
import type { Surroundings } from './exit.ts'

/** Colours for a person at a terminal; plain text into a pipe or a file, and wherever `NO_COLOR` is set. */
export function coloursFor({ isTerminal, environment }: Pick<Surroundings, 'isTerminal' | 'environment'>) {
  return pc.createColors(isTerminal && (environment.NO_COLOR ?? '') === '')
}
