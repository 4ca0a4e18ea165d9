import { type OverviewPart, overviewParts } from '~/contract/extensions/overview'
import { targetOf } from '~/upstream/target.server'
import { type FaultyProduct, expect, journeysOn } from '../support/in-process-faulty-journey'
import { demoInvestor, knownInvestor, newInvestor } from '../support/investor'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, signedIn } from '../support/visitor'

/**
 * The overview in one call of the upstream: the page is the same as from the calls of its parts, and whatever becomes of
 * the one call, it costs the page nothing.
 */

/** It stands still but for `outlastPause`: a page names minutes. */
let nowMs = Date.now()
const test = journeysOn({ now: () => nowMs })

const whole = { method: 'GET', path: /\/ext\/overview/ }
const extensions = { method: 'GET', path: /\/settings\/extensions/ }
const say = textsOf('en')
const failed = say('cabinet:dashboard.failed')

/** Beyond the time for which the app makes the separate calls after a failure of the one. */
const outlastPause = () => void (nowMs += 60_000)

/** The overview as a visitor gets it, and the calls that it took. */
async function overviewFor(
  { faulty }: FaultyProduct,
  visitor: Visitor,
  address = '/cabinet',
): Promise<{ page: Answer; calls: string[] }> {
  const before = faulty.requests.length
  const page = await visitor.visit(address)
  return { page, calls: faulty.requests.slice(before) }
}

/** A visitor on an app that knows what the upstream answers. */
async function knownTo({ url }: FaultyProduct, who = demoInvestor): Promise<Visitor> {
  const visitor = await signedIn(url, who, 'en')
  await visitor.visit('/cabinet')
  return visitor
}

const stream = /streamController\.enqueue\((".*?")\);?<\/script>/s

/** A page without what differs between two requests for it: its nonce, the minute, and in its data the moment of the answer. */
function lasting({ html }: Answer): { page: string; data: unknown } {
  const rows = JSON.parse(JSON.parse(stream.exec(html)?.[1] ?? '') as string) as unknown[]
  // Values that are equal are sent once, so each is put back to its places.
  const valueAt = (place: unknown): unknown => {
    const row = typeof place === 'number' && place >= 0 ? rows[place] : place
    if (Array.isArray(row))
      return (row as unknown[]).map((inner) => (typeof inner === 'number' ? valueAt(inner) : inner))
    if (typeof row !== 'object' || row === null) return row
    const fields = Object.entries(row as Record<string, unknown>).map(([name, inner]): [string, unknown] => [
      String(rows[Number(name.slice(1))]),
      inner,
    ])
    return Object.fromEntries(
      fields.map(([name, inner]) => [name, momentary.has(name) ? null : valueAt(inner)]),
    )
  }
  const page = html
    .replace(stream, '')
    .replace(/ nonce="[^"]*"/g, '')
    .replace(/\d\d:\d\d(?=\sGMT)/g, '')
  return { page, data: valueAt(0) }
}

/** When the answer was given, and how long the session lasts from then on. */
const momentary: ReadonlySet<string> = new Set(['asOf', 'updatedAt', 'now', 'inMs'])

const isWhole = (call: string) => call.startsWith('GET /api/ext/overview?')

function withoutOverview({ faulty }: FaultyProduct): void {
  faulty.change(extensions, (body: { value: string[] }) => {
    body.value = body.value.filter((name) => name !== 'overview')
  })
}

for (const address of ['/cabinet', '/cabinet?period=all', '/cabinet?of=income&period=7'])
  test(`${address} is the same page, byte for byte, from one call and from many`, async ({ stack }) => {
    for (const who of [demoInvestor, await newInvestor(stack.backendUrl, { usdt: '700' })]) {
      const visitor = await knownTo(stack, who)
      const inOne = await overviewFor(stack, visitor, address)
      expect(inOne.calls).toEqual([expect.stringMatching(/^GET \/api\/ext\/overview\?days=/)])
      withoutOverview(stack)
      await visitor.visit('/cabinet')
      const inMany = await overviewFor(stack, visitor, address)
      stack.faulty.heal()
      expect(inMany.calls.length).toBeGreaterThan(12)
      expect(inMany.calls.filter(isWhole)).toEqual([])
      expect(lasting(inOne.page)).toEqual(lasting(inMany.page))
    }
  })

