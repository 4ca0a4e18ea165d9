import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../../tests/support/serve'
import { parseEnv } from '~/env.server'
import { securityHeaders } from './security-headers.server'
import { requestInfoOf } from '~/session/request-info.server'

async function headersOf(source: Record<string, string> = {}, path = '/') {
  const env = parseEnv({ DEMO: '1', ...source })
  const { ask } = await serveMiddleware([securityHeaders(env)], (req, res) =>
    res.end(requestInfoOf(req).nonce),
  )
  const { headers, text: nonce } = await ask(path)
  return { headers, nonce, policy: String(headers['content-security-policy']) }
}

const https = { PUBLIC_URL: 'https://tideline.example' }

describe('securityHeaders', () => {
  it('allows only scripts with the nonce of this answer, and no embedding in either direction', async () => {
    const { policy, nonce } = await headersOf({ IMAGE_ORIGINS: 'https://img.example' })
    expect(policy.split(';')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' https://img.example",
      "font-src 'self'",
      "connect-src 'self' ws://localhost:3000",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect((await headersOf()).nonce).not.toBe(nonce)
  })

  it.each(['image/png', 'application/pdf'])(
    'lets a file of the type %s run and load nothing',
    async (type) => {
      const { ask } = await serveMiddleware([securityHeaders(parseEnv({ DEMO: '1' }))], (_req, res) =>
        res.setHeader('content-type', type).end(),
      )
      expect((await ask('/')).headers['content-security-policy']).toBe(
        "sandbox;default-src 'none';style-src 'unsafe-inline';base-uri 'none';frame-ancestors 'none';form-action 'none'",
      )
    },
  )

  it.each(['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2'])(
    'sends with a part of a page of the type %s only what browsers obey there',
    async (type) => {
      const env = parseEnv({ DEMO: '1', ...https, NODE_ENV: 'production' })
      const { ask } = await serveMiddleware([securityHeaders(env)], (_req, res) =>
        res.writeHead(200, { 'content-type': type }).end(),
      )
      const { headers } = await ask('/')
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000',
      })
      for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options'])
        expect(headers).not.toHaveProperty(name)
      expect(JSON.stringify(headers).length).toBeLessThan(400)
    },
  )

  it('sets the other policies in headers of their own', async () => {
    const { headers } = await headersOf()
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('sets HSTS only if the app is served over https', async () => {
    expect((await headersOf()).headers['strict-transport-security']).toBeUndefined()
    expect((await headersOf()).policy).not.toContain('upgrade-insecure-requests')
    const secure = await headersOf({ ...https, NODE_ENV: 'production' })
    expect(secure.headers['strict-transport-security']).toBe('max-age=63072000')
    expect(secure.policy).toContain('upgrade-insecure-requests')
  })

  it('includes subdomains and preloading in HSTS only on request', async () => {
    const saidFor = async (HSTS: string) =>
      (await headersOf({ ...https, NODE_ENV: 'production', HSTS })).headers['strict-transport-security']
    expect(await saidFor('subdomains')).toBe('max-age=63072000; includeSubDomains')
    expect(await saidFor('preload')).toBe('max-age=63072000; includeSubDomains; preload')
  })

  it('allows Telegram’s button only on its own page, and only if it is configured', async () => {
    const bot = { TELEGRAM_BOT: 'tideline_bot' }
    const { policy, headers, nonce } = await headersOf(bot, '/login/telegram')
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic' https://telegram.org;`)
    expect(policy).toContain('frame-src https://oauth.telegram.org')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    for (const answer of [await headersOf(bot, '/login'), await headersOf({}, '/login/telegram')]) {
      expect(answer.policy).not.toContain('telegram')
      expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin')
    }
  })
})
