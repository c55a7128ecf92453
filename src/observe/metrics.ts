import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Every metric of the process; `/metrics` prints the registry. Labels come from closed sets only. */
export interface Metrics {
  readonly registry: Registry
  readonly webhooks: Counter<'event' | 'result'>
  readonly evaluations: Counter<'check' | 'outcome' | 'trigger'>
  readonly evaluationSeconds: Histogram<'check'>
  readonly phaseSeconds: Counter<'check' | 'phase'>
  readonly evaluationRequests: Counter<'check' | 'api'>
  readonly evaluationPoints: Counter<'check'>
  readonly githubRequests: Counter<'api' | 'name' | 'outcome'>
  readonly checkWrites: Counter<'check' | 'result'>
  readonly queueDepth: Gauge<'state' | 'role'>
  readonly queueOldest: Gauge<'role'>
  readonly queueNext: Gauge<'role'>
  readonly queueFailures: Counter<'kind' | 'given_up'>
  readonly limitedUntil: Gauge<'installation'>
  readonly lastSweep: Gauge<'role'>
  readonly redeliveries: Counter
  readonly missingFromRegistration: Gauge<'kind'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    webhooks: new Counter({
      name: 'claimwarden_webhooks_total',
      help: 'Webhooks received, by event and by what was answered',
      labelNames: ['event', 'result'],
      registers,
    }),
    evaluations: new Counter({
      name: 'claimwarden_evaluations_total',
      help: 'Evaluations, by check, outcome and trigger',
      labelNames: ['check', 'outcome', 'trigger'],
      registers,
    }),
    evaluationSeconds: new Histogram({
      name: 'claimwarden_evaluation_seconds',
      help: 'Time of an evaluation from taking its key to its write; a reading for several counts to the first',
      labelNames: ['check'],
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
      registers,
    }),
    phaseSeconds: new Counter({
      name: 'claimwarden_evaluation_phase_seconds_total',
      help: 'Where the time of evaluations went',
      labelNames: ['check', 'phase'],
      registers,
    }),
    evaluationRequests: new Counter({
      name: 'claimwarden_evaluation_requests_total',
      help: 'Requests to GitHub that evaluations cost',
      labelNames: ['check', 'api'],
      registers,
    }),
    evaluationPoints: new Counter({
      name: 'claimwarden_evaluation_points_total',
      help: 'Points of the GraphQL limit that evaluations cost',
      labelNames: ['check'],
      registers,
    }),
    githubRequests: new Counter({
      name: 'claimwarden_github_requests_total',
      help: 'Requests to GitHub, by API, query or route, and outcome',
      labelNames: ['api', 'name', 'outcome'],
      registers,
    }),
    checkWrites: new Counter({
      name: 'claimwarden_check_writes_total',
      help: 'Check runs written or left as they were',
      labelNames: ['check', 'result'],
      registers,
    }),
    queueDepth: new Gauge({
      name: 'claimwarden_queue_works',
      help: 'Works in the queue by state; absent while the queue cannot be asked',
      labelNames: ['state', 'role'],
      registers,
    }),
    queueOldest: new Gauge({
      name: 'claimwarden_queue_oldest_seconds',
      help: 'How long the oldest work that is due has waited; what waits for a limit of GitHub is not due',
      labelNames: ['role'],
      registers,
    }),
    queueNext: new Gauge({
      name: 'claimwarden_queue_next_seconds',
      help: 'How long until the first work that does not run is due; 0 when one is, absent when there is none',
      labelNames: ['role'],
      registers,
    }),
    queueFailures: new Counter({
      name: 'claimwarden_queue_failures_total',
      help: 'Works that threw, by kind, and whether they were given up until the next sweep',
      labelNames: ['kind', 'given_up'],
      registers,
    }),
    limitedUntil: new Gauge({
      name: 'claimwarden_installation_limited_until_timestamp_seconds',
      help: 'Installations that wait for a limit of GitHub, and until when, in seconds since 1970',
      labelNames: ['installation'],
      registers,
    }),
    lastSweep: new Gauge({
      name: 'claimwarden_last_sweep_timestamp_seconds',
      help: 'When the last sweep of this process listed all installations, in seconds since 1970',
      labelNames: ['role'],
      registers,
    }),
    redeliveries: new Counter({
      name: 'claimwarden_redeliveries_total',
      help: 'Failed deliveries that GitHub was asked to send again',
      registers,
    }),
    missingFromRegistration: new Gauge({
      name: 'claimwarden_registration_missing',
      help: 'Permissions and events of app.yml that the app does not have on GitHub',
      labelNames: ['kind'],
      registers,
    }),
  }
}
