import { type ErrorCode, errorStatus } from '../../app/contract/errors'

/**
 * Every way in which an upstream, or a gateway before it, may misbehave with one call. A fault has two sides: whether
 * the upstream gets the call, and what the app gets for an answer.
 */

/** An answer as it passed, whole. */
export interface Passed {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** What the app gets in place of the upstream's answer. */
export type FaultyAnswer =
  /** Nothing, on a connection that stays open. */
  | 'nothing'
  /** The connection is reset. */
  | 'reset'
  /** The connection is closed in order, without a byte. */
  | 'close'
  /** The upstream's own, cut off in the middle. */
  | 'half'
  /** The upstream's own, begun and never ended. */
  | 'drip'
  /** These bytes, whatever they are, and the end of the connection. */
  | { bytes: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The upstream's own, so many milliseconds late. */
  | { lateMs: number }
  /** The upstream's own, spoilt. */
  | { spoil: (own: Passed) => Passed }

export interface Fault {
  /** Whether the upstream gets the call: at once, not at all, or when `deliver` is called. */
  reaches: 'at once' | 'never' | 'later'
  answer: FaultyAnswer
}

const html = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h1>It works!</h1></body></html>',
})
const json = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** What a connection may do: nothing that came over it is an answer. */
const connections = {
  hangs: 'nothing',
  resets: 'reset',
  closes: 'close',
  'sends no HTTP': { bytes: 'SSH-2.0-OpenSSH_9.2\r\n' },
  'sends half a head': { bytes: 'HTTP/1.1 200 OK\r\ncontent-type: appl' },
  'sends a head that is too long': {
    bytes: `HTTP/1.1 200 OK\r\n${`x-filler: ${'x'.repeat(900)}\r\n`.repeat(100)}\r\n`,
  },
  'sends nothing but 100 Continue': { bytes: 'HTTP/1.1 100 Continue\r\n\r\n' },
  'sends two lengths': {
    bytes: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 4\r\n\r\n{}{}',
  },
} as const satisfies Record<string, FaultyAnswer>

/** Statuses of gateways, networks of delivery and crashes, each with a page for people. */
const gatewayStatuses = [
  ...[408, 413, 431, 499, 500, 502, 503, 504, 507, 508, 509, 511],
  ...[520, 521, 522, 523, 524, 525, 526, 527, 530],
] as const

/** Statuses of a firewall, a router or a server that is not the one it should be, each with a page for people. */
const refusingStatuses = [
  ...[400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 414, 415, 416, 417],
  ...[418, 421, 422, 423, 424, 425, 426, 428, 429, 451, 501, 505],
] as const

/** Statuses by which one is sent elsewhere. */
const redirectStatuses = [301, 302, 303, 307, 308] as const

/** Refusals of the upstream itself. */
const worded = {
  '400 in words': json(400, { message: 'no', code: 'validation' }),
  '401 in words': json(401, { message: 'no', code: 'unauthorized' }),
  '403 in words': json(403, { message: 'no', code: 'forbidden' }),
  '404 in words': json(404, { message: 'no', code: 'not_found' }),
  '409 in words': json(409, { message: 'no' }),
  '422 in words': json(422, { message: 'no' }),
  '422 without a word': json(422, {}),
  '429 in words': json(429, { message: 'slow down' }, { 'retry-after': '7' }),
  '500 in words': json(500, { message: 'no', code: 'internal' }),
  '501 in words': json(501, { message: 'no', code: 'not_implemented' }),
  '502 in words': json(502, { message: 'no' }),
  '503 in words': json(503, { message: 'no', code: 'internal' }),
} as const

/** What comes under a status of success and is not the answer. */
const untrue = {
  HTML: html(200),
  null: json(200, null),
  'an empty list': json(200, []),
  'a number': json(200, 42),
  'ok: false': json(200, { ok: false }),
  'success: false': json(200, { success: false }),
  'an error': json(200, { error: { message: 'no' } }),
  'errors by field': json(200, { errors: { amount: ['no'] } }),
  'a broken shape': json(201, { deposit: 'sixteen' }),
  'half a text': { status: 200, headers: { 'content-type': 'application/json' }, body: '{"deposit":{"id":' },
  'two texts': { status: 200, headers: { 'content-type': 'application/json' }, body: '{}{}' },
  XML: { status: 200, headers: { 'content-type': 'application/xml' }, body: '<ok/>' },
  'no text': { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: '\0\x01\x02' },
  'a deep text': json(200, JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)),
  'too much': json(200, { filler: 'x'.repeat(3 * 1024 * 1024) }),
  'a lie about its packing': {
    status: 200,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: '{"ok":true}',
  },
} as const satisfies Record<string, FaultyAnswer>

