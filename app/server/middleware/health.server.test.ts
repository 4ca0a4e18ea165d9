import { describe, expect, it } from 'vitest'
import { serveHttpServer } from '../../../tests/support/serve'
import { answerHealth } from './health.server'

interface Given {
  isDraining?: boolean
  upstream?: () => Promise<unknown>
  now?: () => number
}

const serve = ({ isDraining = false, upstream = () => Promise.resolve(), now }: Given) =>
  serveHttpServer([answerHealth({ isDraining: () => isDraining, askUpstream: upstream, now })])

describe('answerHealth', () => {
  it('reports that the process runs, whatever the upstream does', async () => {
    const { ask } = await serve({ upstream: () => new Promise(() => {}), isDraining: true })
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
  })

  it('is ready while the upstream answers', async () => {
    expect((await (await serve({})).ask('/readyz')).status).toBe(200)
    const away = await serve({ upstream: () => Promise.reject(new Error('away')) })
    expect((await away.ask('/readyz')).status).toBe(503)
  })

  it('is not ready once shutdown has begun', async () => {
    expect((await (await serve({ isDraining: true })).ask('/readyz')).status).toBe(503)
  })

  it('calls the upstream at most once a second, however often it is probed', async () => {
    let requestCount = 0
    let nowMs = 0
    const upstream = () => Promise.resolve(requestCount++)
    const { ask } = await serve({ upstream, now: () => nowMs })
    await Promise.all([ask('/readyz'), ask('/readyz'), ask('/readyz')])
    expect(requestCount).toBe(1)
    nowMs = 1_001
    await ask('/readyz')
    expect(requestCount).toBe(2)
  })

  it('leaves other addresses alone', async () => {
    expect((await (await serve({})).ask('/healthz2')).text).toBe('reached')
  })
})
