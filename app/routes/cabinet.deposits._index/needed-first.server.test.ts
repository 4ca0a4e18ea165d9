import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { neededFirst } from './needed-first.server'

test('deposits that wait for their investor stand first, closed ones last, the others as they came', () => {
  const deposits = (['closed', 'in_progress', 'unknown', 'awaiting_completion', 'in_progress'] as const).map(
    (status, place) => ({ id: String(place), status }) as Deposit,
  )
  expect(neededFirst(deposits).map(({ id }) => id)).toEqual(['3', '1', '2', '4', '0'])
})
