import { once } from 'node:events'
import { type Socket as TcpSocket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Complete } from '~/contract/reading'
import { type Notification } from '~/contract/notification'
import { until } from '../support/program'
import {
  bearerOf,
  newNotification,
  type SocketUpstream,
  startSocketUpstream,
} from '../support/socket-upstream'
import {
  newSession,
  newTab,
  openTab,
  startApp,
  type BrowserTab,
  type TabOptions,
  type TestApp,
  type TestAppOptions,
  type TestSession,
} from '../support/tabs'
import { layWire, type Wire } from '../support/wire'

/** The relay between the browser's socket and the upstream's, and each thing that can happen to either. */

let upstream: SocketUpstream
let app: TestApp
let session: TestSession
const opened: { close(): unknown }[] = []

const startOne = async (options: Partial<TestAppOptions> = {}) => {
  const started = await startApp({ upstreamUrl: upstream.url, ...options })
  opened.push(started)
  return started
}
const open = async (of = session, at = app, options?: TabOptions): Promise<BrowserTab> => {
  const tab = await openTab(at.url, of, options)
  opened.push(tab)
  return tab
}
const idsOf = ({ notifications }: BrowserTab) => notifications.map(({ id }) => id)
const receives = (tab: BrowserTab, { id }: Pick<Complete<typeof Notification>, 'id'>) =>
  until(`${id} comes`, () => idsOf(tab).includes(id))
const send = (...notifications: unknown[]) => {
  for (const one of notifications) upstream.send('anna', one)
}
const leaves = ({ socket }: BrowserTab) =>
  new Promise<string>((resolve) => socket.once('disconnect', resolve))
/** Ended, told so, and gone. */
const isEnded = (tab: BrowserTab) => tab.ended === 1 && !tab.socket.connected

beforeEach(async () => {
  upstream = await startSocketUpstream()
  app = await startOne()
  session = await newSession()
})
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
  await upstream.close()
})

describe('a notification', () => {
  it('comes to every tab of its session within a second, once, and to nobody else’s', async () => {
    const tabs = [await open(), await open()]
    const other = await open(await newSession({ login: 'boris' }))
    const [sent, more] = [newNotification(), newNotification()]
    const at = performance.now()
    send(sent)
    for (const tab of tabs) await receives(tab, sent)
    expect(performance.now() - at).toBeLessThan(1_000)
    send(more)
    for (const tab of tabs) {
      await receives(tab, more)
      expect(idsOf(tab)).toEqual([sent.id, more.id])
    }
    expect(other.notifications).toEqual([])
  })

  it('comes in plain text: there is nothing in it that a page could run', async () => {
    const tab = await open()
    send(
      newNotification({
        message: '<p onclick="x">1 &lt; <b>2</b></p><script>alert(1)</script>',
        image: 'http://10.0.0.1/a.png',
      }),
    )
    await until('it comes', () => tab.notifications.length > 0)
    expect(Object.keys(tab.notifications[0]!).sort()).toEqual(['createdAt', 'id', 'isRead', 'text', 'type'])
    expect(tab.notifications[0]!.text).toBe('1 < 2')
  })

  it('brings neither the bearer nor where it comes from, nor does the log', async () => {
    const tab = await open()
    send(newNotification())
    tab.socket.emit('readNotification', { id: 'n-0' })
    await until('both ways were used', () => tab.notifications.length > 0 && tab.reads.length > 0)
    upstream.endBearer()
    upstream.refuseWith = 'unauthorized'
    await until('it is ended', () => isEnded(tab))
    const said = tab.frames.join('\n') + app.log()
    for (const secret of [
      bearerOf('anna'),
      new URL(upstream.url).host,
      session.cookie.split('sid=')[1],
      session.id,
    ])
      expect(said).not.toContain(secret)
  })
})

describe('the connection to the upstream', () => {
  it('is one for all tabs, opened with the first and closed after the last', async () => {
    expect(upstream.connected()).toEqual([])
    const tabs = [await open(), await open(), await open()]
    expect(upstream.connected()).toEqual(['anna'])
    for (const tab of tabs) tab.close()
    await until('it is closed', () => upstream.connected().length === 0, 5_000)
    expect(upstream.handshakes).toHaveLength(1)
  })

  it('stands while a page load closes one socket and opens the next', async () => {
    app = await startOne({ lingerMs: 2_000 })
    const before = await open()
    before.close()
    const after = await open()
    const sent = newNotification()
    send(sent)
    await receives(after, sent)
    expect(upstream.handshakes).toHaveLength(1)
  })

  it('goes with the newest bearer that a tab came with', async () => {
    const before = await open(await newSession({ of: session, ageMs: 60_000 }))
    await open(await newSession({ of: session, token: bearerOf('anna', 2) }))
    expect(upstream.handshakes).toEqual([bearerOf('anna'), bearerOf('anna', 2)])
    const sent = newNotification()
    send(sent)
    await receives(before, sent)
    await open(await newSession({ of: session, ageMs: 60_000 }))
    expect(upstream.handshakes).toHaveLength(2)
  })
})