test('a part that is null, or no answer of its call, is called for by itself and alone', async ({
  stack,
}) => {
  const visitor = await knownTo(stack)
  const untouched = await overviewFor(stack, visitor)
  const entries = Object.entries(overviewParts) as [string, OverviewPart][]
  for (const [name, { call, input }] of entries)
    for (const given of [null, 'no object']) {
      stack.faulty.change(whole, (body: Record<string, unknown>) => void (body[name] = given))
      const { page, calls } = await overviewFor(stack, visitor)
      stack.faulty.heal()
      const path = targetOf(call, input({ days: 30 }))?.path
      expect(calls, name).toEqual([expect.stringMatching(/ext\/overview/), `GET /api${path}`])
      expect(lasting(page), name).toEqual(lasting(untouched.page))
    }
})

test('one part that fails is reported in its own panel', async ({ stack }) => {
  const visitor = await knownTo(stack)
  stack.faulty.fail('answers 503', { method: 'GET', path: /\/user\/operations/ })
  const { page, calls } = await overviewFor(stack, visitor)
  expect(calls).toEqual([expect.stringMatching(/ext\/overview/), expect.stringMatching(/user\/operations/)])
  expect(page.status).toBe(200)
  expect(page.text.split(failed)).toHaveLength(2)
  expect(page.text).not.toContain(say('cabinet:layout.unavailable'))
})

for (const fault of [
  'answers 500 in words',
  'answers 404 in words',
  'answers 401 in words',
  'commits, then HTML',
  'commits, then half an answer',
] as const)
  test(`an overview that ${fault} leaves the page whole`, async ({ stack }) => {
    outlastPause()
    const visitor = await knownTo(stack)
    const untouched = await overviewFor(stack, visitor)
    expect(untouched.calls).toHaveLength(1)
    stack.faulty.fail(fault, whole)
    const { page, calls } = await overviewFor(stack, visitor)
    const next = await overviewFor(stack, visitor)
    stack.faulty.heal()
    expect(calls.length).toBeGreaterThan(13)
    expect(lasting(page)).toEqual(lasting(untouched.page))
    // What it answers to one session says nothing about the others.
    expect(next.calls.filter(isWhole)).toHaveLength(fault.includes('401') ? 1 : 0)
    expect(lasting(next.page)).toEqual(lasting(untouched.page))

    outlastPause()
    expect((await overviewFor(stack, visitor)).calls).toHaveLength(1)
  })

test('more readers at once than the backend has connections to its database are all answered', async ({
  stack,
}) => {
  const { ask } = await knownInvestor(stack.backendUrl, demoInvestor)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => ask('GET', '/ext/overview?days=30') as Promise<{ contacts: unknown }>),
  )
  expect(answers.filter(({ contacts }) => contacts !== null)).toHaveLength(40)
})

test('a session that has ended redirects to sign-in', async ({ stack }) => {
  outlastPause()
  const visitor = await knownTo(stack)
  stack.faulty.fail('answers 401 in words', { method: 'GET', path: /./ })
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
})

test('no other page requests it, nor does a form', async ({ stack }) => {
  outlastPause()
  const visitor = await knownTo(stack)
  const before = stack.faulty.requests.length
  for (const path of ['/cabinet/deposits', '/cabinet/notifications', '/cabinet/settings/profile', '/'])
    expect((await visitor.visit(path)).status).toBe(200)
  expect(stack.faulty.requests.slice(before).filter(isWhole)).toEqual([])
})
