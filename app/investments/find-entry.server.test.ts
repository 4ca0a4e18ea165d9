import { expect, test } from 'vitest'
import { findEntry } from './find-entry.server'

/** A list of this many entries, and the pages that were requested. */
function listOf(total: number) {
  const requests: number[] = []
  const list = ({ page, limit }: { page: number; limit: number }) => {
    requests.push(page)
    const ids = Array.from({ length: total }, (_, at) => ({ id: `entry-${at}` }))
    return Promise.resolve({ items: ids.slice((page - 1) * limit, page * limit), total })
  }
  return { list, requests }
}

test.each([
  ['entry-0', [1]],
  ['entry-99', [1]],
  ['entry-100', [1, 2]],
  ['entry-249', [1, 2, 3]],
])('%s of 250 is found on pages %j', async (id, pages) => {
  const { list, requests } = listOf(250)
  expect(await findEntry(id, list)).toEqual({ id })
  expect(requests).toEqual(pages)
})

test.each([0, 100, 250])('an id that is not among %d is a 404, and the search ends', async (total) => {
  const { list, requests } = listOf(total)
  const missing = await findEntry('someone-elses', list).catch((error: unknown) => error)
  expect((missing as Response).status).toBe(404)
  // The last page has no new entry.
  expect(requests.length).toBe(Math.ceil(total / 100) + 1)
})
