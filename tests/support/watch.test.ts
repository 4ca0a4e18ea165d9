import { expect, test } from 'vitest'
import { type Exchange } from './relay'
import { bearersIn, codeAlone, leaks, sealedIn, secretsIn } from './watch'

/** The checks over all journeys can fail: each finds the planted violation, and only that. */

const bearer = 'canary/bearer+1'
const exchange = (part: Partial<Exchange>): Exchange => ({
  method: 'GET',
  path: '/cabinet',
  requestHeaders: {},
  status: 200,
  headers: {},
  body: '',
  bytes: 0,
  ...part,
})

test.each([
  ['a line of the log', `{"level":30,"msg":"${bearer}"}`],
  ['what was written past the log', `Error: ${bearer}\n    at somewhere`],
  ['a line among others', `{"level":30}\n{"headers":"Bearer ${bearer}"}\n{}`],
])('a bearer in %s is found', (_, log) => {
  expect(secretsIn(log, { bearer: [bearer], code: ['"000000"'] })).toEqual([
    expect.stringContaining('a bearer in: '),
  ])
})

test("the demonstration's greeting may show passwords, the log may not", () => {
  const secrets = { password: ['Demo-investor-1'] }
  expect(secretsIn('    investor   investor / Demo-investor-1', secrets)).toEqual([])
  expect(secretsIn('{"msg":"investor / Demo-investor-1"}', secrets)).toHaveLength(1)
})

test('a code is found in any notation, but not within other digits', () => {
  const found = (line: string) => secretsIn(line, { code: [codeAlone('000000')] }).length === 1
  const written = [
    '{"code":"000000"}',
    '{"code":000000}',
    'code=000000&x=1',
    'sent 000 000 to',
    'is 000000.',
    '000000',
  ]
  expect(written.filter((line) => !found(line))).toEqual([])
  const others = [
    '{"time":1795300000000,"id":"0190000000-a000000"}',
    '{"requestId":"01930000-0000-7000-8000-000000000000"}',
    '{"amount":"700.000000","at":"2026-11-21T00:00:00.000000Z"}',
    '{"phone":"+370600000001"}',
  ]
  expect(others.filter(found)).toEqual([])
})

test.each<[string, Exchange]>([
  ['plain', exchange({ body: `<p>${bearer}</p>` })],
  ['in an address', exchange({ headers: { location: `/x?t=${encodeURIComponent(bearer)}` } })],
  ['in base64', exchange({ body: Buffer.from(bearer).toString('base64') })],
  ...[`{"userId":"1","refreshToken":"${bearer}"}`, `{"t":"${bearer}"}`, `{"to":"${bearer}"}`].map(
    (text): [string, Exchange] => [
      `in base64 of ${text}`,
      exchange({ body: Buffer.from(text).toString('base64url') }),
    ],
  ),
  ['in hexadecimal', exchange({ body: Buffer.from(bearer).toString('hex') })],
])('a bearer that reaches the browser %s is found', (_, answer) => {
  expect(leaks([exchange({ body: 'nothing' }), answer], [bearer])).toEqual(['/cabinet'])
})

test('bearers are collected from answers that issue them and from requests that use them', () => {
  const issued = exchange({
    body: '{"refreshToken": "one"}',
    requestHeaders: { authorization: 'Bearer two' },
  })
  expect(bearersIn(issued)).toEqual(['two', 'one'])
})

test('a sealed cookie is recognised in an answer and in a request', () => {
  const jwe = (mark: string) => `eyJhbGciOiJkaXIifQ..${mark}.${'x'.repeat(40)}.tag`
  const answers = [
    exchange({ headers: { 'set-cookie': [`sid=${jwe('set')}; Path=/`] } }),
    exchange({ requestHeaders: { cookie: `lng=ru; sid=${jwe('sent')}` } }),
  ]
  expect(sealedIn(answers)).toEqual([jwe('set'), jwe('sent')])
})
