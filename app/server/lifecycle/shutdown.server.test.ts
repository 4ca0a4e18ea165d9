import { once } from 'node:events'
import { type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { serveHttpServer } from '../../../tests/support/serve'
import { answerHealth } from '../middleware/health.server'
import { createDrain } from './shutdown.server'

/** A server whose page answers on demand. */
async function serve() {
  const drain = createDrain()
  const open: ServerResponse[] = []
  let onOpen = () => {}
  const health = answerHealth({ isDraining: drain.isDraining, askUpstream: () => Promise.resolve() })
  const served = await serveHttpServer([health, drain.track], (_req, res) => {
    open.push(res)
    onOpen()
  })
  const opened = new Promise<void>((resolve) => (onOpen = resolve))
  return { ...served, drain, open, opened }
}

describe('createDrain', () => {
  it('finishes requests in flight, answers probes with 503 meanwhile, and then closes', async () => {
    const { ask, server, drain, open, opened } = await serve()
    const page = ask('/page')
    await opened
    const drained = drain.drain(server)
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    open[0]?.end('finished')
    expect(await page).toMatchObject({ status: 200, text: 'finished' })
    await drained
    await expect(ask('/page')).rejects.toThrow('ECONNREFUSED')
  })

  it('is not ready before anything ends, and ends kept connections with their answer', async () => {
    const { ask, drain, open, opened } = await serve()
    drain.begin()
    expect((await ask('/readyz')).status).toBe(503)
    const page = ask('/page')
    await opened
    open[0]?.end('answered')
    expect(await page).toMatchObject({ status: 200, text: 'answered', headers: { connection: 'close' } })
  })

  it('closes at once if nothing is in flight', async () => {
    const { server, drain } = await serve()
    const closed = once(server, 'close')
    await drain.drain(server)
    await closed
  })

  it('aborts requests in flight after the time limit', async () => {
    const { ask, server, drain, opened } = await serve()
    const page = expect(ask('/page')).rejects.toThrow('socket hang up')
    await opened
    await drain.drain(server, 1)
    await page
  })
})
