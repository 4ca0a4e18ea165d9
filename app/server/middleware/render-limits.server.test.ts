import { describe, expect, it } from 'vitest'
import { createRenderLimits } from './render-limits.server'

describe('the limits of rendered pages', () => {
  it('count by network and by session, in windows of a minute', async () => {
    const limits = createRenderLimits(1)
    for (let n = 0; n < 240; n++) expect(await limits.take('anonymous', `2001:db8::${n}`)).toBeNull()
    const wait = await limits.take('anonymous', '2001:db8::ffff')
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(await limits.take('anonymous', '2001:db8:1::1')).toBeNull()
    expect(await limits.take('session', 'a-session')).toBeNull()
  })

  it('count the networks of one IPv6 site together as well', async () => {
    const limits = createRenderLimits(1)
    const ask = (network: number) => limits.take('madeUp', `2001:db8:1:${network.toString(16)}::1`)
    for (let page = 0; page < 8 * 60; page++) expect(await ask(page)).toBeNull()
    expect(await ask(8 * 60)).toBeGreaterThan(0)
    expect(await limits.take('madeUp', '2001:db8:2::1')).toBeNull()
  })

  it('are multiplied by the factor', async () => {
    const limits = createRenderLimits(0.1)
    for (let n = 0; n < 6; n++) expect(await limits.take('madeUp', '192.0.2.1')).toBeNull()
    expect(await limits.take('madeUp', '192.0.2.1')).not.toBeNull()
  })
})
