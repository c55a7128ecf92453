#!/usr/bin/env node
import { run } from './cli/run.ts'

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  now: () => Date.now(),
})
