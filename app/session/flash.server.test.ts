import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../tests/support/serve'
import { openCookieJar } from './cookies.server'
import { type Flash, openFlash } from './flash.server'

async function answer(use: (flash: Flash) => unknown, cookie = '', { isDataRequest = false } = {}) {
  const { ask } = await serveMiddleware([], (req, res) => {
    res.end(JSON.stringify(use(openFlash(openCookieJar(req, res, false), 'flash', isDataRequest)) ?? null))
  })
  const { text, headers } = await ask('/', { headers: { cookie } })
  return { message: JSON.parse(text) as unknown, set: headers['set-cookie'] }
}

describe('openFlash', () => {
  it('stays until the page after the redirect, and is shown once', async () => {
    const { set } = await answer((flash) => flash.set('signedIn'))
    expect(set).toEqual(['flash=signedIn; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'])
    expect(await answer((flash) => flash.take(), 'flash=signedIn')).toEqual({
      message: 'signedIn',
      set: ['flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    })
  })

  it('goes out with data, and again with the document that is loaded since the data was of no use', async () => {
    const data = { isDataRequest: true }
    const take = (flash: Flash) => flash.take()
    expect(await answer(take, 'flash=signedIn', data)).toEqual({
      message: 'signedIn',
      set: ['flash=signedIn.sent; Max-Age=60; Path=/; HttpOnly; SameSite=Lax'],
    })
    const cleared = 'flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'
    expect(await answer(take, 'flash=signedIn.sent; followed=1')).toEqual({
      message: 'signedIn',
      set: ['followed=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax', cleared],
    })
    // The page was shown: neither its reload nor the next page repeats the message.
    for (const next of [data, {}])
      expect(await answer(take, 'flash=signedIn.sent', next)).toEqual({ message: null, set: [cleared] })
  })

  it('is empty without a message', async () => {
    expect(await answer((flash) => flash.take())).toEqual({ message: null, set: undefined })
  })

  it.each(['You have won', 'toString.sent', '__proto__', 'toString', '%3Cb%3E'])(
    'ignores a value like %s',
    async (word) => {
      expect((await answer((flash) => flash.take(), `flash=${word}`)).message).toBeNull()
    },
  )
})
