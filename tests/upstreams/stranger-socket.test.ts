import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type NotificationSummary } from '~/notifications/client/summary'
import { startAppOn } from '../support/in-process-app'
import { until } from '../support/program'
import { type BrowserTab, newSession, newTab, openTab } from '../support/tabs'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'
import { type Deviation } from '../stranger/deviations'
import { type Stranger, startStranger } from '../stranger/stranger'

/** Notifications of a third-party upstream, as a page of the app gets them over the app's own socket. */

interface Given extends NonNullable<Parameters<typeof startStranger>[0]> {
  /** The settings of the app for this deviation. */
  dialect?: (stranger: Stranger) => object
  env?: Record<string, string>
}

interface Meeting {
  stranger: Stranger
  investor: Visitor
  session: { id: string; cookie: string }
  appUrl: string
  log: () => string
  /** The investor's newest notifications, as a page reads them. */
  newest: () => Promise<NotificationSummary[]>
}

async function meet({ dialect, env, ...options }: Given = {}): Promise<Meeting> {
  const stranger = await startStranger(options)
  onTestFinished(() => stranger.close())
  const app = await startAppOn(stranger.url, {
    env: { DEMO: '0', ...(dialect && { UPSTREAM_DIALECT: fileOf(dialect(stranger)) }), ...env },
  })
  onTestFinished(() => app.stop())
  const investor = await signedIn(app.url, stranger.investor, 'en')
  return {
    ...{ stranger, investor, appUrl: app.url, log: () => app.log() },
    session: { id: '', cookie: investor.cookie() },
    async newest() {
      const { html } = await investor.visit('/cabinet/notifications.json')
      return (JSON.parse(html) as { items: NotificationSummary[] }).items
    },
  }
}

function fileOf(dialect: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'dialect-')), 'dialect.json')
  writeFileSync(path, JSON.stringify(dialect))
  return path
}

async function openPage({ appUrl, session }: Meeting): Promise<BrowserTab> {
  const tab = await openTab(appUrl, session)
  onTestFinished(() => tab.close())
  return tab
}

const send = ({ stranger }: Meeting, message = 'A <b>word</b>') =>
  stranger.push(stranger.investor.login, { type: 'other', message })

/** A notification of the upstream, as a page gets it. */
async function firstNotification(meeting: Meeting): Promise<NotificationSummary> {
  const tab = await openPage(meeting)
  send(meeting)
  await until('the page hears', () => tab.notifications.length > 0)
  return tab.notifications[0]!
}

const now = () => new Date('2026-03-02T10:20:30Z')
const at = '2026-03-02T10:20:30.000Z'

describe('notifications of a third-party socket', () => {
  it.each<{ deviations: Deviation[]; createdAt?: string; env?: Record<string, string>; id?: string }>([
    { deviations: [] },
    { deviations: ['socket-ids-strings'] },
    { deviations: ['ids-strings'] },
    { deviations: ['ids-with-colon-and-at'], id: 'a:6@c' },
    { deviations: ['ids-from-zero'], id: '5' },
    { deviations: ['socket-unix-time'], createdAt: at },
    { deviations: ['socket-time'], createdAt: at },
    { deviations: ['socket-time', 'times-unix-seconds-strings'], createdAt: at },
    { deviations: ['socket-time', 'times-unix-milliseconds'], createdAt: at },
    { deviations: ['socket-time', 'times-milliseconds'], createdAt: at },
    { deviations: ['socket-time', 'times-offset-without-colon'], createdAt: at },
    { deviations: ['socket-time', 'times-sql'], createdAt: at },
    {
      deviations: ['socket-time', 'times-sql'],
      env: { UPSTREAM_TIME_ZONE: 'Europe/Vilnius' },
      createdAt: '2026-03-02T08:20:30.000Z',
    },
    { deviations: ['socket-without-image'] },
    { deviations: ['socket-in-data'] },
    { deviations: ['socket-text'] },
    { deviations: ['words-upper-case'] },
    { deviations: ['words-russian'] },
    { deviations: ['fields-snake-case'] },
  ])('reach a page: $deviations $env', async ({ deviations, env, createdAt = null, id = '6' }) => {
    const meeting = await meet({ deviations, env, now })
    const one = await firstNotification(meeting)
    expect(one).toEqual({ id, type: 'other', text: 'A word', language: 'en', createdAt, isRead: false })
    expect((await meeting.newest()).map((listed) => listed.id)).toContain(id)
  })

  it.each<{ deviations: Deviation[] }>([
    { deviations: ['socket-message-only'] },
    { deviations: ['ids-beyond-safe-integers'] },
  ])('without an id are read from the list: $deviations', async ({ deviations }) => {
    const meeting = await meet({ deviations })
    const tab = await openPage(meeting)
    send(meeting)
    await until('the page is told to read the list', () => tab.missed > 1)
    expect(tab.notifications).toEqual([])
    const known = meeting.stranger.state.notifications.at(-1)
    const [one] = (await meeting.newest()).filter(({ text }) => text === 'A word')
    expect([known?.id, one?.type]).toEqual([6, 'other'])
    // Many notifications cause a limited number of reads.
    for (let count = 0; count < 50; count += 1) send(meeting, `Number ${count}`)
    const before = tab.missed
    await until('the page is told once more', () => tab.missed > before)
    expect(tab.missed).toBe(before + 1)
  })
})

