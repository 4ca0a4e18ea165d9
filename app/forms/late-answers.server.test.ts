import { beforeEach, expect, test, vi } from 'vitest'
import { type CookieJar } from '~/session/cookies.server'
import { createSealer } from '~/session/seal.server'
import { type SharedAnswers } from '~/redis/shared-answers.server'
import { type Session } from '~/session/session.server'
import { createLateAnswers } from './late-answers.server'

/** What becomes of an answer that is later than its reader, by this process's clock. */

const sealer = createSealer(['0'.repeat(64)])
const session = { user: { id: 'user-1' } } as Session
/** @param sent what came with the request */
function openJar(kept = new Map<string, string>(), sent = kept): CookieJar {
  return {
    get: (name) => sent.get(name),
    namesFrom: (prefix) => [...sent.keys()].filter((name) => name.startsWith(prefix)),
    set: (name, value) => void kept.set(name, value as string),
    clear: (name) => void kept.delete(name),
    passOn: () => {},
  }
}
const jar = openJar()
const press = { leftMs: () => -700, outlast: vi.fn(), release: vi.fn(), restart() {}, isOutlasted: true }
const request = {
  form: new FormData(),
  upload: null,
  url: new URL('http://here/cabinet/x?a=1'),
  press,
  session,
}

let time = 0
let service: ReturnType<typeof createLateAnswers>
const restart = () => (service = createLateAnswers({ sealer, cookieName: 'late', now: () => time }))
beforeEach(() => {
  time = 1_000_000
  restart()
})

/** @returns the ticket of an action that is late, and what ends it */
async function lateAction(by = jar) {
  let end: (answer: unknown) => void = () => {}
  const own = service.for(session, by)
  const answer = await own.inTime(request, () => new Promise((resolve) => (end = resolve)))
  const address = (answer as Response).headers.get('Location') ?? ''
  return { ticket: decodeURIComponent(address.replace('/answer/', '')), end, own }
}

test('an answer in time is given as it is', async () => {
  const own = service.for(session, jar)
  expect(await own.inTime(request, () => Promise.resolve('answer'))).toBe('answer')
  await expect(own.inTime(request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('a late answer is running, then there, and may be asked for again', async () => {
  const { ticket, end, own } = await lateAction()
  expect(await own.find(ticket)).toMatchObject({ state: 'running', path: '/cabinet/x?a=1' })
  end('answer')
  await vi.waitFor(async () => expect(await own.find(ticket)).toMatchObject({ state: 'there' }))
  expect((await own.find(ticket))?.give()).toBe('answer')
  expect((await own.find(ticket))?.give()).toBe('answer')
})

test('a form that asks for its answer gets it, and its action is not run', async () => {
  const { ticket, end, own } = await lateAction()
  const sentAgain = new FormData()
  sentAgain.set('lateAnswer', ticket)
  const run = vi.fn()
  const early = (await own.inTime({ ...request, form: sentAgain }, run)) as Response
  expect(early.headers.get('Location')).toContain('/answer/')
  end('answer')
  await vi.waitFor(async () => expect(await own.find(ticket)).toMatchObject({ state: 'there' }))
  expect(await own.inTime({ ...request, form: sentAgain }, run)).toBe('answer')
  expect(run).not.toHaveBeenCalled()
})

test('forms of two tabs that are sent at the same moment have an answer each', async () => {
  const kept = new Map<string, string>()
  const sentNow = () => openJar(kept, new Map(kept))
  const [one, other] = await Promise.all([lateAction(sentNow()), lateAction(sentNow())])
  const later = service.for(session, openJar(kept))
  for (const { ticket } of [one, other]) expect(await later.find(ticket)).toMatchObject({ state: 'running' })
  later.drop()
  const after = service.for(session, openJar(kept))
  for (const { ticket } of [one, other]) expect(await after.find(ticket)).toBeNull()
})

test('another browser, another account and who has signed out find nothing', async () => {
  const { ticket, own } = await lateAction()
  expect(await service.for(session, openJar()).find(ticket)).toBeNull()
  const other = { user: { id: 'user-2' } } as Session
  expect(await service.for(other, jar).find(ticket)).toBeNull()
  const visitor = { user: null } as Session
  expect(await service.for(visitor, jar).find(ticket)).toMatchObject({ state: 'running' })
  own.drop()
  expect(await own.find(ticket)).toBeNull()
})

test('after a restart the answer is not known, and after two minutes it will not come', async () => {
  const { ticket } = await lateAction()
  restart()
  const own = service.for(session, jar)
  expect(await own.find(ticket)).toMatchObject({ state: 'unseen' })
  time += 121_000
  expect(await own.find(ticket)).toMatchObject({ state: 'lost' })
})

test('another instance gives an answer that leads on, with its cookies, to the browser that sent the form', async () => {
  const kept = new Map<string, string>()
  const shared: SharedAnswers = {
    save: (key, sealed) => Promise.resolve(void kept.set(key, sealed)),
    find: (key) => Promise.resolve(kept.get(key) ?? null),
  }
  const start = () => createLateAnswers({ sealer, cookieName: 'late', now: () => time, shared })
  service = start()
  const browser = new Map<string, string>()
  const late = {
    ...openJar(browser),
    passOn: (to: Pick<CookieJar, 'set'>) => to.set('sid', 'new-session', 60),
  }
  const { ticket, end } = await lateAction(late)
  const other = start()
  expect(await other.for(session, openJar(browser)).find(ticket)).toMatchObject({ state: 'unseen' })
  end(new Response(null, { status: 303, headers: { Location: '/cabinet' } }))
  const next = openJar(browser)
  await vi.waitFor(async () =>
    expect(await other.for(session, next).find(ticket)).toMatchObject({ state: 'there' }),
  )
  const answer = (await other.for(session, next).find(ticket))?.give() as Response
  expect([answer.status, answer.headers.get('Location'), browser.get('sid')]).toEqual([
    303,
    '/cabinet',
    'new-session',
  ])
  // What is kept can't be read, and is nobody else's.
  expect([...kept.values()].join()).not.toContain('new-session')
  expect(await other.for(session, openJar()).find(ticket)).toBeNull()
})

test('what a form has typed in is not shared with other instances', async () => {
  const save = vi.fn(() => Promise.resolve())
  const shared: SharedAnswers = { save, find: () => Promise.resolve(null) }
  service = createLateAnswers({ sealer, cookieName: 'late', now: () => time, shared })
  const { ticket, end, own } = await lateAction()
  end({ lastResult: { initialValue: { name: 'Ona' } } })
  await vi.waitFor(async () => expect(await own.find(ticket)).toMatchObject({ state: 'there' }))
  expect(save).not.toHaveBeenCalled()
})

test('an answer is forgotten after five minutes', async () => {
  const { ticket, end, own } = await lateAction()
  end('answer')
  await vi.waitFor(async () => expect(await own.find(ticket)).toMatchObject({ state: 'there' }))
  time += 301_000
  expect(await own.find(ticket)).toMatchObject({ state: 'lost' })
})
