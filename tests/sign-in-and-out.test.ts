import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { settings } from '../backend/db/schema/settings'
import { type InProcessApp, type InProcessAppOptions, startApp } from './support/in-process-app'

/** Effects of sign-in, sign-out and invitations on the browser and the log, and what they reveal. */

const { t } = createServerI18n('Europe/Vilnius').en

describe('around signing in', () => {
  let app: InProcessApp
  afterEach(() => app.stop())
  const open = async (options: InProcessAppOptions = {}) => void (app = await startApp(options))

  it("signing out clears the site's data in the browser, with a session and without one", async () => {
    await open()
    const client = await app.signedIn('investor', 'Demo-investor-1')
    for (const one of [client, app]) {
      const answer = await one.fetch('/logout', { method: 'POST', body: new URLSearchParams() })
      expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([303, '"cache", "storage"'])
    }
    expect((await client.fetch('/cabinet')).status).toBe(302)
    expect((await app.fetch('/login')).headers.get('clear-site-data')).toBeNull()
  })

  it('the log holds a hash of the login of a failed sign-in, not the login', async () => {
    await open()
    const guess = 'a-guess-of-somebody'
    const tryTo = (login: string) =>
      app.fetch('/login', { method: 'POST', body: new URLSearchParams({ login, password: guess }) })
    const names = ['investor', 'INVESTOR', 'Nobody.At.All', 'ona@example.org', '+37061234567']
    for (const name of names) expect((await tryTo(name)).status).toBe(422)
    const lines = app
      .log()
      .split('\n')
      .filter((line) => line.includes('a sign-in was refused'))
      .map((line) => JSON.parse(line) as { who: string; reason: string })
    expect(lines).toHaveLength(names.length)
    for (const { who, reason } of lines) {
      expect(who).toMatch(/^[0-9a-f]{16}$/)
      expect(reason).toBe('invalid_credentials')
    }
    expect(lines[1]?.who).toBe(lines[0]?.who)
    expect(new Set(lines.map(({ who }) => who)).size).toBe(names.length - 1)
    const said = app.log().toLowerCase()
    for (const secret of [...names, '37061234567', guess]) expect(said).not.toContain(secret.toLowerCase())
  })

  it('a network gets the names of two inviters at the limit of two, and then none', async () => {
    await open({ limitFactor: 0.1 })
    const answerTo = async (login: string) => {
      const answer = await app.fetch(`/register/${login}?lng=en`)
      expect(answer.status).toBe(200)
      const page = await answer.text()
      if (page.includes(t('auth:register.withoutInviter'))) return 'unknown'
      return page.includes(t('auth:register.invitedBy', { login })) ? 'known' : 'nothing'
    }
    expect([await answerTo('investor'), await answerTo('nobody-at-all')]).toEqual(['known', 'unknown'])
    expect([await answerTo('investor'), await answerTo('nobody-at-all')]).toEqual(['nothing', 'nothing'])
  })

  it('security.txt does not exist without a configured contact', async () => {
    await open()
    const ask = () => app.fetch('/.well-known/security.txt')
    const { db } = app.upstream.here!
    await db.delete(settings).where(eq(settings.key, 'contacts'))
    expect((await ask()).status).toBe(404)
  })

  it('security.txt names the configured contact', async () => {
    await open({ env: { SECURITY_CONTACT: 'mailto:security@example.org' } })
    const answer = await app.fetch('/.well-known/security.txt')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Contact: mailto:security@example.org')
  })
})
