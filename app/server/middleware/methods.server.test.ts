import { describe, expect, it } from 'vitest'
import { serveSteps } from '../../../tests/support/front'
import { checkMethod } from './methods.server'

describe('checkMethod', () => {
  it.each(['GET', 'HEAD', 'POST'])('lets %s through', async (method) => {
    const { ask } = await serveSteps([checkMethod])
    expect((await ask('/', { method })).status).toBe(200)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'refuses %s and names what is allowed',
    async (method) => {
      const { ask } = await serveSteps([checkMethod])
      expect(await ask('/', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } })
    },
  )
})
