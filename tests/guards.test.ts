import { expect, test } from './support/built-journey'
import { until } from './support/program'
import { ask, formOf } from './support/serve'
import { readHtml } from './support/visitor'

/** The guards together in the product; each has its own unit test. */

const portOf = (url: string) => Number(new URL(url).port)

test('answers only its own hosts, and health probes under any name', async ({ stack }) => {
  const port = portOf(stack.url)
  const elsewhere = { headers: { host: 'elsewhere.example' } }
  expect((await ask(port, '/', elsewhere)).status).toBe(421)
  expect((await ask(port, '/healthz', elsewhere)).status).toBe(200)
  const forwarded = { headers: { host: `localhost:${port}`, 'x-forwarded-host': 'elsewhere.example' } }
  const page = await ask(port, '/cabinet', forwarded)
  expect(page.headers.location).toBe('/login?redirectTo=%2Fcabinet')
})

test('refuses requests that no page of the app sends, with a page that still has all security headers', async ({
  stack,
}) => {
  const port = portOf(stack.url)
  const ours = { host: `localhost:${port}`, 'sec-fetch-site': 'same-origin' }
  const post = (headers: Record<string, string>, body: string) =>
    ask(port, '/login', { ...formOf({}), body, headers: { ...formOf({}).headers, ...ours, ...headers } })
  const answers = {
    405: await ask(port, '/login', { method: 'PUT', headers: ours }),
    415: await post({ 'content-type': 'application/json' }, '{}'),
    413: await post({}, `login=${'x'.repeat(70_000)}`),
    400: await post({}, 'login=a&login=b'),
    403: await post({ 'sec-fetch-site': 'cross-site' }, 'login=a'),
    404: await ask(port, '/no/such/page', { headers: ours }),
  }
  for (const [status, answer] of Object.entries(answers)) {
    expect(answer.status).toBe(Number(status))
    expect(answer.headers, status).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    })
    expect(answer.headers, status).not.toHaveProperty('x-powered-by')
    expect(answer.headers, status).not.toHaveProperty('server')
    expect(answer.text, status).not.toMatch(/node_modules|at .*\.js:\d+/)
  }
})

test('allows no other method anywhere, including the health addresses and the files', async ({ stack }) => {
  const port = portOf(stack.url)
  for (const path of ['/', '/cabinet', '/healthz', '/readyz', '/icon.svg', '/no-such-file.js', '/language']) {
    const answer = await ask(port, path, { method: 'PUT', headers: { host: `localhost:${port}` } })
    expect(answer, path).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } })
  }
})

test('signs out only by a form, and confirms it', async ({ stack }) => {
  const answer = await ask(portOf(stack.url), '/logout', { headers: { host: 'localhost' } })
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } })
})

test('a form that is sent to a page without one is refused, and is no failure of the page', async ({
  stack,
}) => {
  const port = portOf(stack.url)
  const body = 'login=a'
  const headers = {
    ...{ host: `localhost:${port}`, origin: `http://localhost:${port}` },
    'content-type': 'application/x-www-form-urlencoded',
  }
  const answer = await ask(port, '/about', { method: 'POST', headers, body })
  expect(answer.status).toBe(405)
  await until('the request is in the log', () => /"path":"\/about","status":405/.test(stack.log()))
  expect(stack.log()).not.toContain('a page failed')
})

test('exposes no source map, no version and no hidden file', async ({ stack }) => {
  const $ = readHtml(await (await fetch(`${stack.url}/login`)).text())
  const assets = $('[href^="/build/"], [src^="/build/"]')
    .toArray()
    .map(({ attribs }) => attribs['href'] ?? attribs['src'] ?? '')
  expect(assets).not.toEqual([])
  for (const path of [
    ...assets.map((asset) => `${asset}.map`),
    '/.env',
    '/.git/config',
    '/package.json',
    '/build/',
  ])
    expect((await fetch(`${stack.url}${path}`)).status, path).toBe(404)
  expect((await fetch(`${stack.url}${assets[0]}`)).headers.get('cache-control')).toContain('immutable')
})

test('accepts a form only in its own session', async ({ stack }) => {
  const port = portOf(stack.url)
  const headers = { host: `localhost:${port}` }
  const page = async () => {
    const answer = await ask(port, '/login', { headers })
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
    return { cookie, token: readHtml(answer.text)('[name=formToken]').attr('value') ?? '' }
  }
  const [mine, other] = [await page(), await page()]
  const post = (cookie: string, formToken: string) => {
    const form = formOf({ login: 'nobody', password: 'x', formToken })
    return ask(port, '/login', { ...form, headers: { ...form.headers, ...headers, cookie } })
  }
  expect((await post(mine.cookie, mine.token)).status).toBe(422) // incorrect login or password: the form was accepted
  expect((await post(mine.cookie, other.token)).status).toBe(409)
  expect((await post('', mine.token)).status).toBe(409)
})
