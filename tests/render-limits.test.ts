import { afterEach, describe, expect, it } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { type InProcessApp, type InProcessAppOptions, startApp } from './support/in-process-app'

/** The least that a deployment can be set to: 24 pages a minute of anybody who is not signed in, 60 of a session. */
const limitFactor = 0.1
const anonymousPages = 24

const words = createServerI18n('Europe/Vilnius').en.t('refusals:request.too_many_pages')

describe('pages that are rendered for one visitor', () => {
  let app: InProcessApp
  afterEach(() => app.stop())

  const open = async (options: InProcessAppOptions = {}) =>
    void (app = await startApp({ limitFactor, ...options }))
  const get = (path: string) => app.fetch(`${path}?lng=en`)
  const post = (path: string, fields: Record<string, string> = {}) =>
    app.fetch(`${path}?lng=en`, { method: 'POST', body: new URLSearchParams(fields) })
  async function tellsToWait(answer: Response) {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await answer.text()
    expect(page).toContain(words)
    expect(page).not.toContain('<form')
  }

  it('are counted where they are asked for', async () => {
    await open()
    for (let at = 0; at < anonymousPages; at++) expect((await get('/login')).status).toBe(200)
    await tellsToWait(await get('/login'))
  })

  it.each(['/login', '/register', '/password/forgot', '/contacts'])(
    'are counted where a form of %s comes back with what is wrong in it',
    async (path) => {
      await open()
      for (let at = 0; at < anonymousPages; at++) {
        const answer = await post(path)
        expect([422, 429]).toContain(answer.status)
        expect(await answer.text()).toContain('<form')
      }
      await tellsToWait(await post(path))
      // It is one account: who has had too many answers to forms gets no other page either.
      await tellsToWait(await get('/login'))
    },
  )

  it('are not counted where a form is answered by sending on to another page', async () => {
    await open()
    for (let at = 0; at < anonymousPages + 5; at++) expect((await post('/logout')).status).toBe(303)
    expect((await get('/login')).status).toBe(200)
  })

  it('are counted where a made-up address is asked for, and kept pages go on being sent', async () => {
    await open({ history: true })
    for (const known of ['/risk', '/vacancies/lawyer', '/vacancies/lawyer/sent'])
      expect((await get(known)).status, known).toBe(200)
    const addresses = ['/news/made-up', '/vacancies/made-up', '/vacancies/made-up/sent', '/news/another']
    for (const address of addresses) expect((await get(address)).status, address).toBe(404)
    await tellsToWait(await get('/news/one-more'))
    for (const known of ['/risk', '/vacancies/lawyer', '/vacancies/lawyer/sent'])
      expect((await get(known)).status, known).toBe(200)
  })
})
