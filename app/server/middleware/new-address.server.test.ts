import { describe, expect, it } from 'vitest'
import { formOf, serveMiddleware } from '../../../tests/support/serve'
import { readForm } from './body.server'
import { leadToNewAddress } from './new-address.server'

const nowMs = 1_000_000

/** Where a form leads that is answered with this redirect. */
async function ledFrom(location: string, fields: Record<string, string>, headers = {}, status = 303) {
  const { ask } = await serveMiddleware([readForm, leadToNewAddress(() => nowMs)], (_req, res) =>
    res.writeHead(status, { location }).end(),
  )
  const form = formOf(fields)
  const answer = await ask('/demo/refills/1/pay', { ...form, headers: { ...form.headers, ...headers } })
  return answer.headers['location']
}

describe('the redirect of a form', () => {
  it('leads a text browser to an address that it has not opened', async () => {
    expect(await ledFrom('/cabinet/top-up/1', {})).toBe('/cabinet/top-up/1?changed=lfls')
    expect(await ledFrom('/cabinet?period=7#credits', {})).toBe('/cabinet?period=7&changed=lfls#credits')
  })

  it('leads to the same address each time a form with an idempotency key is sent', async () => {
    const [first, again, other] = [
      await ledFrom('/cabinet/deposits/1', { submission: 'a' }),
      await ledFrom('/cabinet/deposits/1', { submission: 'a' }),
      await ledFrom('/cabinet/deposits/1', { submission: 'b' }),
    ]
    expect(first).toMatch(/^\/cabinet\/deposits\/1\?changed=[\w-]{8}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it.each([{ origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-origin' }])(
    'is left as it is for a browser that says %o',
    async (headers) => expect(await ledFrom('/cabinet/top-up/1', {}, headers)).toBe('/cabinet/top-up/1'),
  )

  it('is left as it is where it leads elsewhere, or is no answer of a form', async () => {
    expect(await ledFrom('https://oauth.example/', {})).toBe('https://oauth.example/')
    expect(await ledFrom('/cabinet', {}, {}, 302)).toBe('/cabinet')
  })
})
