/** Names what did not run, in the last line; in CI nothing may be left out. */
export default class SkippedGroups {
  #skipped = []

  onRunComplete(_contexts, results) {
    const groups = results.testResults.flatMap(({ testResults }) =>
      testResults
        .filter(({ status }) => status === 'pending')
        .map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title),
    )
    this.#skipped = [...new Set(groups)]
    if (this.#skipped.length > 0)
      console.log(`\nskipped, since this machine lacks what they need: ${this.#skipped.join(' · ')}`)
  }

  getLastError() {
    const some = this.#skipped.length > 0
    return some && process.env.CI !== undefined ? new Error('tests were skipped, and in CI none may be') : undefined
  }
}
