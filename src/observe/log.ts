import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'
import { isGitHubFailure } from '../github/client.ts'

export type { Logger }

export interface LogOptions {
  readonly level: string
  readonly format: 'json' | 'pretty'
  /** File descriptor or stream; the process's standard output by default. */
  readonly destination?: pino.DestinationStream
}

/**
 * The log holds names, numbers and states of our own: no title, body, comment, criterion, path, token or quoted answer
 * of GitHub, at any level.
 */
export function createLog(options: LogOptions): Logger {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { name: 'claimwarden' },
    serializers: { err: describeError, error: describeError },
    redact: {
      paths: ['payload', '*.payload', 'headers', '*.headers', 'authorization', '*.authorization'],
      remove: true,
    },
  }
  if (options.format === 'json') return pino(settings, options.destination ?? pino.destination(1))
  const colorize = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
  const destination = options.destination ?? 1
  return pino(
    settings,
    pretty({ colorize, ignore: 'pid,hostname,name', translateTime: 'SYS:HH:MM:ss', destination, sync: true }),
  )
}

/** An error without its cause: the cause of a failed request holds what GitHub answered. */
export function describeError(error: unknown): Record<string, unknown> {
  if (isGitHubFailure(error)) {
    return { type: error.name, kind: error.kind, message: error.message, status: error.status }
  }
  if (error instanceof Error) return { type: error.name, message: error.message, stack: ownFrames(error) }
  return { type: typeof error }
}

/** The frames only: a stack repeats the message, which may quote. */
function ownFrames(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n')
}
