import { spawn } from 'node:child_process'

export interface Ended {
  readonly code: number | null
  readonly output: string
}

export interface Command {
  readonly process: ReturnType<typeof spawn>
  output(): string
  readonly ended: Promise<Ended>
}

/** Runs a program with this environment and no other, as somebody at a shell would. */
export function runCommand(
  program: string,
  args: readonly string[],
  { cwd, environment = {} }: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Command {
  const child = spawn(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output })))
  return { process: child, output: () => output, ended }
}
