/** One direction of imports, as docs/architecture.md draws it. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  policy: ['domain'],
  'facts/parse': ['domain'],
  evaluate: ['domain', 'policy', 'facts/parse'],
  render: ['domain', 'policy', 'evaluate'],
  github: ['domain'],
  facts: ['domain', 'policy', 'facts/parse', 'github'],
  publish: ['domain', 'facts', 'github', 'render'],
  queue: ['domain'],
  commands: ['domain', 'github'],
  events: ['domain', 'policy', 'queue', 'reconcile'],
  sweep: ['github', 'queue'],
  observe: ['domain', 'github', 'queue'],
  server: ['observe'],
}

const pure = ['domain', 'policy', 'facts/parse', 'evaluate', 'render']

/** A room by its path: `src/facts/` without what has a room of its own. */
function pathOf(room: string): string {
  return room === 'facts' ? '^src/facts/(?!parse/)' : `^src/${room}/`
}

export const rules = {
  forbidden: [
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `${room} imports only ${others.length === 0 ? 'itself' : others.join(', ')}`,
      severity: 'error',
      from: { path: pathOf(room) },
      to: { path: '^src/', pathNot: [room, ...others].map((one) => pathOf(one)) },
    })),
    {
      name: 'the pure rooms touch no machine',
      severity: 'error',
      from: { path: pure.map((room) => pathOf(room)) },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'the pure rooms know no HTTP, log or framework',
      severity: 'error',
      from: { path: pure.map((room) => pathOf(room)) },
      to: { path: 'node_modules/(probot|pino|@octokit|prom-client|bullmq|ioredis)' },
    },
    {
      name: 'nothing in src imports a test, and the simulated GitHub imports nothing from src',
      severity: 'error',
      from: { path: '^(src|test/github)/' },
      to: { path: '^(src|test)/', pathNot: '^src/|^test/github/' },
    },
    {
      name: 'the simulated GitHub is independent of the product',
      severity: 'error',
      from: { path: '^test/(github|demo|story|product)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'type-import'] } },
    },
    {
      name: 'only declared dependencies',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined'],
        pathNot: 'node_modules/@types/',
      },
    },
    { name: 'everything resolves', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
