import { expect, test } from 'vitest'
import { UpstreamFailure } from './failure.server'
import { extensionsOf, setting } from './settings.server'
import { type Upstream } from './types'

const company = {
  name: 'Tideline',
  country: 'Lithuania',
  code: null,
  licence: null,
  registeredAt: null,
  team: [],
}

/** An upstream that answers each setting with this value, and counts. */
function upstreamThat(answer: () => unknown) {
  let requestCount = 0
  const get = () => {
    requestCount++
    return Promise.resolve().then(answer)
  }
  const upstream = { settings: { get } } as unknown as Upstream // the only call that is made here
  return { upstream, requestCount: () => requestCount }
}

test('a setting is requested once a page, however many parts need it', async () => {
  const { upstream, requestCount } = upstreamThat(() => ({ key: 'company', value: company }))
  const both = await Promise.all([setting(upstream, 'company'), setting(upstream, 'company')])
  expect(both).toEqual([company, company])
  expect(requestCount()).toBe(1)
})

test('a failed request of an optional part is no answer to a required one', async () => {
  const { upstream, requestCount } = upstreamThat(() => ({ key: 'company', value: company }))
  await Promise.all([setting(upstream, 'company', { soon: true }), setting(upstream, 'company')])
  expect(requestCount()).toBe(2)
})

test('the value of another key is no answer', async () => {
  const { upstream } = upstreamThat(() => ({ key: 'extensions', value: ['demo'] }))
  await expect(setting(upstream, 'company')).rejects.toMatchObject({ kind: 'bad_upstream' })
})

const failure = (kind: UpstreamFailure['kind']) =>
  new UpstreamFailure({ kind, call: 'settings.get', requestId: 'request-1', status: 404, sent: true })

test.each(['not_found', 'refused', 'forbidden'] as const)(
  'an upstream without the call for extensions has none: %s',
  async (kind) => {
    const { upstream } = upstreamThat(() => {
      throw failure(kind)
    })
    expect(await extensionsOf(upstream)).toEqual(new Set())
  },
)

test('an upstream that does not answer may have extensions', async () => {
  const { upstream } = upstreamThat(() => {
    throw failure('timeout')
  })
  await expect(extensionsOf(upstream)).rejects.toMatchObject({ kind: 'timeout' })
})

test('passkeys are of no use without the calls that list and remove them', async () => {
  const listing = (...value: string[]) => upstreamThat(() => ({ key: 'extensions', value })).upstream
  expect(await extensionsOf(listing('passkeys', 'notMe'))).toEqual(new Set(['notMe']))
  expect(await extensionsOf(listing('passkeys', 'secondFactors'))).toEqual(
    new Set(['passkeys', 'secondFactors']),
  )
})
