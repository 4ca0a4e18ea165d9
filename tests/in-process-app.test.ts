import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcessApp, startApp } from './support/in-process-app'

describe('the app in the process of a test', () => {
  let app: InProcessApp
  beforeAll(async () => void (app = await startApp()))
  afterAll(() => app.stop())

  it('serves a public page', async () => {
    const answer = await app.fetch('/contacts')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('name="message"')
  })

  it('signs in, keeps its cookies, and shows a page of the cabinet', async () => {
    const client = await app.signedIn('investor', 'Demo-investor-1')
    const answer = await client.fetch('/cabinet/settings/profile')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('name="city"')
    expect((await app.fetch('/cabinet')).status).toBe(302)
  })
})
