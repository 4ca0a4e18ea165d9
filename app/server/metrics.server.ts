import { type CountedRequest } from './middleware/count-requests.server'
import { type OpenSubmissionAge } from '~/money-forms/idempotency-keys.server'
import { type Relay } from '~/notifications/server/relay.server'
import { type Registry, addGauge, durationBuckets, newRegistry } from '~/telemetry/registry.server'
import { type CountedDeviation } from '~/upstream/reader/deviations.server'
import { type CountedCall, type UpstreamConnections } from '~/upstream/types'

/** The numbers of the app: what is counted as it happens, and what is read when the numbers are asked for. */
export interface AppMetrics extends Pick<Registry, 'registry'> {
  onRequest: (request: CountedRequest) => void
  onCall: (call: CountedCall) => void
  onSubmission: (form: string, outcome: string) => void
  watch: (sources: MetricsSources) => void
}

export interface MetricsSources {
  relay: Pick<Relay, 'counts'>
  connections: () => UpstreamConnections
  deviations: () => CountedDeviation[]
  /** The submissions without an outcome, of all accounts. Rejects when the store can't be asked. */
  unsettled: () => Promise<OpenSubmissionAge[]>
}

/** Upper ends of the ages of submissions without an outcome, in seconds; the last one has none. */
const ages: [name: string, maxSeconds: number][] = [
  ['under 1 minute', 60],
  ['under 10 minutes', 600],
  ['under 1 hour', 3_600],
  ['1 hour or more', Infinity],
]

export async function createAppMetrics(): Promise<AppMetrics> {
  const own = await newRegistry('app')
  const { prom, registry } = own
  const registers = [registry]
  const requests = new prom.Counter({
    name: 'tideline_http_requests_total',
    help: 'Requests by route pattern and status; aborted: the client went away before the answer ended.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new prom.Histogram({
    name: 'tideline_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers,
  })
  const calls = new prom.Counter({
    name: 'tideline_upstream_calls_total',
    help: 'Calls of the upstream by the contract name of the call and by outcome: ok, or the kind of failure.',
    labelNames: ['call', 'outcome'],
    registers,
  })
  const callSeconds = new prom.Histogram({
    name: 'tideline_upstream_call_duration_seconds',
    help: 'From the call to its whole answer, or of a file to its beginning.',
    labelNames: ['call'],
    buckets: durationBuckets,
    registers,
  })
  const submissions = new prom.Counter({
    name: 'tideline_submissions_total',
    help: 'Forms that move money or decide something, by form and outcome; repeated: the first outcome was given again.',
    labelNames: ['form', 'outcome'],
    registers,
  })
  return {
    registry,
    onRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      requestSeconds.observe({ route }, seconds)
    },
    onCall({ call, outcome, seconds }) {
      calls.inc({ call, outcome })
      callSeconds.observe({ call }, seconds)
    },
    onSubmission: (form, outcome) => submissions.inc({ form, outcome }),
    watch: (sources) => addReadings(own, sources),
  }
}

function addReadings(own: Registry, { relay, connections, deviations, unsettled }: MetricsSources): void {
  addGauge(own, {
    name: 'tideline_sockets',
    help: 'Open sockets of pages, and the sessions that they belong to.',
    labelNames: ['kind'],
    read: () => Object.entries(relay.counts()).map(([kind, value]) => ({ labels: { kind }, value })),
  })
  addGauge(own, {
    name: 'tideline_upstream_connections',
    help: 'Connections to the upstream, and calls that wait for one.',
    labelNames: ['state'],
    read: () =>
      Object.entries<number>({ ...connections() }).map(([state, value]) => ({ labels: { state }, value })),
  })
  addGauge(own, {
    name: 'tideline_submissions_unknown',
    help: 'Submissions of the last day whose outcome is not known yet, by age. Instances that share a Redis all show all of them.',
    labelNames: ['age'],
    async read() {
      const noted = await unsettled()
      const seconds = noted.map(({ ageMs }) => ageMs / 1000)
      return ages.map(([age, max], at) => {
        const min = ages[at - 1]?.[1] ?? 0
        return { labels: { age }, value: seconds.filter((one) => one >= min && one < max).length }
      })
    },
  })
  addGauge(own, {
    name: 'tideline_upstream_deviations',
    help: 'Since the start: how often the answers of a call were bent to be understood, by rule. Fields that are missing are not counted.',
    labelNames: ['call', 'rule'],
    read() {
      const sums = new Map<string, { labels: { call: string; rule: string }; value: number }>()
      for (const { call, rule, count } of deviations()) {
        if (rule === 'missing') continue
        const key = `${call} ${rule}`
        const sum = sums.get(key) ?? { labels: { call, rule }, value: 0 }
        sum.value += count
        sums.set(key, sum)
      }
      return [...sums.values()]
    },
  })
}
