import { once } from 'node:events'
import { createServer } from 'node:net'
import { getEnvelopeEndpointWithUrlEncodedAuth, makeDsn } from '@sentry/core'
import { z } from 'zod'
import { type Env } from '~/env.server'
import { plainDialect } from '~/upstream/dialect/dialect.server'
import { readDialect } from '~/upstream/dialect/read-dialect.server'
import { hasNotificationSocket } from '~/upstream/notification-socket.server'
import { createUpstreamPool } from '~/upstream/pool.server'
import { extensionsSeen } from '~/upstream/settings.server'
import { type BackendEnv } from '../../backend/env'
import { askProvider } from '../../backend/rates/provider'
import { clockFinding } from './clock-skew'
import { type Finding, findingsOf, reasonOf, within } from './finding'

const limitMs = 10_000
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Asks the upstream of one's own as the app does at its start. */
export async function examineUpstream(env: Env, now: () => number): Promise<Finding[]> {
  const found = findingsOf('upstream')
  const { upstreamUrl: url, upstreamDialect, timeouts, upstreamTimeZone: timeZone } = env
  if (url === null) return []
  const isUnprotected = url.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url)
  let dialect = plainDialect
  try {
    if (upstreamDialect !== null) dialect = readDialect(upstreamDialect)
  } catch (error) {
    return [found.failure(reasonOf(error))]
  }
  const pool = createUpstreamPool({ url, timeouts, timeZone, dialect, log: quiet })
  try {
    await within(limitMs, pool.reach(AbortSignal.timeout(limitMs)))
    const extensions = await extensionsSeen(pool, AbortSignal.timeout(limitMs))
    const hasSocket = await hasNotificationSocket({ url, connectMs: timeouts.connectMs, dialect })
    return [
      found.ok(`it answers, with ${extensions?.length ?? 0} extensions and ${hasSocket ? 'a' : 'no'} socket`),
      ...(isUnprotected
        ? [
            found.warning(
              'it is asked by http: bearers pass the network as they are, so it has to be a closed one',
            ),
          ]
        : []),
      ...(await upstreamClock(url, now)),
    ]
  } catch (error) {
    return [found.failure(`it does not answer: ${reasonOf(error)}`)]
  } finally {
    await pool.close()
  }
}

async function upstreamClock(url: string, now: () => number): Promise<Finding[]> {
  const askedAtMs = now()
  const answer = await fetch(`${url}/api`, { redirect: 'manual', signal: AbortSignal.timeout(limitMs) })
  await answer.body?.cancel()
  const theirsMs = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(theirsMs)) return [findingsOf('clocks').skipped('the upstream says no time')]
  const finding = clockFinding({
    ...{ of: 'upstream', askedAtMs, answeredAtMs: now(), theirsMs, exactToMs: 1_000 },
  })
  if (finding.outcome === 'ok') return [finding]
  // Of a demonstration that was moved on it is ahead by days, as it should be.
  return [
    {
      ...finding,
      outcome: 'warning',
      text: `${finding.text}, unless it is a demonstration that was moved on`,
    },
  ]
}

/** Asks the services outside that the backend names, without changing anything there. */
export async function examineServices(env: BackendEnv): Promise<Finding[]> {
  const { ratesUrl, btcpay } = env
  const findings = await Promise.all([
    ratesUrl === null || env.demo ? null : ratesOf(ratesUrl),
    btcpay === null ? null : btcpayOf(btcpay),
  ])
  return findings.filter((finding) => finding !== null)
}

async function ratesOf(url: string): Promise<Finding> {
  const found = findingsOf('rates')
  try {
    const rates = await askProvider(url)
    return rates.length > 0 ? found.ok(`${rates.length} rates came`) : found.warning('no rate came')
  } catch (error) {
    return found.failure(`the source of rates ${reasonOf(error)}`)
  }
}

