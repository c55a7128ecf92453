#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { run } from './cli/run.ts'

const { stdin, stdout, stderr, argv, env } = process

process.exitCode = await run(argv.slice(2), {
  environment: env,
  out: (written) => stdout.write(written),
  complain: (written) => stderr.write(written),
  now: () => Date.now(),
  isTerminal: stdout.isTTY === true,
  complaintsAreOnTerminal: stderr.isTTY === true,
  width: stdout.columns ?? 80,
  readFile: (path) => (path === '-' ? text(stdin) : readFile(path, 'utf8')),
  writeFile: (path, content) => writeFile(path, content),
})
