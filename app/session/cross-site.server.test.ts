import { describe, expect, it } from 'vitest'
import { type Served, formOf, serveMiddleware } from '../../tests/support/serve'
import { createEndedSessions } from './ended-sessions.server'
import { createSealer } from './seal.server'
import { createVault } from './vault.server'
import { readForm } from '~/server/middleware/body.server'
import { refuseForeignForms, requireFormToken } from './cross-site.server'
import { openSessions, sessionOf } from './sessions.server'

const publicOrigin = 'https://tideline.example'

/** GET answers with the form token of the visitor's session. */
function serve() {
  const sealer = createSealer(['4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'])
  return serveMiddleware(
    [
      refuseForeignForms(publicOrigin),
      readForm,
      openSessions({
        vault: createVault(sealer, 'sid', Date.now),
        visitors: createVault(sealer, 'visitor', Date.now),
        ended: createEndedSessions(1_000, Date.now),
        isSecure: false,
        now: Date.now,
      }),
      requireFormToken(publicOrigin, (_session, sealed) =>
        Promise.resolve(sealed === 'a key of this account'),
      ),
    ],
    (req, res) => res.end(req.method === 'GET' ? sessionOf(req).session.formToken : 'reached'),
  )
}

const post = async ({ ask }: Served, headers: Record<string, string>, fields = {}, path = '/login') => {
  const form = formOf(fields)
  return (await ask(path, { ...form, headers: { ...form.headers, ...headers } })).text
}

/** The cookie and the token of a page with a form. */
async function page({ ask }: Served) {
  const { headers, text: token } = await ask('/login')
  return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '', token }
}

describe('a form', () => {
  it("is accepted from our own page, by the browser's Sec-Fetch-Site", async () => {
    const served = await serve()
    expect(await post(served, { 'sec-fetch-site': 'same-origin' })).toBe('reached')
    expect(await post(served, { host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe('reached')
  })

  it('is accepted by its origin under the public name, whatever scheme the last proxy used', async () => {
    const served = await serve()
    expect(await post(served, { host: 'tideline.example', origin: publicOrigin })).toBe('reached')
    expect(await post(served, { host: 'tideline.example', origin: 'http://tideline.example' })).toBe(
      'cross_site',
    )
  })

  it.each(['cross-site', 'same-site', 'none', 'nonsense'])(
    'is refused when the browser says %s, even with the right token',
    async (site) => {
      const served = await serve()
      const { cookie, token } = await page(served)
      expect(await post(served, { 'sec-fetch-site': site, cookie }, { formToken: token })).toBe('cross_site')
    },
  )

  it.each([
    'https://elsewhere.example',
    'null',
    'http://localhost:3001',
    'https://tideline.example.elsewhere.example',
  ])('is refused from the origin %s', async (origin) => {
    const served = await serve()
    expect(await post(served, { host: 'localhost:3000', origin })).toBe('cross_site')
  })

  it('needs the token of its session if the browser sends no such header', async () => {
    const served = await serve()
    const [mine, other] = [await page(served), await page(served)]
    expect(await post(served, { cookie: mine.cookie }, { formToken: mine.token })).toBe('reached')
    expect(await post(served, { cookie: mine.cookie }, { formToken: other.token })).toBe('form_token')
    expect(await post(served, { cookie: mine.cookie }, { formToken: '' })).toBe('form_token')
    expect(await post(served, { cookie: mine.cookie })).toBe('form_token')
    expect(await post(served, {}, { formToken: mine.token })).toBe('form_token')
    const withKey = (submission: string) => post(served, { cookie: mine.cookie }, { submission })
    expect(await withKey('a key of this account')).toBe('reached')
    expect(await withKey('a key of another account')).toBe('form_token')
  })

  it.each(['/language', '/subscribe', '/contacts', '/vacancies/lawyer'])(
    'without effect on a session, as that of %s, needs no token, but is refused from another site too',
    async (path) => {
      const served = await serve()
      expect(await post(served, {}, {}, path)).toBe('reached')
      expect(await post(served, { 'sec-fetch-site': 'cross-site' }, {}, path)).toBe('cross_site')
    },
  )
})