/** The upstream's own answer, spoilt on the way. */
const spoilt = {
  'half an answer': 'half',
  drips: 'drip',
  'answers late': { lateMs: 1_500 },
  'its answer as 500': { spoil: (own: Passed) => ({ ...own, status: 500 }) },
  'its answer as 404': { spoil: (own: Passed) => ({ ...own, status: 404 }) },
  'its answer as 206': { spoil: (own: Passed) => ({ ...own, status: 206 }) },
  'its answer as text': {
    spoil: (own: Passed) => ({ ...own, headers: { ...own.headers, 'content-type': 'text/plain' } }),
  },
  'its answer in UTF-16': {
    spoil: (own: Passed) => ({ ...own, body: Buffer.from(own.body.toString(), 'utf16le') }),
  },
  'its answer behind a byte order mark': {
    spoil: (own: Passed) => ({ ...own, body: Buffer.concat([Buffer.from('\uFEFF'), own.body]) }),
  },
  'its answer with other amounts': {
    spoil: (own: Passed) => ({
      ...own,
      body: Buffer.from(
        own.body.toString().replace(/"((?:requestA|a)mount(?:From)?)":"[^"]*"/g, '"$1":"987.65"'),
      ),
    }),
  },
  'its answer without ids': {
    spoil: (own: Passed) => ({
      ...own,
      body: Buffer.from(own.body.toString().replace(/"id":"[^"]*"/g, '"id":null')),
    }),
  },
  'its answer in an envelope of failure': {
    spoil: (own: Passed) => ({
      ...own,
      body: Buffer.from(`{"success":false,"data":${own.body.toString() || '{}'}}`),
    }),
  },
} as const satisfies Record<string, FaultyAnswer>

/** A bare success: the contract's own for some calls, and no answer for those whose entry it leaves out. */
const bare = {
  'an empty 200': { status: 200 },
  'an empty 204': { status: 204 },
  'an empty 202': { status: 202 },
  '{}': json(200, {}),
  'ok: true': json(200, { ok: true }),
  OK: { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' },
} as const satisfies Record<string, FaultyAnswer>

type Named<Prefix extends string, Key extends string | number> = `${Prefix}${Key}`

const committing = <Key extends string>(answers: Record<Key, FaultyAnswer>) =>
  prefixed('commits, then ', answers, 'at once')
const never = <Key extends string>(answers: Record<Key, FaultyAnswer>) => prefixed('', answers, 'never')
const answering = <Key extends string>(answers: Record<Key, FaultyAnswer>) =>
  prefixed('answers ', answers, 'never')

function prefixed<Prefix extends string, Key extends string>(
  prefix: Prefix,
  answers: Record<Key, FaultyAnswer>,
  reaches: Fault['reaches'],
) {
  const entries = (Object.entries(answers) as [Key, FaultyAnswer][]).map(
    ([name, answer]): [Named<Prefix, Key>, Fault] => [`${prefix}${name}`, { reaches, answer }],
  )
  return Object.fromEntries(entries) as Record<Named<Prefix, Key>, Fault>
}

function byStatus<Status extends number>(
  statuses: readonly Status[],
  answerOf: (status: Status) => FaultyAnswer,
): Record<`${Status}`, FaultyAnswer> {
  const answers: Record<string, FaultyAnswer> = {}
  for (const status of statuses) answers[status] = answerOf(status)
  return answers
}

const pages = byStatus([...gatewayStatuses, ...refusingStatuses], html)
const redirects = byStatus(redirectStatuses, (status) => ({ status, headers: { location: '/elsewhere' } }))

/** By name: what the upstream does, then what the app is told. */
export const faults = {
  ...committing(connections),
  ...committing(spoilt),
  ...committing(bare),
  ...committing(pages),
  ...committing(redirects),
  ...committing(worded),
  ...committing(untrue),
  'commits later, 504 now': { reaches: 'later', answer: html(504) } as Fault,
  'commits later, hangs now': { reaches: 'later', answer: 'nothing' } as Fault,
  'commits later, resets now': { reaches: 'later', answer: 'reset' } as Fault,

  ...never(connections),
  ...answering(pages),
  ...answering(redirects),
  ...answering(worded),
  ...answering(untrue),
  ...answering({ '{}': json(200, {}) }),
  'can not send the code': {
    reaches: 'never',
    answer: json(502, { message: 'no', code: 'code_not_sent' }),
  } as Fault,
}

export type FaultName = keyof typeof faults

/** Does nothing, and refuses with a word of the contract under the status that goes with it. */
export const refusesWith = (code: ErrorCode): Fault => ({
  reaches: 'never',
  answer: json(errorStatus[code], { message: 'no', code }),
})

/** Does nothing, and says why in words of its own alone. */
export const refusesInWords = (message: string): Fault => ({
  reaches: 'never',
  answer: json(422, { message }),
})

/** Ways in which a call takes long, whatever becomes of it. */
export const slowness: FaultName[] = [
  'commits, then answers late',
  'commits, then hangs',
  'commits, then drips',
  'commits later, hangs now',
  'hangs',
]

/** Ways in which a call takes effect and its answer says nothing of it. */
export const lostAnswers: FaultName[] = [
  'commits, then hangs',
  'commits, then resets',
  'commits, then 502',
  'commits, then 503',
  'commits, then 504',
  'commits, then 500',
  'commits, then 500 in words',
  'commits, then 524',
  'commits, then 408',
  'commits, then HTML',
  'commits, then half an answer',
  'commits, then drips',
  'commits, then too much',
  'commits, then 302',
]
