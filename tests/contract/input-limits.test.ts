import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { draftedSettings } from '~/contract/settings'
import { send } from './client'
import { newInvestor, signIn } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * A request is limited in size and shape before it is interpreted: nothing is stored, and the refusal is
 * cheap and short.
 */
describe.each(upstreamsFor('input-limits'))('a request beyond the limits of the %s upstream', (where) => {
  let upstream: TestUpstream
  let [operator, investor] = ['', '']

  beforeAll(async () => {
    upstream = await openUpstream(where)
    operator = (await signIn(upstream, 'operator')).token
    investor = (await newInvestor(upstream)).token
  }, 180_000)
  afterAll(() => upstream.close())

  /** Sends a body exactly as written. */
  const sendRaw = async (method: string, path: string, token: string, body: string) => {
    const response = await fetch(`${upstream.url}/api${path}`, {
      method,
      body,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
      },
    })
    const text = await response.text()
    return { status: response.status, text, code: (JSON.parse(text) as { code: string }).code }
  }

  it('is refused for a deeply nested body, even where the schema accepts any value', async () => {
    const { method, path } = contract.operator.editSetting
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const answer = await sendRaw(
      method,
      path.replace('{key}', draftedSettings[0]),
      operator,
      `{"value":${deep}}`,
    )
    expect(answer).toMatchObject({ status: 422, code: 'validation' })
  })

  it('gets a short refusal for a list of thousands', async () => {
    const { method, path } = contract.userData.updateWallets
    const items = Array(20_000).fill('0').join()
    const answer = await sendRaw(method, path, investor, `{"wallets":[${items}]}`)
    expect(answer).toMatchObject({ status: 422, code: 'validation' })
    expect(answer.text.length).toBeLessThan(1_000)
  })

  it('lists at most a hundred invalid fields', async () => {
    const { method, path } = contract.operator.addAddresses
    const items = Array(500).fill('0').join()
    const answer = await sendRaw(method, path.replace('{id}', 'btc'), operator, `{"addresses":[${items}]}`)
    const { fields } = JSON.parse(answer.text) as { fields: object }
    expect(Object.keys(fields)).toHaveLength(100)
  })

  it('is refused for a query that is too long, has too many fields, or asks for a page beyond the limit', async () => {
    const { path } = contract.refills.list
    const ask = async (query: string) => {
      const response = await fetch(`${upstream.url}/api${path}?${query}`, {
        headers: { authorization: `Bearer ${investor}` },
      })
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    expect(await ask(`more=${'x'.repeat(5_000)}`)).toEqual([422, 'validation'])
    expect(await ask('a&'.repeat(40) + Array.from({ length: 70 }, (_, n) => `f${n}=1`).join('&'))).toEqual([
      422,
      'validation',
    ])
    expect(await ask('page[999999999]=1')).toEqual([200, undefined])
    const { status } = await send(upstream, contract.refills.list, { page: 1_000_001 }, { token: investor })
    expect(status).toBe(422)
  })
})
