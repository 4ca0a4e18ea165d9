import { expect, test } from 'vitest'
import { stageOf } from './session-stage'

const minute = 60_000

test.each([
  [30 * minute, 'live'],
  [5 * minute + 1, 'live'],
  [5 * minute, 'ending'],
  [1, 'ending'],
  [0, 'over'],
  [-minute, 'over'],
])('%d ms before its end a session is %s', (leftMs, stage) => {
  expect(stageOf(leftMs)).toBe(stage)
})
