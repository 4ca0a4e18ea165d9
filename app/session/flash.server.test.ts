import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../tests/support/serve'
import { openCookieJar } from './cookies.server'
import { type Flash, openFlash } from './flash.server'

async function answer(use: (flash: Flash) => unknown, cookie = '') {
  const { ask } = await serveMiddleware([], (req, res) => {
    res.end(JSON.stringify(use(openFlash(openCookieJar(req, res, false), 'flash')) ?? null))
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

  it('is empty without a message', async () => {
    expect(await answer((flash) => flash.take())).toEqual({ message: null, set: undefined })
  })

  it.each(['You have won', '__proto__', 'toString', '%3Cb%3E'])('ignores a value like %s', async (word) => {
    expect((await answer((flash) => flash.take(), `flash=${word}`)).message).toBeNull()
  })
})
