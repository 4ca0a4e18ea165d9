import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../../tests/support/serve'
import { forwardedBy, trustProxies } from './proxies.server'
import { requestInfoOf } from '~/session/request-info.server'

/** What the application sees of a request from 127.0.0.1 with these headers. */
async function seen(trusted: string[], headers: Record<string, string>) {
  const { ask } = await serveMiddleware(
    [trustProxies(forwardedBy(trusted, { warn: () => {} }))],
    (req, res) => {
      const { address, url } = requestInfoOf(req)
      const names = Object.keys(req.headers).filter((name) => /forward|real-ip/.test(name))
      res.end(JSON.stringify({ address, origin: url.origin, names }))
    },
  )
  const answer = await ask('/', { headers: { host: 'localhost', ...headers } })
  return JSON.parse(answer.text) as { address: string; origin: string; names: string[] }
}

const forwarded = {
  'x-forwarded-for': '203.0.113.9, 198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'tideline.example',
}

describe('trustProxies', () => {
  it('ignores and removes the headers of a peer that is not a trusted proxy', async () => {
    const headers = { ...forwarded, forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }
    expect(await seen([], headers)).toEqual({
      address: '127.0.0.1',
      origin: 'http://localhost',
      names: ['x-forwarded-proto'],
    })
    expect((await seen(['10.0.0.0/8'], headers)).address).toBe('127.0.0.1')
  })

  it('warns once about such headers of a peer that is not a trusted proxy', async () => {
    const warned: object[] = []
    const readForwarded = forwardedBy(['10.0.0.0/8'], {
      warn: (details, message) => void warned.push({ ...details, message }),
    })
    const { ask } = await serveMiddleware([trustProxies(readForwarded)], (_req, res) => res.end())
    await ask('/', { headers: { host: 'localhost' } })
    expect(warned).toEqual([])
    for (let time = 1; time <= 3; time++) await ask('/', { headers: { host: 'localhost', ...forwarded } })
    expect(warned).toEqual([
      { peer: '127.0.0.1', message: expect.stringContaining('TRUSTED_PROXIES') as string },
    ])
  })

  it('uses address, scheme and host from a trusted proxy', async () => {
    expect(await seen(['127.0.0.1'], forwarded)).toMatchObject({
      address: '198.51.100.7',
      origin: 'https://tideline.example',
    })
  })

  it('skips a chain of trusted proxies up to the first untrusted address', async () => {
    const trusted = ['127.0.0.0/8', '198.51.100.0/24']
    expect((await seen(trusted, forwarded)).address).toBe('203.0.113.9')
  })

  it('ignores an invalid address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9, unknown' }
    expect((await seen(['127.0.0.1'], headers)).address).toBe('127.0.0.1')
  })
})
