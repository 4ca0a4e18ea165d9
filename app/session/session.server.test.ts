import { describe, expect, it } from 'vitest'
import { type TestRequest, formOf, serveMiddleware } from '../../tests/support/serve'
import { type User } from '~/contract/user'
import { openSessions, sessionOf } from './sessions.server'
import { createEndedSessions } from './ended-sessions.server'
import { createSealer } from './seal.server'
import { type Session, tokenOf } from './session.server'
import { createVault } from './vault.server'

const newer = '4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'
const older = '93d05ae7c81b4f620b7f35d9e16a28c4c4d1ee907a52b638'
const minute = 60_000
const hour = 60 * minute

const user: User = {
  id: 'u1',
  login: 'anna',
  email: 'anna@mail.example',
  phone: '+37061234567',
  phoneConfirmed: false,
  registeredAt: '2026-01-05T12:00:00.000Z',
  inviter: null,
  country: null,
  city: null,
  instagram: null,
  telegram: null,
  vk: null,
  language: 'ru',
  role: 'investor',
  rank: null,
  subscription: null,
  verification: 'none',
  notifications: { unread: 0 },
}
const signedIn = { refreshToken: 'canary-7c1f', user }

type Use = (session: Session) => unknown

/**
 * A server whose pages use the session as the test defines; the test moves its clock and keeps its cookies.
 */
async function serve(secrets: string[] = [newer]) {
  const clock = { now: Date.UTC(2026, 0, 5, 12) }
  let use: Use = () => null
  const now = () => clock.now
  const options = { isSecure: false, now, ended: createEndedSessions(12 * hour, now) }
  const vaults = (keys: string[]) => ({
    vault: createVault(createSealer(keys), 'sid', now),
    visitors: createVault(createSealer(keys), 'visitor', now),
  })
  const application = async (req: Parameters<typeof sessionOf>[0]) =>
    (await use(sessionOf(req).session)) ?? null
  const start = async (keys: string[]) => {
    const { ask } = await serveMiddleware([openSessions({ ...options, ...vaults(keys) })], (req, res) => {
      application(req).then(
        (body) => res.end(JSON.stringify(body)),
        (error: Error) => res.writeHead(500).end(error.message),
      )
    })
    return ask
  }
  let ask = await start(secrets)

  return {
    clock,
    ended: options.ended,
    restartWith: async (keys: string[]) => void (ask = await start(keys)),
    async request(cookie: string | null, what: Use, path = '/cabinet', input: TestRequest = {}) {
      use = what
      const headers = { ...input.headers, ...(cookie !== null && { cookie: `sid=${cookie}` }) }
      const answer = await ask(path, { ...input, headers })
      const lines = answer.headers['set-cookie'] ?? []
      const set = lines.find((line) => line.startsWith('sid='))
      return {
        status: answer.status,
        body: answer.status === 200 ? (JSON.parse(answer.text) as unknown) : answer.text,
        set,
        cookie: /^sid=([^;]+)/.exec(set ?? '')?.[1] ?? null,
        visitor: lines.find((line) => line.startsWith('visitor=')),
      }
    },
  }
}

type Server = Awaited<ReturnType<typeof serve>>

async function signIn(server: Server, cookie: string | null = null) {
  const { cookie: sealed } = await server.request(
    cookie,
    (session) => session.signIn(signedIn),
    '/login',
    formOf({}),
  )
  return sealed as string // the test of signing in checks that there is one
}

const whoIs: Use = ({ user: known }) => known?.login

describe("user data that can't be requested again", () => {
  const subscription = {
    ...{ optionId: '1', title: 'Month', startedAt: null },
    ...{ expiresAt: '2026-02-05T12:00:00.000Z', status: 'active' as const },
  }
  const toldUser: User = { ...user, city: 'Nida', rank: 'monarch', subscription }
  const profile: Use = (session) => session.user?.profile
  const signInWith = async (server: Awaited<ReturnType<typeof serve>>, more: Partial<User> = {}) => {
    const enter: Use = (session) =>
      session.signIn({ ...signedIn, user: { ...toldUser, ...more }, storesProfile: true })
    return (await server.request(null, enter)).cookie
  }

  it('are kept: contacts, rank and subscription', async () => {
    const server = await serve()
    const { body } = await server.request(await signInWith(server), profile)
    const { title, expiresAt, status } = subscription
    expect(body).toMatchObject({ city: 'Nida', rank: 'monarch', subscription: { title, expiresAt, status } })
  })

  it('stay if an answer leaves them out, and are removed if it empties them', async () => {
    const server = await serve()
    const silent = { ...toldUser, email: null, city: null, rank: null, subscription: null }
    const change: Use = (session) => session.updateUser(silent, { city: null })
    const { cookie } = await server.request(await signInWith(server), change)
    const { body } = await server.request(cookie, profile)
    expect(body).toMatchObject({ email: 'anna@mail.example', city: null, rank: 'monarch' })
    expect(body).toHaveProperty('subscription.title', 'Month')
  })

  it('are left out if the cookie would be too large for a browser', async () => {
    const server = await serve()
    const cookie = await signInWith(server, { city: 'x'.repeat(4_000) })
    expect((await server.request(cookie, whoIs)).body).toBe('anna')
    expect((await server.request(cookie, profile)).body).toBeNull()
  })
})