async function btcpayOf({
  url,
  storeId,
  apiKey,
  methods,
}: NonNullable<BackendEnv['btcpay']>): Promise<Finding> {
  const found = findingsOf('btcpay')
  const address = `${url}/api/v1/stores/${encodeURIComponent(storeId)}/payment-methods`
  try {
    const answer = await fetch(address, {
      headers: { authorization: `token ${apiKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    if (answer.ok) return methodsFinding(methods, BtcpayMethods.parse(await answer.json()))
    await answer.body?.cancel()
    // A key that may only make and view invoices may not read the store's settings.
    if (answer.status === 403)
      return found.skipped('it answers, and does not show its payment methods to this key')
    if (answer.status === 401) return found.failure('it refuses BTCPAY_API_KEY')
    return found.failure(`it answers ${answer.status}: is BTCPAY_STORE_ID right?`)
  } catch (error) {
    return found.failure(`it can't be reached: ${reasonOf(error)}`)
  }
}

const BtcpayMethods = z.array(
  z.object({
    paymentMethodId: z.string().optional(),
    // Its name before version 2.
    paymentMethod: z.string().optional(),
    enabled: z.boolean().optional(),
  }),
)

/** @param methods BTCPay's name of the payment method of each payment system */
function methodsFinding(
  methods: ReadonlyMap<string, string>,
  there: z.output<typeof BtcpayMethods>,
): Finding {
  const found = findingsOf('btcpay')
  const names = there
    .filter(({ enabled }) => enabled !== false)
    .map(({ paymentMethodId, paymentMethod }) => paymentMethodId ?? paymentMethod)
  const missing = [...methods.values()].filter((name) => !names.includes(name))
  return missing.length === 0
    ? found.ok(`it answers, for ${[...methods.keys()].join(', ')}`)
    : found.failure(`its store has no ${missing.join(', ')}, which BTCPAY_METHODS names`)
}

/** Sends the collector an empty batch, which the protocol allows. */
export async function examineTraces(endpoint: string): Promise<Finding[]> {
  const found = findingsOf('traces')
  try {
    const answer = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(limitMs),
    })
    await answer.body?.cancel()
    if (answer.ok) return [found.ok('the collector takes them')]
    // Its key is in a variable of OpenTelemetry's own, which the exporter alone reads.
    if (answer.status === 401 || answer.status === 403)
      return [found.skipped('the collector wants a key: OTEL_EXPORTER_OTLP_HEADERS was not tried')]
    return [found.warning(`the collector answers ${answer.status}`)]
  } catch (error) {
    // Nothing waits for a collector.
    return [found.warning(`the collector can't be reached: ${reasonOf(error)}`)]
  }
}

/** Sends the receiver of error reports an envelope with nothing in it, which the protocol allows: no event is made there. */
export async function examineReports(dsn: string): Promise<Finding[]> {
  const found = findingsOf('reports')
  const address = makeDsn(dsn)
  if (!address) return [found.failure('SENTRY_DSN is no address of a project')]
  try {
    const answer = await fetch(getEnvelopeEndpointWithUrlEncodedAuth(address), {
      method: 'POST',
      body: '{}\n',
      signal: AbortSignal.timeout(limitMs),
    })
    await answer.body?.cancel()
    if (answer.ok) return [found.ok('the receiver of error reports takes them')]
    // Nothing waits for it: errors are in the log all the same.
    return [
      found.warning(
        `the receiver of error reports answers ${answer.status}: is the key of SENTRY_DSN right?`,
      ),
    ]
  } catch (error) {
    return [found.warning(`the receiver of error reports can't be reached: ${reasonOf(error)}`)]
  }
}

/** Whether the ports that a start listens on are free, or the product's own already. */
export async function examinePorts(
  ports: readonly { variable: string; port: number; host: string }[],
): Promise<Finding[]> {
  const found = findingsOf('ports')
  const findings = await Promise.all(
    ports
      .filter(({ port }) => port !== 0)
      .map(async ({ variable, port, host }) => {
        const reason = await whyNotFree(port, host)
        if (reason === null) return null
        if (await isOurs(port, host)) return found.skipped(`${variable}: Tideline listens there already`)
        return found.failure(`${variable}: ${host}:${port} can't be listened on: ${reason}`)
      }),
  )
  const taken = findings.filter((finding) => finding !== null)
  return taken.length > 0 ? taken : [found.ok('the ports are free')]
}

/** By what the product answers at its ports: that it lives, or its numbers. */
async function isOurs(port: number, host: string): Promise<boolean> {
  const base = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const says = async (path: string, sign: RegExp) => {
    try {
      const answer = await fetch(base + path, { redirect: 'manual', signal: AbortSignal.timeout(3_000) })
      return answer.ok && sign.test(await answer.text())
    } catch {
      return false
    }
  }
  return (await says('/healthz', /^ok$/)) || says('/metrics', /^# HELP tideline_/m)
}

async function whyNotFree(port: number, host: string): Promise<string | null> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    server.close()
  }
}
