import { readdirSync } from 'node:fs'
import { register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { DryRunStatus, determineHitLimitReached, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner'
import { enterFile, tests } from './jest-globals.js'

/** The tests whose mutants are run: `MUTATION_TESTS` names folders. Times are no matter of mutants. */
const folders = (process.env.MUTATION_TESTS ?? 'test/evaluate,test/facts/parse').split(',')
const isRun = (name) => name.endsWith('.test.ts') && !/(?:speed|linear)\.test\.ts$/.test(name)

/**
 * Loads the tests once and runs those that a mutant needs in the same process. Stryker's runner for Jest loads all
 * modules anew for each test file and each mutant and slows down as it goes: 7 s of processor time for a mutant of
 * evaluate/issues, where this takes 0.2 s. Pure rooms keep nothing from one test to the next.
 */
class InProcessRunner {
  /** What the instrumented code looks at. */
  #stryker = {}
  #isLoaded = false

  constructor() {
    globalThis.__stryker__ = this.#stryker
  }

  capabilities() {
    return { reloadEnvironment: false }
  }

  async dryRun() {
    await this.#load()
    const result = await this.#run(tests, { all: true })
    return { ...result, mutantCoverage: this.#stryker.mutantCoverage }
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit, disableBail }) {
    if (mutantActivation === 'static') this.#stryker.activeMutant = activeMutant.id
    await this.#load()
    const wanted = testFilter === undefined ? tests : tests.filter(({ id }) => testFilter.includes(id))
    this.#stryker.hitLimit = hitLimit
    this.#stryker.hitCount = hitLimit === undefined ? undefined : 0
    this.#stryker.activeMutant = activeMutant.id
    const result = await this.#run(wanted, { all: disableBail })
    this.#stryker.activeMutant = undefined
    const looped = determineHitLimitReached(this.#stryker.hitCount, hitLimit)
    return toMutantRunResult(looped ?? result, disableBail)
  }

  async #load() {
    if (this.#isLoaded) return
    this.#isLoaded = true
    register('./resolve-jest-globals.js', import.meta.url)
    for (const folder of folders) {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      for (const name of names.filter(isRun).sort()) {
        const path = resolve(folder, name)
        enterFile(path)
        await import(pathToFileURL(path).href)
      }
    }
  }

  /** @param all whether to go on behind a test that fails */
  async #run(wanted, { all }) {
    const results = []
    for (const { id, fileName, run } of wanted) {
      this.#stryker.currentTestId = id
      const start = performance.now()
      const failure = await failureOf(run)
      const result = { id, name: id, fileName, timeSpentMs: performance.now() - start }
      results.push(
        failure === null
          ? { ...result, status: TestStatus.Success }
          : { ...result, status: TestStatus.Failed, failureMessage: String(failure) },
      )
      if (failure !== null && !all) break
    }
    this.#stryker.currentTestId = undefined
    return { status: DryRunStatus.Complete, tests: results }
  }
}

async function failureOf(run) {
  try {
    await run()
    return null
  } catch (error) {
    return error
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)]
