import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { type Relay, passSockets } from '../support/relay'
import { type Fault, type FaultName, type FaultyAnswer, type Passed, faults } from './faults'

/**
 * Stands between the app and its upstream and misbehaves on request: the upstream gets the call or does not, and
 * the app gets an answer that is lost, late or broken. Whatever no fault is asked for passes as it is.
 */

/** Which calls a fault is for; the path is the upstream's, `/api` included, and the body as it was sent. */
export interface Where {
  method: string
  path: RegExp
  body?: RegExp
}

/** Changes a parsed body in place; whoever asks for it knows the shape of its call. */
export type Edit = (body: never) => void

export interface FaultyProxy extends Relay {
  /** Each call there fails in this way until `heal`; of several faults for one call the newest counts. */
  fail(fault: FaultName | Fault, where: Where): void
  /** The upstream's own answers there are changed so until `heal`. */
  change(where: Where, edit: Edit): void
  /**
   * Holds the next calls back until as many as the first number have been asked for, then as many as the second, and
   * so on: who asks for one after the other what could be asked for at once is not answered.
   */
  gather(waves: readonly number[]): void
  heal(): void
  /** Passes on the calls that were held back for later, and waits for their answers. */
  deliver(): Promise<void>
  /** Every call that the app made, as `POST /api/…`, oldest first. */
  readonly requests: readonly string[]
  /** Those of them that got to the upstream, oldest first. */
  readonly reached: readonly string[]
  /** Fulfilled when a fault has been met, with the call's own work done. */
  met(): Promise<void>
}

/** @param port a free one unless told */
export async function startFaultyProxy(target: string, port = 0): Promise<FaultyProxy> {
  const active: { fault: Fault; where: Where }[] = []
  const changes: { edit: Edit; where: Where }[] = []
  const held: (() => Promise<unknown>)[] = []
  const waves: Wave[] = []
  const waiting: (() => void)[] = []
  const requests: string[] = []
  const reached: string[] = []

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    requests.push(`${method} ${url}`)
    const body = await bytesOf(incoming)
    await wholeWave(waves)
    const send = () => {
      reached.push(`${method} ${url}`)
      return forward(new URL(url, target), method, headers, body)
    }
    const isFor = ({ where }: { where: Where }) =>
      where.method === method && where.path.test(url) && (where.body?.test(body.toString()) ?? true)
    const found = active.find(isFor)
    if (!found) return answerWith(outgoing, changed(await send(), changes.filter(isFor)))
    const { reaches, answer } = found.fault
    if (reaches === 'later') held.push(send)
    const own = reaches === 'at once' ? await send() : null
    misbehave(answer, outgoing, own)
    for (const tell of waiting.splice(0)) tell()
  }

  const server = createServer((incoming, outgoing) => {
    // What breaks behind the proxy breaks before it; it is not turned into an answer.
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.keepAliveTimeout = 120_000 // as long as what stands behind says
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
      await once(server, 'close')
    },
  }
}

function forward(url: URL, method: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const onward = request(url, { method, headers, agent: false }, (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
        reject,
      )
    })
    onward.on('error', reject)
    onward.end(body)
  })
}

/** Calls that wait for each other. */
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

/** Fulfilled when all of the call's wave have been asked for; at once where there is none. */
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
  // The length that is promised never comes.
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