describe('a notification that had to be converted', () => {
  it.each<{ deviations: Deviation[]; row: [field: string, rule: string] }>([
    { deviations: ['socket-unix-time'], row: ['createdAt', 'number'] },
    { deviations: ['socket-text'], row: ['', 'notation'] },
    { deviations: ['socket-message-only'], row: ['id', 'unreadable'] },
  ])('is counted for the operator: $deviations', async ({ deviations, row: [field, rule] }) => {
    const keeper = { login: 'keeper', password: 'Demo-keeper-1', role: 'Administrator' }
    const person = { ...keeper, email: 'keeper@example.org', phone: '+37061110000' }
    const meeting = await meet({ deviations, people: [person] })
    const tab = await openPage(meeting)
    send(meeting)
    await until('the page hears of it', () => tab.notifications.length > 0 || tab.missed > 1)
    const operator = openVisitor(meeting.appUrl, 'en')
    const { login, password } = keeper
    await operator.submit(await operator.visit('/login'), 'name="password"', { login, password })
    const page = await operator.visit('/operator/upstream')
    const rows = rowsOf(page).filter(([call]) => call === 'socket.notification')
    const say = textsOf('en')
    const place = field || say('operator:upstream.whole')
    expect(rows).toContainEqual(['socket.notification', place, say(`operator:upstream.rules.${rule}`), '1'])
  })
})

describe('a read notification', () => {
  it('is reported over the socket with its id and the login', async () => {
    const meeting = await meet()
    const tab = await openPage(meeting)
    send(meeting)
    await until('the page hears', () => tab.notifications.length > 0)
    tab.socket.emit('readNotification', { id: tab.notifications[0]!.id })
    await until('the stranger hears', () => meeting.stranger.reports.length > 0)
    expect(meeting.stranger.reports).toEqual([{ id: '6', login: meeting.stranger.investor.login }])
    expect(meeting.stranger.state.notifications.at(-1)?.read).toBe(true)
  })

  it('is reported by its form with its id and the login, and to the open pages', async () => {
    const meeting = await meet()
    const { investor, stranger } = meeting
    const tab = await openPage(meeting)
    const list = await investor.visit('/cabinet/notifications')
    const answer = await investor.submit(list, 'action="/cabinet/notifications/1"')
    expect([answer.status, answer.url.pathname]).toEqual([200, '/cabinet/notifications'])
    const sent = stranger.requests.filter(
      ({ method, path }) => method === 'POST' && /notification/.test(path),
    )
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/notification/read', { id: '1', login: stranger.investor.login }],
    ])
    await until('the page is told', () => tab.reads.length > 0)
    expect(tab.reads).toEqual([{ id: '1', unread: null }])
  })

  it('stays visible where the upstream lists only unread ones, and is reported when it is closed', async () => {
    const { investor, stranger } = await meet()
    const list = await investor.visit('/cabinet/notifications')
    expect(list.links('/cabinet/notifications/5')).toHaveLength(1)
    const page = await investor.visit('/cabinet/notifications/5')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Rules')])
    const closed = await investor.submit(page, 'id="close"')
    expect([closed.status, closed.url.pathname]).toEqual([200, '/cabinet/notifications'])
    expect(stranger.state.notifications.find(({ id }) => id === 5)?.read).toBe(true)
  })
})

describe('a bearer that the upstream no longer knows', () => {
  it('ends the page’s socket without another attempt', async () => {
    const meeting = await meet()
    const { login } = meeting.stranger.investor
    const tab = newTab(meeting.appUrl, await newSession({ login, token: 'of-nobody' }))
    onTestFinished(() => tab.close())
    tab.socket.connect()
    await until('it is ended', () => tab.ended === 1, 2_000)
    const handshakes = meeting.stranger.requests.filter(({ path }) => path.includes('socket.io'))
    expect(handshakes.length).toBeLessThanOrEqual(1)
    expect(meeting.log()).not.toContain('notifications are not received')
  })
})

