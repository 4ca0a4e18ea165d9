import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { calls, contract } from '~/contract'
import { type Call } from '~/contract/call'
import { newInvestor, signIn, topUp } from '../contract/people'
import { type TestUpstream, openUpstream } from '../contract/upstream'
import { inPart, names, runsOf, seed, values } from './fuzz'
import { nothingWrong, Trial } from './trial'

/**
 * Every call of the backend with bodies, queries and paths that no client sends: no call fails or is
 * expensive.
 */

const runs = runsOf({ full: 10_000, short: 8 })

/** Fields whose valid values start long work by design. */
const heavyFields = new Map<Call, string>([[contract.demo.clock, 'days']])

interface Request {
  path: string
  query: string
  contentType: string
  body: string
}

describe(`calls of the backend, FUZZ_SEED=${seed}`, () => {
  let upstream: TestUpstream
  let tokens: string[]

  beforeAll(async () => {
    upstream = await openUpstream('embedded', { limitFactor: 1_000_000, logLevel: 'fatal' })
    const investor = await newInvestor(upstream)
    await topUp(upstream, investor, '5000')
    tokens = [investor.token, (await signIn(upstream, 'operator')).token]
  }, 600_000)
  afterAll(() => upstream.close())

  it('answers whatever is sent', { timeout: 12 * 3_600_000 }, async () => {
    const trial = await Trial.of(runs)
    for (const [id, call] of inPart(calls)) {
      await trial.send({
        id,
        arbitrary: fc.tuple(requests(call), fc.nat({ max: 19 })),
        ready:
          () =>
          ([request, turn]) =>
            send(upstream, call, request, turn === 0 ? null : tokens[call.access === 'operator' ? 1 : 0]!),
        shown: ([request]) => JSON.stringify(request).slice(0, 600),
      })
      upstream.here!.messages.splice(0)
      await trial.checkHeld(id)
      trial.report(id)
    }
    expect(await trial.wrong()).toEqual(nothingWrong)
  })
})

async function send(
  { url }: TestUpstream,
  { method, keyed }: Call,
  { path, query, contentType, body }: Request,
  token: string | null,
): Promise<{ status: number }> {
  const answer = await fetch(`${url}/api${path}${query && `?${query}`}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(keyed && { 'idempotency-key': randomUUID() }),
      ...(contentType && method !== 'GET' && { 'content-type': contentType }),
    },
    body: method === 'GET' ? undefined : body,
  })
  await answer.arrayBuffer()
  return answer
}

/** Encodes a word for a path; a surrogate pair that was cut in half is replaced. */
const encoded = (word: string) => encodeURIComponent(Buffer.from(word.slice(0, 2_000)).toString())

function requests(call: Call): fc.Arbitrary<Request> {
  const path = fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('investor', 'btc', 'breeze', 'limits', 'ref') },
        values,
      ),
      {
        minLength: 3,
        maxLength: 3,
      },
    )
    .map((words) => call.path.replace(/\{(\w+)\??\}/g, () => encoded(words.shift() ?? '')))
  const pair = fc.tuple(names([...Object.keys(call.query.shape), 'page', 'search']), values)
  const query = fc
    .oneof(
      { weight: 9, arbitrary: fc.array(pair, { maxLength: 5 }) },
      fc.constant(Array.from({ length: 2_000 }, (): [string, string] => ['a', ''])),
    )
    .map((pairs) =>
      new URLSearchParams(
        pairs.map(([name, value]) => [name.slice(0, 300), value.slice(0, 2_000)]),
      ).toString(),
    )
    .map((text) => text.slice(0, 12_000))
  return fc.record({
    path,
    query: fc.oneof(
      { weight: call.method === 'GET' ? 9 : 1, arbitrary: query },
      { weight: 3, arbitrary: fc.constant('') },
    ),
    contentType: fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constant(call.files ? 'multipart/form-data; boundary=seam' : 'application/json'),
      },
      fc.constantFrom(
        '',
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'multipart/form-data',
      ),
    ),
    body: call.files ? partsFor(call) : bodiesFor(call),
  })
}

function bodiesFor(call: Call): fc.Arbitrary<string> {
  const shape = call.body.shape as Record<string, z.core.$ZodType>
  const like = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, valueFor(schema)]))
  const usual = heavyFields.has(call)
    ? fc.record({ ...like, [heavyFields.get(call)!]: fc.constantFrom(0, -1, 1e9, 'x') })
    : fc.record(like)
  const other = fc.dictionary(names(Object.keys(shape)), anyValue, { maxKeys: 4 })
  const nested = fc
    .tuple(
      fc.constantFrom('[', '{"a":', '[[],'),
      fc.integer({ min: 1, max: 15_000 }),
      fc.constantFrom(...Object.keys(shape), 'a'),
    )
    .map(([part, depth, name]) => `{"${name}":${part.repeat(depth)}`)
  const wide = fc
    .tuple(
      fc.constantFrom('0', '{}', '""', 'null'),
      fc.integer({ min: 100, max: 15_000 }),
      fc.constantFrom(...Object.keys(shape), 'a'),
    )
    .map(([item, count, name]) => `{"${name}":[${Array(count).fill(item).join()}]}`)
  return fc.oneof(
    { weight: 10, arbitrary: usual.map((body) => JSON.stringify(body)) },
    {
      weight: heavyFields.has(call) ? 0 : 6,
      arbitrary: fc.tuple(usual, other).map(([one, more]) => JSON.stringify({ ...one, ...more })),
    },
    { weight: 2, arbitrary: nested },
    { weight: 2, arbitrary: nested.map((open) => open + closing(open)) },
    { weight: 2, arbitrary: wide },
    { weight: 2, arbitrary: fc.json() },
    fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '0',
      '"a"',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '{"a":1e400}',
      '\ufeff{}',
    ),
  )
}

/** Adds the brackets that close the open ones. */
const closing = (open: string) =>
  [...open.replace(/\[\]/g, '')]
    .filter((sign) => sign === '[' || sign === '{')
    .map((sign) => (sign === '[' ? ']' : '}'))
    .reverse()
    .join('')

function partsFor(call: Call): fc.Arbitrary<string> {
  const known = [...Object.keys(call.body.shape), ...(call.files ?? [])]
  const part = fc
    .tuple(names(known), values, fc.boolean())
    .map(
      ([name, value, isFile]) =>
        `--seam\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.pdf"' : ''}\r\n\r\n${value}\r\n`,
    )
  return fc
    .tuple(fc.array(part, { maxLength: 12 }), fc.constantFrom('--seam--\r\n', '', '--seam'))
    .map(([parts, end]) => parts.join('') + end)
}

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: values },
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[]],
    { a: { b: { c: [] } } },
    '\ud800',
    '\0',
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/** A value similar to what a schema accepts, or any value. */
function valueFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const like = likeOf(schema)
  return fc.oneof(
    { weight: 5, arbitrary: like },
    { weight: 1, arbitrary: anyValue },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

function likeOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodPipe) return likeOf(schema.in)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...(schema.options as string[]))
  if (schema instanceof z.ZodArray) return fc.array(valueFor(schema.element), { maxLength: 5 })
  if (schema instanceof z.ZodObject)
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.shape as Record<string, z.core.$ZodType>).map(([name, field]) => [
          name,
          valueFor(field),
        ]),
      ),
    )
  if (schema instanceof z.ZodUnion) return fc.oneof(...(schema.options as z.core.$ZodType[]).map(likeOf))
  if (schema instanceof z.ZodNumber) return fc.oneof(fc.integer(), fc.double())
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType ? likeOf(innerType) : values
}
