import { describe, expect, test } from 'vitest'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type CaseState, stateOf } from './several-results.server'

const refused = new UpstreamFailure({
  ...{ kind: 'refused', status: 422, sent: true },
  ...{ call: 'operator.decidePayment', requestId: 'r' },
})
const minuteMs = 60_000

describe('what became of a decision', () => {
  test.each<[string, Parameters<typeof stateOf>[0], atOnce: CaseState, later: CaseState]>([
    ['done', { state: 'done', id: '1' }, 'done', 'done'],
    ['proposed', { state: 'done', id: '1', flash: 'changeProposed' }, 'waits', 'waits'],
    ['refused', { state: 'refused', failure: refused }, 'refused', 'refused'],
    ['under way', { state: 'running' }, 'unknown', 'unknown'],
    ['another was sent', { state: 'otherwise', id: '1' }, 'otherwise', 'otherwise'],
    ['nobody answers', { state: 'open', because: 'unreachable' }, 'unknown', 'unknown'],
    ['never seen', { state: 'open', because: 'never_seen' }, 'unknown', 'absent'],
    ['not listed', { state: 'open', because: 'no_entry' }, 'unknown', 'absent'],
    ['several fit', { state: 'open', because: 'several_entries' }, 'unclear', 'unclear'],
    ['one without a time', { state: 'open', because: 'undated_entry' }, 'unclear', 'unclear'],
  ])('%s', (_, outcome, atOnce, later) => {
    expect([stateOf(outcome, 0), stateOf(outcome, 11 * minuteMs)]).toEqual([atOnce, later])
  })
})