describe('an upstream that', () => {
  /** Whatever happened in between, the tab is told to read the list and hears what comes after. */
  async function recovers(tab: BrowserTab, happen: () => unknown) {
    const before = tab.missed
    await happen()
    await until('it is told to read the list', () => tab.missed > before, 20_000)
    const sent = newNotification()
    send(sent)
    await receives(tab, sent)
    expect(tab.ended).toBe(0)
    expect(tab.socket.connected).toBe(true)
  }

  it('refuses the connection is tried again until it is there', async () => {
    await upstream.stop()
    const tab = newTab(app.url, session)
    opened.push(tab)
    tab.socket.connect()
    await until('it is told of in the log', () => app.log().includes('notifications are not received'))
    expect(tab.socket.connected).toBe(true)
    expect(tab.missed).toBe(0)
    await recovers(tab, () => upstream.start())
  })

  it('drops the connection is connected to again', async () => {
    await recovers(await open(), () => upstream.drop())
  })

  it('is half open, as when a cable is pulled, is found out by its silence', async () => {
    await recovers(await open(), async () => {
      upstream.cut()
      await until('its end is noticed', () => app.log().includes('notifications are not received'), 20_000)
      upstream.mend()
    })
  })

  it('is started anew is connected to again', async () => {
    await recovers(await open(), async () => {
      await upstream.stop()
      await upstream.start()
    })
  })

  it('can’t say who asks for now is asked again', async () => {
    const tab = await open()
    upstream.refuseWith = 'internal'
    await recovers(tab, async () => {
      upstream.drop()
      await until('it is refused', () => upstream.handshakes.length > 2)
      upstream.refuseWith = null
    })
  })

  it('refuses the bearer ends the tab, and is not asked again', async () => {
    upstream.refuseWith = 'unauthorized'
    const tab = newTab(app.url, session)
    opened.push(tab)
    tab.socket.connect()
    await until('it is ended', () => isEnded(tab), 2_000)
    expect(upstream.handshakes).toHaveLength(1)
  })

  it('ends the bearer ends every tab within two seconds', async () => {
    const tabs = [await open(), await open()]
    upstream.refuseWith = 'unauthorized'
    upstream.endBearer()
    await until('they are ended', () => tabs.every(isEnded), 2_000)
  })
})

describe('a frame of the upstream that', () => {
  const next = newNotification()

  it('comes twice, goes down once', async () => {
    const tab = await open()
    const twice = newNotification()
    send(twice, twice, newNotification(), twice, next)
    await receives(tab, next)
    expect(idsOf(tab).filter((id) => id === twice.id)).toEqual([twice.id])
    expect(tab.notifications).toHaveLength(3)
  })

  it('comes out of order, goes down with its own time', async () => {
    const tab = await open()
    const [first, second] = [newNotification(), newNotification()]
    send(second, first)
    await receives(tab, first)
    expect(tab.notifications.map(({ createdAt }) => createdAt)).toEqual([second.createdAt, first.createdAt])
  })

  it('is of an unknown type, goes down under a neutral one', async () => {
    const tab = await open()
    send({ ...newNotification(), type: 'jackpot' })
    await until('it comes', () => tab.notifications.length > 0)
    expect(tab.notifications[0]!.type).toBe('unknown')
  })

  it.each<[string, unknown[]]>([
    ['has no id', [{ ...newNotification(), id: undefined }]],
    ['has an id that is no word of a path', [{ ...newNotification(), id: '../../logout' }]],
    ['is a text', ['<script>alert(1)</script>']],
    ['is a number', [7]],
    ['is nothing', [null]],
    ['is a list', [[newNotification()]]],
    ['is empty', []],
    ['is of bytes', [Buffer.from('notification')]],
    ['is an object of another shape', [{ first: 'n-1', second: newNotification(), third: {} }]],
    ['has another name', ['announcement', newNotification()]],
    ['has the name of one of ours', ['ended', {}]],
  ])('%s, is left out, and the next one comes', async (_what, given) => {
    const tab = await open()
    if (given.length === 0) upstream.send('anna', 'notification', undefined)
    else upstream.send('anna', ...given)
    send(next)
    await receives(tab, next)
    expect(idsOf(tab)).toEqual([next.id])
    expect(tab.ended).toBe(0)
  })

  it('is nested deeper than can be followed, is left out, and the next one comes', async () => {
    const tab = await open()
    upstream.sendText('anna', `2["notification",${'['.repeat(100_000)}${']'.repeat(100_000)}]`)
    send(next)
    await receives(tab, next)
    expect(idsOf(tab)).toEqual([next.id])
  })

  it('is far too large, is cut off, and the list is read for it', async () => {
    const tab = await open()
    send(newNotification({ message: 'x'.repeat(3_000_000) }))
    await until('it is told to read the list', () => tab.missed > 1)
    send(next)
    await receives(tab, next)
    expect(idsOf(tab)).toEqual([next.id])
  })
})

