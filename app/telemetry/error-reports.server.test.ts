import { hostname } from 'node:os'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, it } from 'vitest'
import { createLog } from '~/server/middleware/request-log.server'
import { startReceiver } from '../../tests/support/report-receiver'
import { createErrorReports } from './error-reports.server'
import { scrubbed } from './scrub.server'

it('reports an error with its causes, by file and line, and nothing of whom it was about', async () => {
  const receiver = await startReceiver()
  const reports = createErrorReports('backend', receiver.dsn)
  const cause = new TypeError(
    'no account anna@example.org, phone +370 612 34567, bearer eyJhbGciOiJIUzI1NiJ9.x1',
  )
  const error = Object.assign(
    new Error('a statement failed: (login)=("anna-1990") /x?token=abc', { cause }),
    {
      detail: 'anna-1990',
      headers: { authorization: 'Bearer canary' },
    },
  )
  reports.report(error, { message: 'a call failed', requestId: 'request-1' })
  await reports.close()

  const [event] = receiver.events()
  expect(event?.tags).toMatchObject({ program: 'backend', log: 'a call failed', requestId: 'request-1' })
  expect(event?.exception.values.map(({ type }) => type)).toEqual(['TypeError', 'Error'])
  const place = event?.exception.values[1]?.stacktrace.frames.at(-1)
  expect(place?.filename).toBe('app/telemetry/error-reports.server.test.ts')
  expect(place?.lineno).toBeGreaterThan(10)
  for (const canary of ['anna', '612', 'eyJ', 'token=', 'canary-', 'Bearer', process.cwd(), hostname()])
    expect(receiver.bodies.join()).not.toContain(canary)
})

it('reports of a failed statement its text alone', async () => {
  const receiver = await startReceiver()
  const reports = createErrorReports('backend', receiver.dsn)
  const values = ['three grey herons', 'Kai Marsh']
  const failed = new DrizzleQueryError(
    'update users set phrase = $1',
    values,
    new Error('connection terminated'),
  )
  expect(failed.message).toContain('three grey herons')
  reports.report(failed, { message: 'a call failed' })
  await reports.close()
  const [event] = receiver.events()
  expect(event?.exception.values.map(({ value }) => value)).toEqual([
    'connection terminated',
    'failed statement: update users set phrase = $1',
  ])
  for (const value of values) expect(receiver.bodies.join()).not.toContain(value)
})

it('reports what a log has as an error, with the request, and no other line', async () => {
  const receiver = await startReceiver()
  const log = createLog({ logLevel: 'info', sentryDsn: receiver.dsn }, { write: () => true })
  log.warn({ err: new Error('only a warning') }, 'a warning')
  log.error({ status: 500 }, 'request')
  log.child({ requestId: 'request-2' }).error({ err: new RangeError('out of range') }, 'a page failed')
  await log.reports.close()
  const reported = receiver
    .events()
    .map(({ tags, exception }) => ({ ...tags, type: exception.values[0]?.type }))
  expect(reported).toEqual([
    { program: 'app', log: 'a page failed', requestId: 'request-2', type: 'RangeError' },
  ])
})

it('loses what the receiver does not take, and never fails', async () => {
  for (const dsn of [(await startReceiver(500)).dsn, 'http://key@127.0.0.1:9/7']) {
    const reports = createErrorReports('app', dsn)
    reports.report('no error at all', { message: 'x' })
    await reports.close()
  }
})

it('reports nothing without an address', async () => {
  const reports = createErrorReports('app', null)
  reports.report(new Error('x'), { message: 'x' })
  await reports.close()
})

it.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED [number]:5432'],
  ['Unexpected token } in JSON at position 4', 'Unexpected token } in JSON at position 4'],
  ['invalid input syntax for type uuid: "7b1d"', 'invalid input syntax for type uuid: "[…]"'],
  ['to TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ', 'to [word]'],
])('of %j is left %j', (given, left) => expect(scrubbed(given)).toBe(left))
