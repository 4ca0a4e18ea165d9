import { expect, test } from 'vitest'
import { anonymousReader } from '~/session/reader.server'
import { type Upstream } from '~/upstream/types'
import { wholeExport } from './whole-export.server'

const operations = Array.from({ length: 2_345 }, (_, place) => ({ id: `o${place}` }))

/** An upstream whose list has one entry more at its head after the first page. */
function upstreamOf(requests: number[]): Upstream {
  const read = ({ page = 1, limit = 20 }: { page?: number; limit?: number }) => {
    requests.push(page)
    const all = page === 1 ? operations : [{ id: 'new' }, ...operations]
    return Promise.resolve({ items: all.slice((page - 1) * limit, page * limit), total: all.length })
  }
  return { user: { operations: read } } as unknown as Upstream
}

async function fileOf(held: Record<string, unknown>, requests: number[] = []) {
  let file = ''
  for await (const piece of wholeExport(held, upstreamOf(requests), anonymousReader)) file += piece
  return JSON.parse(file) as unknown
}

test('a complete answer of the upstream is the file, and nothing more is requested', async () => {
  const requests: number[] = []
  const held = { account: { login: 'kai' }, operations: [{ n: 1 }] }
  expect(await fileOf({ ...held, more: [] }, requests)).toEqual(held)
  expect(requests).toEqual([])
})

test('the full list is appended below a truncated one, each entry once, although entries are added meanwhile', async () => {
  const requests: number[] = []
  const held = { account: { login: 'kai' }, operations: [{ n: 1 }] }
  const more = [{ list: 'operations', call: 'GET /user/operations/' }]
  expect(await fileOf({ ...held, more }, requests)).toEqual({ ...held, whole: { operations } })
  expect(requests).toEqual([1, 2, 3])
})

test('a list that no call can read is still named', async () => {
  const more = [{ list: 'messages', call: null }]
  expect(await fileOf({ messages: [], more })).toEqual({ messages: [], more })
})