describe('a burst', () => {
  const maxIds = 1_000

  it('of 1,000 either comes whole or says that the list is to be read', async () => {
    const tab = await open()
    const all = Array.from({ length: maxIds }, () => newNotification())
    send(...all)
    await until('the burst is over', () => tab.missed > 1 || tab.notifications.length === maxIds)
    const before = tab.missed
    const last = newNotification()
    send(last)
    // It may be behind for a moment longer, and is told to read the list for this one too.
    await until('it comes, or is to be read', () => tab.missed > before || idsOf(tab).includes(last.id))
    expect(new Set(idsOf(tab)).size).toBe(tab.notifications.length)
  })

  it('that a slow reader does not take is not kept for it, and holds nobody else up', async () => {
    const [slow, quick] = [await open(), await open()]
    const wire = wireOf(slow)
    wire.pause()
    // Far more than the system's own buffers take.
    for (let batch = 0; batch < 60; batch += 1) {
      const last = newNotification({ message: 'word '.repeat(60) })
      send(...Array.from({ length: 400 }, () => newNotification({ message: 'word '.repeat(60) })), last)
      const before = quick.missed
      await until('the quick one has it', () => quick.missed > before || idsOf(quick).includes(last.id))
    }
    const [before, had] = [slow.missed, slow.notifications.length]
    wire.resume()
    await until('it is told to read the list', () => slow.missed > before)
    expect(slow.notifications.length - had).toBeLessThan(60 * 400)
    // It may be behind for a moment longer: what it loses then is announced by another request to read the list.
    const later: string[] = []
    for (const tab of [slow, quick])
      await until('it receives notifications again', () => {
        if (idsOf(tab).some((id) => later.includes(id))) return true
        const one = newNotification()
        later.push(one.id)
        send(one)
        return false
      })
  })
})

describe('a tab that asks for another namespace than the root', () => {
  const ask = ({ socket }: BrowserTab, name: string) => void socket.io.engine.write(`0/${name},`)

  it.each([
    ['a short one', 'a'],
    ['one as long as a frame', 'a'.repeat(60_000)],
  ])('is cut off, and no other tab with it: %s', async (_name, name) => {
    const [tab, other] = [await open(), await open()]
    const left = leaves(tab)
    ask(tab, name)
    expect(await left).toMatch(/^transport/)
    const sent = newNotification()
    send(sent)
    await receives(other, sent)
  })

  it('is cut off too if it reads nothing, so that no answers are kept for it', async () => {
    const tab = await open()
    const wire = wireOf(tab)
    // It is reset with what it has not read.
    wire.on('error', () => {}).pause()
    for (let count = 0; count < 500; count += 1) ask(tab, 'a')
    await until('the app has let it go', () => app.relay.counts().tabs === 0)
    wire.resume()
  })
})

describe('a session', () => {
  it('that is signed out has no socket two seconds later, in any tab', async () => {
    const tabs = [await open(), await open()]
    const other = await open(await newSession({ login: 'boris' }))
    app.ended.add(session.id)
    await until('they are ended', () => tabs.every(isEnded), 2_000)
    await until('the upstream is left', () => !upstream.connected().includes('anna'))
    expect(other.socket.connected).toBe(true)
    await expect(openTab(app.url, session)).rejects.toThrow()
  })

  it('that is signed out is left by a tab that does not read as well', async () => {
    const tab = await open()
    const wire = wireOf(tab)
    wire.pause()
    app.ended.add(session.id)
    await until('the upstream is left', () => upstream.connected().length === 0, 2_000)
    const gone = once(wire, 'close')
    wire.resume()
    await gone
  })

  it('whose time is over is ended by itself', async () => {
    const almostIdle = await newSession({ ageMs: 30 * 60_000 - 1_500 })
    const tab = await open(almostIdle)
    await until('it is ended', () => isEnded(tab), 4_000)
  })
})

