import { expect, test } from 'vitest'
import { UpstreamFailure } from '~/upstream/failure.server'
import { submissionStatusOf } from './submission.server'

const minutes = 60_000

test.each([
  ['never_seen', 2, 'open'],
  ['no_entry', 10, 'open'],
  ['never_seen', 3, 'absent'],
  ['no_entry', 11, 'absent'],
  ['unreachable', 1, 'unreachable'],
  ['unreachable', 60, 'unreachable'],
  ['several_entries', 60, 'several'],
] as const)('%s after %d minutes is shown as %s', (because, age, current) => {
  expect(submissionStatusOf({ state: 'open', because }, age * minutes)).toBe(current)
})

test('a running call is never shown as absent', () => {
  expect(submissionStatusOf({ state: 'running' }, 60 * minutes)).toBe('running')
})

test('a refusal is a refusal at any age', () => {
  const failure = new UpstreamFailure({
    kind: 'refused',
    call: 'deposits.create',
    requestId: 'request-1',
    status: 422,
    sent: true,
  })
  expect(submissionStatusOf({ state: 'refused', failure }, 0)).toBe('refused')
})
