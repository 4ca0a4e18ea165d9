import { randomUUID } from 'node:crypto'
import { type Call, type CallInput, type CallOutput } from '~/contract/call'
import { type Problem } from '~/contract/errors'
import { type Language } from '~/contract/languages'
import { type TestUpstream } from './upstream'

/** The suite's own client: it sends what it is told to, and says what came back, whatever that is. */

export interface Answer<Body = unknown> {
  status: number
  headers: Headers
  body: Body
}

export interface Sending {
  token?: string
  /** For a keyed call; made up unless told, `null` leaves it out. */
  key?: string | null
  language?: Language
  headers?: Record<string, string>
}

/** Sends a call and gives whatever is answered. */
export async function send<C extends Call>(
  upstream: TestUpstream,
  call: C,
  input: CallInput<C> | Record<string, unknown> = {},
  { token, key, language = 'en', headers = {} }: Sending = {},
): Promise<Answer> {
  const fields = { ...(input as Record<string, string>) }
  const path = call.path.replace(/\/\{(\w+)\??\}/g, (_, name: string) => {
    const value = fields[name]
    delete fields[name]
    return value === undefined ? '' : `/${encodeURIComponent(value)}`
  })
  const hasBody = call.method !== 'GET'
  const query = hasBody ? '' : `?${new URLSearchParams(fields).toString()}`
  const idempotencyKey = call.keyed && key !== null ? (key ?? randomUUID()) : undefined
  const response = await fetch(`${upstream.url}/api${path}${query}`, {
    method: call.method,
    headers: {
      'accept-language': language,
      // Of a form the content type names its boundary: fetch sets it.
      ...(hasBody && !call.files && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: hasBody ? (call.files ? formOf(fields) : JSON.stringify(fields)) : undefined,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Text fields first, files after them, as the contract wants it. */
function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  const isFile = ([, value]: [string, string | File]) => value instanceof File
  const entries = Object.entries(fields)
  for (const [name, value] of [...entries.filter((one) => !isFile(one)), ...entries.filter(isFile)]) {
    form.append(name, value)
  }
  return form
}

/** Sends a call that has to go well, and holds its answer against the contract: status, shape, every closed word. */
export async function ask<C extends Call>(
  upstream: TestUpstream,
  call: C,
  input: CallInput<C> | Record<string, unknown> = {},
  sending: Sending = {},
): Promise<CallOutput<C>> {
  const answer = await send(upstream, call, input, sending)
  if (answer.status !== call.status) {
    throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  // Encoding is strict where reading is tolerant: a state that the contract does not know fails here.
  return call.output.encode(answer.body) as CallOutput<C>
}

/** Sends a call that has to be refused, and gives the refusal. */
export async function refusal<C extends Call>(
  upstream: TestUpstream,
  call: C,
  input: CallInput<C> | Record<string, unknown> = {},
  sending: Sending = {},
): Promise<Answer<Problem>> {
  const answer = await send(upstream, call, input, sending)
  if (answer.status < 400) throw new Error(`${call.method} ${call.path} was not refused: ${answer.status}`)
  return answer as Answer<Problem>
}
