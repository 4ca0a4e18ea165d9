import { expect, test } from 'vitest'
import { createUpstreamTime } from './upstream-time.server'

const noon = Date.parse('2026-01-05T12:00:00.400Z')

test('is this clock until the upstream has sent its time', () => {
  expect(createUpstreamTime(() => noon).now()).toEqual(new Date(noon))
})

test('is this clock if the upstream’s differs only by whole seconds and latency', () => {
  const time = createUpstreamTime(() => noon)
  time.note('Mon, 05 Jan 2026 11:59:59 GMT')
  expect(time.now()).toEqual(new Date(noon))
})

test('is the upstream’s, and continues between its answers', () => {
  let here = noon
  const time = createUpstreamTime(() => here)
  time.note('Thu, 05 Mar 2026 12:00:00 GMT')
  here += 90_000
  expect(time.now()).toEqual(new Date('2026-03-05T12:01:30.000Z'))
})

test.each([undefined, '', 'yesterday'])('does not change on %j', (date) => {
  const time = createUpstreamTime(() => noon)
  time.note('Thu, 05 Mar 2026 12:00:00 GMT')
  time.note(date)
  expect(time.now()).toEqual(new Date('2026-03-05T12:00:00.000Z'))
})
