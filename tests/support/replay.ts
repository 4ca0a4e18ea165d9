import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { calls } from '~/contract'
import { type Call } from '~/contract/call'

/**
 * Takes the place of an upstream: it passes calls on and records the answers, or answers from a recording,
 * call by call in the same order, so that an answer can be altered without the upstream.
 */

export interface Answer {
  status: number
  /** As text, whatever its type. */
  body: string
}

/** The answers of each call of the contract, in order. */
export type Recording = Map<string, Answer[]>

export interface Server {
  url: string
  close: () => Promise<void>
}

/** Passes each call on and adds its answer to the recording. */
export function recordUpstream(upstreamUrl: string, recording: Recording): Promise<Server> {
  return serve(async (id, request) => {
    const { method = 'GET', url = '', headers } = request
    const sent = await buffer(request)
    const passed = ['authorization', 'content-type', 'idempotency-key', 'accept-language'] as const
    const given = passed.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))
    const response = await fetch(upstreamUrl + url, {
      ...{ method, headers: Object.fromEntries(given) as Record<string, string> },
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    })
    const answer = { status: response.status, body: await response.text() }
    recording.set(id, [...(recording.get(id) ?? []), answer])
    return answer
  })
}

/** Answers from a recording. @param bend returns the altered answer of a call */
export function replayUpstream(
  recording: Recording,
  bend: (id: string, answer: Answer) => Answer = (_, answer) => answer,
): Promise<Server> {
  const requests = new Map<string, number>()
  return serve(async (id, request) => {
    await buffer(request)
    const answers = recording.get(id) ?? []
    const place = requests.get(id) ?? 0
    requests.set(id, place + 1)
    const answer = answers[Math.min(place, answers.length - 1)]
    return answer ? bend(id, answer) : { status: 404, body: '{"message":"Not recorded"}' }
  })
}

async function serve(answerTo: (id: string, request: IncomingMessage) => Promise<Answer>): Promise<Server> {
  const server = createServer((request, response) => {
    answerTo(idOf(request), request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': /^\s*</.test(body) ? 'text/html' : 'application/json' })
        response.end(body)
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const patterns = calls
  .map(([id, call]) => ({ id, method: call.method, pattern: patternOf(call) }))
  // A fixed path takes precedence over one with parameters.
  .sort(
    (one, other) => Number(one.pattern.source.includes('[^')) - Number(other.pattern.source.includes('[^')),
  )

function patternOf({ path }: Call): RegExp {
  const source = path.replace(/\/\{\w+\?\}/g, '(?:/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^/api${source}$`)
}

function idOf({ method, url = '' }: IncomingMessage): string {
  const { pathname } = new URL(url, 'http://upstream')
  const found = patterns.find((one) => one.method === method && one.pattern.test(pathname))
  return found?.id ?? 'none'
}
