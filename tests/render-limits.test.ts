import { afterEach, describe, expect, it } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { type InProcessApp, type InProcessAppOptions, startApp } from './support/in-process-app'
import { readHtml } from './support/visitor'

/**
 * The lowest limits that a deployment can set: 24 pages a minute for a visitor who is not signed in, 60 for a
 * session.
 */
const limitFactor = 0.1
const anonymousPages = 24

const words = createServerI18n('Europe/Vilnius').en.t('refusals:request.too_many_pages')

describe('limits on rendered pages of one visitor', () => {
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
    expect(readHtml(page)('form')).toHaveLength(0)
  }

  it('count a requested page', async () => {
    await open()
    for (let at = 0; at < anonymousPages; at++) expect((await get('/login')).status).toBe(200)
    await tellsToWait(await get('/login'))
  })

  it.each(['/login', '/register', '/password/forgot', '/contacts'])(
    'count a form of %s that comes back with errors',
    async (path) => {
      await open()
      for (let at = 0; at < anonymousPages; at++) {
        const answer = await post(path)
        expect([422, 429]).toContain(answer.status)
        expect(readHtml(await answer.text())('form').length).toBeGreaterThan(0)
      }
      await tellsToWait(await post(path))
      // Both share one limit: a visitor with too many form answers gets no other page either.
      await tellsToWait(await get('/login'))
    },
  )

  it('do not count a form that redirects to another page', async () => {
    await open()
    for (let at = 0; at < anonymousPages + 5; at++) expect((await post('/logout')).status).toBe(303)
    expect((await get('/login')).status).toBe(200)
  })

  it('count an unknown address, while cached pages are still served', async () => {
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
