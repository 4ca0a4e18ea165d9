import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { type ErrorCode, errorStatus } from '../../app/contract/errors'
import { type Relay, passSockets } from './relay'

/**
 * Stands between the app and its upstream and misbehaves on request: the upstream gets the call or does not, and
 * the app gets an answer that is lost, late or broken. Whatever no fault is asked for passes as it is.
 */

/** What the app gets in place of the upstream's answer. */
type Answer =
  | 'nothing'
  | 'reset'
  /** The upstream's own, cut off in the middle. */
  | 'half'
  /** The upstream's own, a byte at a time and never to its end. */
  | 'drip'
  | { status: number; headers?: Record<string, string>; body?: string }

export interface Fault {
  /** Whether the upstream gets the call: at once, not at all, or when `deliver` is called. */
  reaches: 'at once' | 'never' | 'later'
  answer: Answer
}

const html = {
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>It works!</h1></body></html>',
}
const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Every way to misbehave that has a name. Those of the first group do what was asked before they fail. */
export const faults = {
  'commits, then hangs': { reaches: 'at once', answer: 'nothing' },
  'commits, then resets': { reaches: 'at once', answer: 'reset' },
  'commits, then 502': { reaches: 'at once', answer: { status: 502, ...html } },
  'commits, then 503': { reaches: 'at once', answer: { status: 503, ...html } },
  'commits, then 504': { reaches: 'at once', answer: { status: 504, ...html } },
  'commits, then 500 without a word': { reaches: 'at once', answer: { status: 500, ...html } },
  'commits, then 500 in words': {
    reaches: 'at once',
    answer: { status: 500, ...json({ message: 'no', code: 'internal' }) },
  },
  'commits, then 524': { reaches: 'at once', answer: { status: 524, ...html } },
  'commits, then 408': { reaches: 'at once', answer: { status: 408, ...html } },
  'commits, then an empty 200': { reaches: 'at once', answer: { status: 200 } },
  'commits, then an empty 204': { reaches: 'at once', answer: { status: 204 } },
  'commits, then HTML': { reaches: 'at once', answer: { status: 200, ...html } },
  'commits, then ok: false': { reaches: 'at once', answer: { status: 200, ...json({ ok: false }) } },
  'commits, then a broken shape': {
    reaches: 'at once',
    answer: { status: 201, ...json({ deposit: 'sixteen' }) },
  },
  'commits, then half an answer': { reaches: 'at once', answer: 'half' },
  'commits, then drips': { reaches: 'at once', answer: 'drip' },
  'commits, then too much': {
    reaches: 'at once',
    answer: { status: 200, ...json({ filler: 'x'.repeat(3 * 1024 * 1024) }) },
  },
  'commits, then redirects': {
    reaches: 'at once',
    answer: { status: 302, headers: { location: '/elsewhere' } },
  },
  'commits later, 504 now': { reaches: 'later', answer: { status: 504, ...html } },

  hangs: { reaches: 'never', answer: 'nothing' },
  resets: { reaches: 'never', answer: 'reset' },
  'answers 502': { reaches: 'never', answer: { status: 502, ...html } },
  'answers 401': {
    reaches: 'never',
    answer: { status: 401, ...json({ message: 'no', code: 'unauthorized' }) },
  },
  'answers 403': { reaches: 'never', answer: { status: 403, ...json({ message: 'no', code: 'forbidden' }) } },
  'answers 404': { reaches: 'never', answer: { status: 404, ...json({ message: 'no', code: 'not_found' }) } },
  'answers 429': {
    reaches: 'never',
    answer: { status: 429, headers: { 'retry-after': '7' }, body: '{"message":"slow down"}' },
  },
  'can not send the code': {
    reaches: 'never',
    answer: { status: 502, ...json({ message: 'no', code: 'code_not_sent' }) },
  },
  'refuses without a word': { reaches: 'never', answer: { status: 422, ...json({}) } },
  'answers 500 in words': {
    reaches: 'never',
    answer: { status: 500, ...json({ message: 'no', code: 'internal' }) },
  },
  'answers 503': { reaches: 'never', answer: { status: 503, ...html } },
  'answers 503 in words': {
    reaches: 'never',
    answer: { status: 503, ...json({ message: 'no', code: 'internal' }) },
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/** Does nothing, and refuses with a word of the contract under the status that goes with it. */
export const refusesWith = (code: ErrorCode): Fault => ({
  reaches: 'never',
  answer: { status: errorStatus[code], ...json({ message: 'no', code }) },
})

/** Does nothing, and says why in words of its own alone. */
export const refusesInWords = (message: string): Fault => ({
  reaches: 'never',
  answer: { status: 422, ...json({ message }) },
})

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

interface Passed {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
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

function misbehave(answer: Answer, outgoing: ServerResponse, own: Passed | null): void {
  if (answer === 'nothing') return
  if (answer === 'reset') return void outgoing.socket?.resetAndDestroy()
  if (typeof answer === 'object')
    return void outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  if (!own) throw new Error('there is no answer to spoil')
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
