import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '~/contract'
import { type FaultyProxy, type Where, startFaultyProxy } from '../faults/proxy'
import { type InProcessApp, startApp, startAppOn } from '../support/in-process-app'
import { demoInvestor } from '../support/investor'
import { isFull } from '../support/reading-modes'
import { type Visitor, signedIn } from '../support/visitor'
import { startStranger } from '../stranger/stranger'
import { brokenPages, cabinetPages } from './pages'

/**
 * An upstream may leave out whatever the description does not name. What it names is what the third-party upstream
 * answers, which is written from the description alone. Each further field of this repository's backend is left out of
 * its call, one by one, and a page that makes the call is opened, with TEST_FULL every one: it shows no error and no
 * missing value.
 */

interface ReadingCall {
  id: string
  where: Where
}

/** The calls of the description that pages read. A setting has no fields: it is a value. */
const readingCalls = calls.flatMap(([id, { method, path, extension, attachment }]): ReadingCall[] => {
  const isRead = method === 'GET' || id === 'user.profile'
  if (!isRead || extension || attachment || id === 'settings.get') return []
  const address = path.replace(/\/\{\w+\?\}/g, '(/[^/?]*)?').replace(/\{\w+\}/g, '[^/?]+')
  return [{ id, where: { method, path: new RegExp(`^/api${address}(\\?|$)`) } }]
})

/** The names of the fields of each call's answer, as pages got it. */
type Fields = Map<string, Set<string>>

/** The fields of an answer, or of the rows of a list. */
const rowsIn = (body: unknown): Record<string, unknown>[] => {
  const rows = Array.isArray(body) ? body : ((body as { items?: unknown[] } | null)?.items ?? [body])
  return rows.filter((row) => typeof row === 'object' && row !== null) as Record<string, unknown>[]
}

/** Notes the fields of every answer that passes. */
function recordFields(proxy: FaultyProxy): Fields {
  const fields: Fields = new Map(readingCalls.map(({ id }) => [id, new Set()]))
  for (const { id, where } of readingCalls)
    proxy.change(where, (body) => {
      for (const row of rowsIn(body)) for (const name of Object.keys(row)) fields.get(id)!.add(name)
    })
  return fields
}

/** The fields that the description names. */
async function describedFields(): Promise<Fields> {
  const stranger = await startStranger({ deviations: ['ids-on-all'] })
  const proxy = await startFaultyProxy(stranger.url)
  const app = await startAppOn(proxy.url, { env: { DEMO: '0' } })
  try {
    const fields = recordFields(proxy)
    expect(await brokenPages(await signedIn(app.url, stranger.investor, 'en'), cabinetPages)).toEqual([])
    return fields
  } finally {
    await app.stop()
    await proxy.close()
    await stranger.close()
  }
}

describe('without one field that the description does not name', () => {
  let proxy: FaultyProxy
  let app: InProcessApp
  let investor: Visitor
  /** The fields to leave out, and the pages that read their call. */
  const cases: { call: ReadingCall; field: string; pages: string[] }[] = []

  beforeAll(async () => {
    const between = async (url: string) => (proxy = await startFaultyProxy(url))
    app = await startApp({ history: true, between })
    investor = await signedIn(app.url, demoInvestor, 'en')
    const [described, own] = [await describedFields(), recordFields(proxy)]
    const callsOf = new Map<string, readonly string[]>()
    for (const page of cabinetPages) {
      const before = proxy.requests.length
      expect(await brokenPages(investor, [page])).toEqual([])
      callsOf.set(page, proxy.requests.slice(before))
    }
    proxy.heal()
    for (const call of readingCalls)
      for (const field of own.get(call.id)!)
        if (!described.get(call.id)!.has(field)) {
          const isMade = (request: string) => {
            const [method = '', path = ''] = request.split(' ')
            return method === call.where.method && call.where.path.test(path)
          }
          const pages = cabinetPages.filter((page) => callsOf.get(page)!.some(isMade))
          const inTurn = pages[cases.length % pages.length]!
          cases.push({ call, field, pages: isFull ? pages : [inTurn] })
        }
  })
  afterAll(() => app.stop())

  it('the pages of the cabinet do without it', { timeout: 300_000 }, async () => {
    expect(cases.length).toBeGreaterThan(40)
    const broken: unknown[] = []
    for (const { call, field, pages } of cases) {
      proxy.change(call.where, (body) => {
        for (const row of rowsIn(body)) delete row[field]
      })
      const found = await brokenPages(investor, pages)
      if (found.length > 0) broken.push([`${call.id} without ${field}`, ...found])
      proxy.heal()
    }
    expect(broken).toEqual([])
  })
})