describe('the app', () => {
  it('that is started anew is found again by its tabs, which read the list', async () => {
    const tab = await open(session, app, { reconnection: true })
    const port = Number(new URL(app.url).port)
    await app.close()
    app = await startOne({ port })
    await until('it is told to read the list', () => tab.missed > 1)
    const sent = newNotification()
    send(sent)
    await receives(tab, sent)
  })

  it('that stops sends its tabs elsewhere and takes no more', async () => {
    const tab = await open()
    const left = leaves(tab)
    await app.relay.close()
    expect(await left).toMatch(/^transport/)
    await expect(openTab(app.url, session)).rejects.toThrow()
  })
})

describe('the handshake refuses', () => {
  const statusOf = (log: string) => (JSON.parse(log.split('\n').at(-1) ?? '{}') as { status?: number }).status
  const refused = async (status: number, of: TestSession | null, options?: TabOptions) => {
    await expect(openTab(app.url, of, options)).rejects.toThrow()
    await until('it is logged', () => app.log() !== '')
    expect(statusOf(app.log())).toBe(status)
    expect(upstream.handshakes).toEqual([])
  }

  it('a page of another site', () => refused(403, session, { origin: 'https://elsewhere.example' }))
  it('a page of a sibling of ours', () => refused(403, session, { origin: app.url.replace('//', '//www.') }))
  it('a page without an origin', () => refused(403, session, { origin: 'null' }))
  it('what is no browser', () => refused(403, session, { origin: null }))
  it('another host', () => refused(421, session, { headers: { host: 'elsewhere.example' } }))
  it('nobody', () => refused(401, null))
  it('a cookie of one’s own making', () => refused(401, { id: '', cookie: 'sid=a.b.c.d.e' }))
  it('a cookie that was changed', async () =>
    // In the middle: the last letter of a part has bits that mean nothing.
    refused(401, {
      ...session,
      cookie: session.cookie.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A')),
    }))
  it('a session that is idle', async () => refused(401, await newSession({ ageMs: 31 * 60_000 })))
  it('a session that was signed out', async () => {
    app.ended.add(session.id)
    await refused(401, session)
  })
  it('an operator', async () => refused(403, await newSession({ role: 'operator' })))
  it('an unconfirmed phone', async () => refused(403, await newSession({ phoneConfirmed: false })))
  it('another path', () => refused(404, session, { path: '/elsewhere' }))

  it('anything but a websocket', async () => {
    const polling = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { cookie: session.cookie, origin: app.url },
    })
    expect(polling.status).toBe(404)
  })

  it('more tabs than a browser has', async () => {
    const tabs = await Promise.all(Array.from({ length: 20 }, () => open()))
    await expect(openTab(app.url, session)).rejects.toThrow()
    tabs[0]!.close()
    await until('there is room again', () => open().then(Boolean, () => false))
  })

  it('who comes too often', async () => {
    app = await startOne({ limitFactor: 0.02 })
    for (let time = 0; time < 4; time += 1) (await open()).close()
    await expect(openTab(app.url, session)).rejects.toThrow()
    expect(statusOf(app.log())).toBe(429)
  })
})