describe('an upstream without a socket', () => {
  it('has a cabinet and lists all the same, and the page’s own socket stays open', async () => {
    const meeting = await meet({ deviations: ['socket-none'] })
    const tab = newTab(meeting.appUrl, meeting.session)
    onTestFinished(() => tab.close())
    tab.socket.connect()
    await until('the socket stands', () => tab.socket.connected)
    send(meeting)
    expect((await meeting.newest()).map(({ id }) => id)).toContain('6')
    for (const path of ['/cabinet', '/cabinet/notifications', '/cabinet/operations']) {
      const page = await meeting.investor.visit(path)
      expect([path, page.status]).toEqual([path, 200])
    }
    expect(tab.ended).toBe(0)
  })

  it.each<Given>([{ deviations: ['socket-none'] }, { dialect: () => ({ socket: false }) }])(
    'is told by a call what a page has shown: %j',
    async (given) => {
      const meeting = await meet(given)
      const { login } = meeting.stranger.investor
      const [shown, other] = [
        newTab(meeting.appUrl, meeting.session),
        newTab(meeting.appUrl, meeting.session),
      ]
      for (const tab of [shown, other]) {
        onTestFinished(() => tab.close())
        tab.socket.connect()
        await until('the socket stands', () => tab.socket.connected)
      }
      shown.socket.emit('readNotification', { id: '1' })
      await until('the other page hears', () => other.reads.length > 0)
      expect(other.reads).toEqual([{ id: '1', unread: null }])
      const sent = meeting.stranger.requests.filter(({ path }) => path === '/api/notification/read')
      expect(sent.map(({ method, body }) => [method, body])).toEqual([['POST', { id: '1', login }]])
    },
  )
})

describe('with a dialect', () => {
  const socket = { path: '/live/io', notification: 'user.notice', readNotification: 'user.seen' }

  it.each<{ what: string; given: Given }>([
    { what: 'another path and other events', given: { socket, dialect: () => ({ socket }) } },
    {
      what: 'another address',
      given: {
        socket: { ...socket, hasOwnPort: true },
        dialect: ({ socketUrl }) => ({ socket: { ...socket, url: socketUrl } }),
      },
    },
    {
      what: 'another address, of ws, with a path of its own',
      given: {
        socket: { ...socket, hasOwnPort: true },
        dialect: ({ socketUrl }) => ({
          socket: { ...socket, path: '/io', url: `${socketUrl.replace('http', 'ws')}/live/` },
        }),
      },
    },
  ])('the socket is found at $what', async ({ given }) => {
    const meeting = await meet(given)
    const tab = await openPage(meeting)
    send(meeting)
    await until('the page hears', () => tab.notifications.length > 0)
    expect(tab.notifications.map(({ id }) => id)).toEqual(['6'])
    tab.socket.emit('readNotification', { id: '6' })
    await until('the stranger hears', () => meeting.stranger.reports.length > 0)
    expect(meeting.stranger.state.notifications.at(-1)?.read).toBe(true)
  })

  it.each(['auth', 'header', 'query'] as const)(
    'the handshake has the token only in its %s',
    async (bearer) => {
      const meeting = await meet({ socket: { tokenIn: bearer }, dialect: () => ({ socket: { bearer } }) })
      expect((await firstNotification(meeting)).id).toBe('6')
    },
  )

  it('notifications and reports have its names, words and numbers', async () => {
    const meeting = await meet({
      deviations: ['socket-in-data', 'words-unknown'],
      dialect: () => ({
        numbers: ['id'],
        calls: {
          'notification.list': { words: { type: { 'other by proxy': 'bonus' } } },
          'notification.read': { out: { login: 'user' } },
        },
      }),
    })
    const tab = await openPage(meeting)
    send(meeting)
    await until('the page hears', () => tab.notifications.length > 0)
    expect(tab.notifications[0]).toMatchObject({ id: '6', type: 'bonus', text: 'A <b>word</b>' })
    tab.socket.emit('readNotification', { id: '6' })
    await until('the stranger hears', () => meeting.stranger.reports.length > 0)
    expect(meeting.stranger.reports).toEqual([{ id: 6, user: meeting.stranger.investor.login }])
  })

  it('without a socket the app does not try to connect', async () => {
    const meeting = await meet({ dialect: () => ({ socket: false }) })
    const tab = newTab(meeting.appUrl, meeting.session)
    onTestFinished(() => tab.close())
    tab.socket.connect()
    await until('the socket stands', () => tab.socket.connected)
    expect((await meeting.newest()).map(({ id }) => id)).toHaveLength(5)
    expect(meeting.stranger.requests.filter(({ path }) => path.includes('socket'))).toEqual([])
    expect(meeting.log()).not.toContain('notifications are not received')
  })
})
