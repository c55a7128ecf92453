import whole from './jest.config.js'

/**
 * For `npm run mutation`: the tests of the pure middle alone, or of the folder that MUTATION_TESTS names. No process is
 * started and no request sent.
 */
const folders = (process.env.MUTATION_TESTS ?? 'test/evaluate,test/facts/parse').split(',')

export default {
  ...whole,
  roots: folders.map((folder) => `<rootDir>/${folder}`),
  // Times are no matter of mutants.
  testPathIgnorePatterns: ['(speed|linear)\\.test\\.ts$'],
  reporters: ['default'],
}