describe('a tab', () => {
  it('reports one read with the login of its session, whatever it says itself', async () => {
    const tab = await open()
    tab.socket.emit('readNotification', { id: 'n-1', login: 'boris' })
    await until('it is reported', () => upstream.reports.length > 0)
    expect(upstream.reports).toEqual([{ id: 'n-1', login: 'anna' }])
  })

  it('tells the others of the session what was read in it', async () => {
    const tabs = [await open(), await open()]
    const other = await open(await newSession({ login: 'boris' }))
    tabs[0]!.socket.emit('readNotification', { id: 'n-1' })
    await until('both know', () => tabs.every(({ reads }) => reads.length === 1))
    expect(tabs[1]!.reads).toEqual([{ id: 'n-1', unread: 4 }])
    expect(other.reads).toEqual([])
  })

  it('reports to an upstream that is away as soon as it is back', async () => {
    const tab = await open()
    await upstream.stop()
    await until('it is gone', () => app.log().includes('notifications are not received'))
    tab.socket.emit('readNotification', { id: 'n-1' })
    await upstream.start()
    await until('it is reported', () => upstream.reports.length > 0)
    await until('it is known', () => tab.reads.length === 1)
  })

  it('knows what it reported where the upstream does not answer reports', { timeout: 20_000 }, async () => {
    const tab = await open()
    upstream.answers = false
    tab.socket.emit('readNotification', { id: 'n-1' })
    await until('it is known', () => tab.reads.length === 1)
    expect(tab.reads).toEqual([{ id: 'n-1', unread: null }])
  })

  it.each<[string, unknown[]]>([
    ['another event', ['notification', newNotification()]],
    ['a report without an id', ['readNotification', {}]],
    ['a report of a path', ['readNotification', { id: '../../x' }]],
    ['a report that is a text', ['readNotification', 'n-1']],
    ['a report that is nothing', ['readNotification', null]],
    ['a report of a list', ['readNotification', [{ id: 'n-1' }]]],
    ['bytes', ['readNotification', Buffer.from('n-1')]],
    ['more than a frame may hold', ['readNotification', { id: 'n-1', filler: 'x'.repeat(70_000) }]],
  ])('that sends %s is closed', async (_what, [event, ...given]) => {
    const tab = await open()
    const left = leaves(tab)
    tab.socket.emit(String(event), ...given)
    await left
    expect(upstream.reports).toEqual([])
  })

  it('that reports without end is not listened to', async () => {
    const tab = await open()
    for (let time = 0; time < 500; time += 1) tab.socket.emit('readNotification', { id: `n-${time}` })
    await until('some are reported', () => upstream.reports.length >= 60)
    tab.socket.emit('readNotification', { id: 'n-501' })
    const sent = newNotification()
    send(sent)
    await receives(tab, sent)
    expect(upstream.reports).toHaveLength(60)
  })

  it('holds nothing of the request that it came with, for it stands for hours', async () => {
    const tab = await open()
    expect(app.requests).toHaveLength(1)
    await until('it is let go of', () => {
      collectGarbage()
      return app.requests.every((request) => request.deref() === undefined)
    })
    expect(tab.socket.connected).toBe(true)
  })

  it('that went without a word is noticed', async () => {
    app = await startOne({ heartbeat: { pingInterval: 200, pingTimeout: 200 } })
    wireOf(await open()).pause()
    await until('the upstream is left', () => upstream.connected().length === 0, 10_000)
  })
})

const redisUrl = process.env['REDIS_URL_TEST']
describe.skipIf(!redisUrl)('two instances', () => {
  let other: TestApp
  beforeEach(async () => {
    app = await startOne({ redisUrl })
    other = await startOne({ redisUrl })
  })

  it('end what is signed out at either', async () => {
    const tab = await open(session, other)
    app.ended.add(session.id)
    await until('it is ended', () => isEnded(tab), 2_000)
  })

  it('tell what was read at either', async () => {
    const [here, there] = [await open(session, app), await open(session, other)]
    here.socket.emit('readNotification', { id: 'n-1' })
    await until('both know', () => [here, there].every(({ reads }) => reads.length === 1))
    app.relay.notifyRead(session.id, { id: 'n-2', unread: 3 })
    await until('both know', () => [here, there].every(({ reads }) => reads.length === 2))
  })

  describe('of which one loses Redis', () => {
    let wire: Wire
    beforeEach(async () => {
      const { hostname, port } = new URL(String(redisUrl))
      expect(hostname).toMatch(/^(127\.0\.0\.1|localhost)$/)
      wire = await layWire(() => Number(port || 6379))
      opened.push(wire)
      const behind = Object.assign(new URL(String(redisUrl)), { hostname: '127.0.0.1', port: wire.port })
      app = await startOne({ redisUrl: behind.href })
    })

    it('serve their tabs meanwhile, which read the list when it is back', async () => {
      const tabs = [await open(session, app, { reconnection: true }), await open(session, other)]
      wire.unplug()
      const [meanwhile, after] = [newNotification(), newNotification()]
      send(meanwhile)
      for (const tab of tabs) await receives(tab, meanwhile)
      wire.mend()
      await until('it is told to read the list', () => tabs[0]!.missed > 1)
      send(after)
      for (const tab of tabs) {
        await receives(tab, after)
        expect(idsOf(tab)).toEqual([meanwhile.id, after.id])
        expect(tab.ended).toBe(0)
      }
    })

    it('let nobody stay who signed out at the other meanwhile', async () => {
      const tab = await open(session, app)
      wire.unplug()
      other.ended.add(session.id)
      const gone = leaves(tab)
      wire.mend()
      await gone
      await expect(openTab(app.url, session)).rejects.toThrow()
    })

    it('tell the other when it is back who signed out here', async () => {
      const tab = await open(session, other)
      wire.unplug()
      app.ended.add(session.id)
      wire.mend()
      await until('it is ended', () => isEnded(tab))
    })
  })
})

/** As an idle hour would. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

/** The connection below a tab, to be read more slowly. */
function wireOf({ socket }: BrowserTab): TcpSocket {
  const { ws } = socket.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }
  return ws._socket
}
