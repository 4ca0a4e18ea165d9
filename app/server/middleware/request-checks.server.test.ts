import { describe, expect, it } from 'vitest'
import { serveMiddleware, serveHttpServer } from '../../../tests/support/serve'
import { checkMethod, checkContentType, checkQuery } from './request-checks.server'

describe('checkMethod', () => {
  it.each(['GET', 'HEAD', 'POST'])('lets %s through', async (method) => {
    const { ask } = await serveMiddleware([checkMethod])
    expect((await ask('/', { method })).status).toBe(200)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'refuses %s and names the allowed methods',
    async (method) => {
      const { ask } = await serveMiddleware([checkMethod])
      expect(await ask('/', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } })
    },
  )
})

const serve = () => serveMiddleware([checkContentType((path) => path === '/files')])

describe('checkContentType', () => {
  it.each([
    ['/', 'application/x-www-form-urlencoded'],
    ['/', 'application/x-www-form-urlencoded;charset=UTF-8'],
    ['/files', 'multipart/form-data; boundary=x'],
  ])('accepts for %s a form of type %s', async (path, type) => {
    const { ask } = await serve()
    const answer = await ask(path, { method: 'POST', headers: { 'content-type': type }, body: 'a=1' })
    expect(answer.text).toBe('reached')
  })

  it.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'x',
  ])('refuses a form of type %s', async (type) => {
    const { ask } = await serve()
    const answer = await ask('/', { method: 'POST', headers: { 'content-type': type }, body: 'a=1' })
    expect(answer.text).toBe('content_type')
  })

  it('accepts a POST without a body, and refuses a body without a content type', async () => {
    const { ask } = await serve()
    expect((await ask('/', { method: 'POST' })).text).toBe('reached')
    expect((await ask('/', { method: 'POST', body: 'a=1' })).text).toBe('content_type')
  })
})

const fields = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=1`).join('&')

it.each([
  ['no query', '/', 200],
  ['an empty one', '/?', 200],
  ['4,096 characters', `/?a=${'x'.repeat(4094)}`, 200],
  ['one more', `/?a=${'x'.repeat(4095)}`, 414],
  ['64 fields', `/?${fields(64)}`, 200],
  ['one more', `/?${fields(65)}`, 400],
  ['any text', `/?${'&'.repeat(4000)}`, 400],
  ["the framework's earlier way to data", '/cabinet?a=1&%5fdata=routes%2Fcabinet', 400],
  ['a field of a similar name', '/cabinet?data=1&__data=2', 200],
])('%s: %s is answered with %i', async (_what, path, status) => {
  const { ask } = await serveHttpServer([checkQuery])
  expect((await ask(path)).status).toBe(status)
})
