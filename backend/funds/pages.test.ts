import { expect, test } from 'vitest'
import { nearestEnd } from './pages'

test('a page is the same from either end, and none is reached past the middle of the list', () => {
  for (const total of [0, 1, 19, 20, 21, 40, 47, 100])
    for (const limit of [1, 20, 30])
      for (let page = 1; page <= 7; page += 1) {
        const list = Array.from({ length: total }, (_, at) => at)
        const { isReversed, offset, limit: rows } = nearestEnd({ page, limit }, total)
        const read = (isReversed ? [...list].reverse() : list).slice(offset, offset + rows)
        const shown = isReversed ? read.reverse() : read
        expect(shown, `page ${page} of ${limit} of ${total}`).toEqual(
          list.slice((page - 1) * limit, page * limit),
        )
        expect(offset).toBeLessThanOrEqual(total / 2)
      }
})
