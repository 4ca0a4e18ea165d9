import { describe, expect, it } from 'vitest'
import { serveSteps } from '../../../tests/support/front'
import { checkContentType } from './content-type.server'

const serve = () => serveSteps([checkContentType((path) => path === '/files')])

describe('checkContentType', () => {
  it.each([
    ['/', 'application/x-www-form-urlencoded'],
    ['/', 'application/x-www-form-urlencoded;charset=UTF-8'],
    ['/files', 'multipart/form-data; boundary=x'],
  ])('takes to %s a form of type %s', async (path, type) => {
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

  it('takes a POST without a body, and none whose body says nothing of itself', async () => {
    const { ask } = await serve()
    expect((await ask('/', { method: 'POST' })).text).toBe('reached')
    expect((await ask('/', { method: 'POST', body: 'a=1' })).text).toBe('content_type')
  })
})
