export default {
  testEnvironment: 'node',
  // Flows start the product as a process of its own, which takes seconds on a loaded machine.
  testTimeout: 60_000,
  // Most flows wait more than they work.
  maxWorkers: 4,
  roots: ['<rootDir>/test'],
  reporters: ['default', '<rootDir>/test/skipped-groups.reporter.js'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }],
  },
}
