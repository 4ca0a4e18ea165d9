import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoInvestor } from './support/investor'
import { type InProcessApp, type Client, startApp } from './support/in-process-app'

/** Pages whose scripts run arrive in one piece: with their length, and with their data inside. */

describe('a hydrated page', () => {
  let app: InProcessApp
  let investor: Client

  beforeAll(async () => {
    app = await startApp({ history: true })
    investor = await app.signedIn(demoInvestor.login, demoInvestor.password)
  })
  afterAll(() => app.stop())

  it.each(['/cabinet?lng=ru', '/cabinet/deposits?lng=ru', '/cabinet/deposits/no-such-deposit?lng=ru'])(
    '%s has its data where the framework would leave a gap',
    async (path) => {
      const answer = await investor.fetch(path)
      const html = await answer.text()
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(html)))
      expect(html).toMatch(/^<!DOCTYPE html><html[^>]* lang="ru"/)
      expect(html.match(/streamController\.enqueue\(/g)).toHaveLength(1)
      expect(html.match(/streamController\.close\(\)/g)).toHaveLength(1)
      expect(html).not.toMatch(/<template id="B:|\$RC/)
      expect(html).not.toContain('\0')
      expect(html).not.toContain('\uFFFD')
    },
  )

  it('asked for by HEAD has that length, and no body', async () => {
    const { headers } = await investor.fetch('/cabinet/deposits')
    const answer = await investor.fetch('/cabinet/deposits', { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
    const [length, whole] = [answer.headers, headers].map((one) => Number(one.get('content-length')))
    // Times and the ids of forms differ from page to page by a few letters.
    expect(Math.abs(length! - whole!)).toBeLessThan(100)
  })
})
