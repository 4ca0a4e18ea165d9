import { once } from 'node:events'
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { type OverviewPart, overviewParts } from '~/contract/extensions/overview'
import { targetOf } from '~/upstream/target.server'
import { type Relay, passSockets } from '../support/relay'
import { type Fault, type FaultName, type FaultyAnswer, type Passed, faults } from './faults'

/**
 * A proxy between the app and its upstream that fails on request: the upstream receives the call or does not, and the app
 * gets an answer that is lost, late or broken. All other calls pass unchanged.
 */

/** The calls that a fault applies to; `path` is the upstream's with `/api`, `body` is the sent text. */
export interface Where {
  method: string
  path: RegExp
  body?: RegExp
}

/** Changes a parsed body in place. The caller knows its shape. */
export type Edit = (body: never) => void

export interface FaultyProxy extends Relay {
  /** Each matching call fails in this way until `heal`; of several faults for one call the newest applies. */
  fail(fault: FaultName | Fault, where: Where): void
  /** Changes the upstream's own answers to matching calls until `heal`. */
  change(where: Where, edit: Edit): void
  /**
   * Holds calls back until the first number of them has arrived, then the second, and so on. Calls that are sent one after
   * the other, although they could be concurrent, are not answered.
   */
  gather(waves: readonly number[]): void
  heal(): void
  /** Passes on the calls that were held back for later, and waits for their answers. */
  deliver(): Promise<void>
  /** Every call that the app made, as `POST /api/…`, oldest first. */
  readonly requests: readonly string[]
  /** Those of them that got to the upstream, oldest first. */
  readonly reached: readonly string[]
  /** Resolves when a call has met a fault, and the upstream has done its work. */
  met(): Promise<void>
}

/**
 * @param port a free one by default
 * @param lateMs how late an answer is that comes late; as its fault says by default
 */
export async function startFaultyProxy(target: string, port = 0, lateMs?: number): Promise<FaultyProxy> {
  const active: { fault: Fault; where: Where }[] = []
  const changes: { edit: Edit; where: Where }[] = []
  const held: (() => Promise<unknown>)[] = []
  const waves: Wave[] = []
  const waiting: (() => void)[] = []
  const requests: string[] = []
  const reached: string[] = []
  const agent = new Agent({ keepAlive: true })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    requests.push(`${method} ${url}`)
    const body = await bytesOf(incoming)
    await wholeWave(waves)
    const send = () => {
      reached.push(`${method} ${url}`)
      return forward(new URL(url, target), { method, headers, agent }, body)
    }
    const isFor = ({ where }: { where: Where }) =>
      where.method === method && where.path.test(url) && (where.body?.test(body.toString()) ?? true)
    const found = active.find(isFor)
    if (!found) {
      const own = changed(await send(), changes.filter(isFor))
      return answerWith(outgoing, isOverview(url) ? withoutParts(own, [...active, ...changes]) : own)
    }
    const { reaches, answer } = found.fault
    if (reaches === 'later') held.push(send)
    const own = reaches === 'at once' ? await send() : null
    const isLate = typeof answer === 'object' && 'lateMs' in answer
    misbehave(isLate && lateMs ? { lateMs } : answer, outgoing, own)
    for (const resolve of waiting.splice(0)) resolve()
  }

  const server = createServer((incoming, outgoing) => {
    // An error behind the proxy breaks the connection before it; it must not become an answer.
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.keepAliveTimeout = 120_000 // as long as the upstream's
  const endSockets = passSockets(server, target)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    reached,
    fail: (fault, where) =>
      void active.unshift({ fault: typeof fault === 'string' ? faults[fault] : fault, where }),
    change: (where, edit) => void changes.push({ edit, where }),
    gather: (sizes) => void waves.splice(0, waves.length, ...sizes.map(waveOf)),
    heal: () => void (active.splice(0), changes.splice(0)),
    deliver: async () => void (await Promise.all(held.splice(0).map((send) => send()))),
    met: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      endSockets()
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await once(server, 'close')
    },
  }
}

const isOverview = (url: string) => url.startsWith('/api/ext/overview')

/**
 * The overview as the upstream gives it where some of its parts can't be read: those whose own calls fail or are changed
 * here. The app then makes these calls.
 */
function withoutParts(passed: Passed, rules: readonly { where: Where }[]): Passed {
  if (passed.status !== 200 || rules.length === 0) return passed
  const body = JSON.parse(passed.body.toString()) as Record<string, unknown>
  for (const [name, { call, input }] of Object.entries(overviewParts) as [string, OverviewPart][]) {
    const path = `/api${targetOf(call, input({ days: 30 }))?.path}`
    if (rules.some(({ where }) => where.method === 'GET' && where.path.test(path))) body[name] = null
  }
  return { ...passed, body: Buffer.from(JSON.stringify(body)) }
}

function forward(url: URL, options: RequestOptions, body: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const onward = request(url, options, (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    onward.on('error', reject)
    onward.end(body)
  })
}

/** Calls that are held until all of their wave have arrived. */
interface Wave {
  missing: number
  whole: Promise<void>
  open: () => void
}

function waveOf(size: number): Wave {
  let open = () => {}
  const whole = new Promise<void>((resolve) => (open = resolve))
  return { missing: size, whole, open }
}

/** Resolves when all calls of the wave have arrived; at once without one. */
async function wholeWave(waves: Wave[]): Promise<void> {
  const [wave] = waves
  if (!wave) return
  wave.missing -= 1
  if (wave.missing === 0) waves.shift()?.open()
  await wave.whole
}

function changed(passed: Passed, changes: { edit: Edit }[]): Passed {
  if (changes.length === 0) return passed
  const body: unknown = JSON.parse(passed.body.toString())
  for (const { edit } of changes) edit(body as never)
  return { ...passed, body: Buffer.from(JSON.stringify(body)) }
}

function misbehave(answer: FaultyAnswer, outgoing: ServerResponse, own: Passed | null): void {
  if (answer === 'nothing') return
  if (answer === 'reset') return void outgoing.socket?.resetAndDestroy()
  if (answer === 'close') return void outgoing.socket?.end()
  if (typeof answer === 'object' && 'bytes' in answer) return void outgoing.socket?.end(answer.bytes)
  if (typeof answer === 'object' && 'status' in answer)
    return void outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  if (!own) throw new Error('there is no answer to spoil')
  if (typeof answer === 'object' && 'lateMs' in answer)
    return void setTimeout(() => answerWith(outgoing, own), answer.lateMs)
  if (typeof answer === 'object') return answerWith(outgoing, answer.spoil(own))
  // The body is shorter than its Content-Length.
  outgoing.writeHead(own.status, {
    'content-type': 'application/json',
    'content-length': own.body.length + 1,
  })
  if (answer === 'half') outgoing.write(own.body.subarray(0, 20), () => outgoing.socket?.destroy())
  else outgoing.write(own.body)
}

function answerWith(outgoing: ServerResponse, { status, headers, body }: Passed): void {
  const { connection: _, 'transfer-encoding': __, ...rest } = headers
  outgoing.writeHead(status, { ...rest, 'content-length': body.length }).end(body)
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