describe('the session', () => {
  it("keeps the user's data that pages need on each request, and the bearer for the upstream only", async () => {
    const server = await serve()
    const cookie = await signIn(server)
    expect(cookie).not.toContain('canary')
    const { body } = await server.request(cookie, (session) => ({
      session: { ...session },
      user: session.user,
    }))
    expect(body).toEqual({
      session: {},
      user: { id: 'u1', login: 'anna', role: 'investor', language: 'ru', phoneConfirmed: false },
    })
    expect((await server.request(cookie, tokenOf)).body).toBe('canary-7c1f')
  })

  it('has an end: half an hour after its last seal, and at most 12 hours after its start', async () => {
    const server = await serve()
    const start = server.clock.now
    const end: Use = (session) => session.end
    const at = (ms: number) => new Date(ms).toISOString()
    expect((await server.request(null, end)).body).toBeNull()
    let cookie = await signIn(server)
    server.clock.now = start + 10 * minute
    expect((await server.request(cookie, end, '/cabinet.data')).body).toEqual({
      at: at(start + 30 * minute),
      inMs: 20 * minute,
      isFinal: false,
    })
    for (let moment = start + 20 * minute; moment <= start + 11 * hour + 40 * minute; moment += 20 * minute) {
      server.clock.now = moment
      cookie = (await server.request(cookie, end)).cookie ?? cookie
    }
    expect((await server.request(cookie, end)).body).toEqual({
      at: at(start + 12 * hour),
      inMs: 20 * minute,
      isFinal: true,
    })
  })

  it('ends with the browser: no Max-Age and no Expires', async () => {
    const server = await serve()
    const { set } = await server.request(null, (session) => session.signIn(signedIn))
    expect(set).toMatch(/^sid=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('sets no cookie for a visitor whose page has no form', async () => {
    const server = await serve()
    expect((await server.request(null, whoIs, '/')).set).toBeUndefined()
  })

  it("gives a visitor's form a cookie of another name, valid for the form that comes back", async () => {
    const server = await serve()
    const token: Use = ({ formToken }) => formToken
    const page = await server.request(null, token, '/login')
    expect(page.set).toBeUndefined()
    expect(page.visitor).toMatch(/^visitor=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    const form = { ...formOf({}), headers: { cookie: page.visitor?.split(';', 1)[0] ?? '' } }
    const post = await server.request(null, token, '/login', form)
    expect(post).toMatchObject({ body: page.body, visitor: undefined })
    const signed = await server.request(null, (session) => session.signIn(signedIn), '/login', form)
    expect(signed.visitor).toMatch(/^visitor=; Max-Age=0/)
  })

  it("is not opened from a visitor's cookie under the session's name", async () => {
    const server = await serve()
    const { visitor } = await server.request(null, ({ formToken }) => formToken, '/login')
    const swapped = /^visitor=([^;]+)/.exec(visitor ?? '')?.[1] ?? ''
    expect(await server.request(swapped, whoIs)).toMatchObject({
      body: null,
      set: expect.stringMatching(/^sid=;/) as string,
    })
  })

  it('is new at each sign-in, and the previous one is ended', async () => {
    const server = await serve()
    const id: Use = (session) => session.id
    const first = await signIn(server)
    const second = await signIn(server, first)
    expect((await server.request(first, whoIs)).body).toBeNull()
    expect((await server.request(second, whoIs)).body).toBe('anna')
    expect((await server.request(second, id)).body).not.toBe((await server.request(first, id)).body)
  })

  it("adopts the upstream's data about the user, and a new bearer", async () => {
    const server = await serve()
    const cookie = await signIn(server)
    const confirmed = await server.request(cookie, (session) =>
      session.updateUser({ ...user, phoneConfirmed: true }),
    )
    const changed = await server.request(confirmed.cookie, (session) => session.replaceToken('canary-new'))
    const { body } = await server.request(changed.cookie, (session) => [
      session.user?.phoneConfirmed,
      tokenOf(session),
    ])
    expect(body).toEqual([true, 'canary-new'])
  })

  it('is another session under a new bearer: an old cookie can end only its own', async () => {
    const server = await serve()
    const old = await signIn(server)
    const facts: Use = ({ id, formsId, formToken, end }) => ({ id, formsId, formToken, end })
    const before = (await server.request(old, facts)).body as Record<string, string>
    const changed = await server.request(old, (session) => session.replaceToken('canary-new'))
    const after = (await server.request(changed.cookie, facts)).body as Record<string, string>
    expect(after['id']).not.toBe(before['id'])
    await server.request(old, (session) => session.signOut(), '/logout', formOf({}))
    expect((await server.request(old, whoIs)).body).toBeNull()
    expect((await server.request(changed.cookie, whoIs)).body).toBe('anna')
    // Open forms stay valid, and the session's end does not change.
    expect(after).toMatchObject({ formsId: before['formsId'], formToken: before['formToken'] })
    expect(after['end']).toEqual(before['end'])
    const open: Use = (session) => session.hasFormToken(before['formToken']!)
    expect((await server.request(changed.cookie, open)).body).toBe(true)
  })

  it('leaves nothing behind if nobody was signed in', async () => {
    const server = await serve()
    const ids: string[] = []
    server.ended.onEnd((id) => void ids.push(id))
    await server.request(null, (session) => session.signOut(), '/logout', formOf({}))
    const cookie = await signIn(server)
    expect(ids).toEqual([])
    await server.request(cookie, (session) => session.signOut(), '/logout', formOf({}))
    expect(ids).toHaveLength(1)
  })

  it.each(['é'.repeat(22), '€'.repeat(22), 'a', '', '\u0000'.repeat(22)])(
    'refuses %j as a token of its forms',
    async (token) => {
      const server = await serve()
      const cookie = await signIn(server)
      const { status, body } = await server.request(cookie, (session) => session.hasFormToken(token))
      expect([status, body]).toEqual([200, false])
    },
  )

  it('is over after sign-out: cleared here, and not opened by a copy of the cookie', async () => {
    const server = await serve()
    const cookie = await signIn(server)
    const { set } = await server.request(cookie, (session) => session.signOut(), '/logout', formOf({}))
    expect(set).toBe('sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect((await server.request(cookie, whoIs)).body).toBeNull()
  })

  it('is not restored by a page that was in flight during the sign-out', async () => {
    const server = await serve()
    const cookie = await signIn(server)
    server.clock.now += 6 * minute // the page load renews the seal
    const late = await server.request(cookie, async () => {
      await server.request(cookie, (session) => session.signOut(), '/logout', formOf({}))
    })
    expect(late.set).toBeUndefined()
  })

  describe('a late answer', () => {
    const giveUp: Use = (session) => session.giveUp()

    it('does not replace the cookie of a second sign-in in the same browser', async () => {
      const server = await serve()
      const first = await signIn(server)
      const second = await signIn(server, first)
      expect((await server.request(first, whoIs)).set).toBeUndefined()
      expect((await server.request(first, giveUp)).set).toBeUndefined()
      expect((await server.request(second, whoIs)).body).toBe('anna')
    })

    it('does not replace it if the second sign-in came during a call to the upstream', async () => {
      const server = await serve()
      const first = await signIn(server)
      const late = await server.request(first, async (session) => {
        await signIn(server, first)
        session.giveUp()
      })
      expect(late.set).toBeUndefined()
    })

    it('does not replace it if its session had expired and another sign-in came meanwhile', async () => {
      const server = await serve()
      const first = await signIn(server)
      server.clock.now += 31 * minute
      expect((await server.request(first, whoIs)).set).toMatch(/^sid=; Max-Age=0/)
      const late = await server.request(first, () => signIn(server, first))
      expect(late.set).toBeUndefined()
    })

    it('does not replace the cookie of a new bearer', async () => {
      const server = await serve()
      const old = await signIn(server)
      const late = await server.request(old, async (session) => {
        await server.request(old, (own) => own.replaceToken('canary-new'))
        session.giveUp()
      })
      expect(late.set).toBeUndefined()
      expect((await server.request(old, whoIs)).set).toBeUndefined()
    })

    it('clears the cookie if it has not been replaced', async () => {
      const server = await serve()
      const cookie = await signIn(server)
      expect((await server.request(cookie, giveUp)).set).toMatch(/^sid=; Max-Age=0/)
      expect((await server.request(cookie, whoIs)).body).toBeNull()
    })
  })
})

describe('renewing the seal', () => {
  it('happens on a page load after five minutes, not before, and on no other request', async () => {
    const server = await serve()
    const cookie = await signIn(server)
    server.clock.now += 5 * minute
    expect((await server.request(cookie, whoIs)).set).toBeUndefined()
    server.clock.now += 1
    expect((await server.request(cookie, whoIs, '/cabinet.data')).set).toBeUndefined()
    expect((await server.request(cookie, whoIs, '/cabinet', formOf({}))).set).toBeUndefined()
    expect((await server.request(cookie, whoIs)).cookie).not.toBeNull()
  })

  it('keeps a busy session beyond 30 minutes, up to 12 hours', async () => {
    const server = await serve()
    let cookie = await signIn(server)
    for (let at = 20; at <= 12 * 60; at += 20) {
      server.clock.now += 20 * minute
      cookie = (await server.request(cookie, whoIs)).cookie ?? cookie
    }
    expect((await server.request(cookie, whoIs)).body).toBe('anna')
    server.clock.now += 1
    expect((await server.request(cookie, whoIs)).body).toBeNull()
  })

  it("never produces an older seal, even if another instance's clock is ahead", async () => {
    const server = await serve()
    server.clock.now += 4 * minute
    const cookie = await signIn(server)
    server.clock.now -= 4 * minute
    const { cookie: updated } = await server.request(cookie, (session) => session.updateUser(user))
    server.clock.now += 4 * minute + 30 * minute
    expect((await server.request(updated, whoIs)).body).toBe('anna')
  })

  it('moves a session to the newest key at its next page load', async () => {
    const server = await serve([older])
    const cookie = await signIn(server)
    await server.restartWith([newer, older])
    const { body, cookie: moved } = await server.request(cookie, whoIs)
    expect(body).toBe('anna')
    await server.restartWith([newer])
    expect((await server.request(moved, whoIs)).body).toBe('anna')
    expect((await server.request(cookie, whoIs)).body).toBeNull()
  })
})

describe('a cookie that is no session', () => {
  it.each(['', 'garbage', '%FF%FE', 'a.b.c.d.e', 'x'.repeat(6_000), '%00', '"quoted"'])(
    "is a visitor's, and is cleared: %j",
    async (cookie) => {
      const server = await serve()
      const answer = await server.request(cookie, whoIs)
      expect(answer).toMatchObject({ status: 200, body: null })
      expect(answer.set).toMatch(/^sid=; Max-Age=0/)
    },
  )

  it('is cleared if the page has a form, too', async () => {
    const server = await serve()
    const { set, visitor } = await server.request('garbage', ({ formToken }) => formToken)
    expect(set).toMatch(/^sid=; Max-Age=0/)
    expect(visitor).toMatch(/^visitor=[^;]+;/)
  })

  it('still accepts the form of an expired session, and no other', async () => {
    const server = await serve()
    const cookie = await signIn(server)
    const { body: token } = await server.request(cookie, ({ formToken }) => formToken)
    server.clock.now += 31 * minute
    const knows =
      (given: unknown): Use =>
      (session) =>
        session.hasFormToken(String(given))
    expect((await server.request(cookie, knows(token))).body).toBe(true)
    expect((await server.request(cookie, knows(`${String(token).slice(0, -1)}!`))).body).toBe(false)
    expect((await server.request(null, knows(token))).body).toBe(false)
  })

  it('identifies the user of an expired session', async () => {
    const server = await serve()
    const cookie = await signIn(server)
    server.clock.now += 31 * minute
    const { body } = await server.request(cookie, ({ user: known, endedUser }) => [known, endedUser?.login])
    expect(body).toEqual([null, 'anna'])
  })

  it('identifies the user of a session that was ended, also in a copy of its cookie', async () => {
    const server = await serve()
    const cookie = await signIn(server)
    await server.request(cookie, (session) => session.signOut())
    const { body } = await server.request(cookie, ({ user: known, endedUser }) => [known, endedUser?.login])
    expect(body).toEqual([null, 'anna'])
  })
})
