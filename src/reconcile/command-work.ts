import type { Work, WorkKey } from '../queue/work.ts'

export type CommandWork = Work & Extract<WorkKey, { kind: 'command' }>
