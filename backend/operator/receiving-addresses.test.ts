import { beforeEach, expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { after, at, join, newId } from '../../tests/support/funds'
import { receivingAddresses } from '../db/schema/transfers'
import { fictitiousAddress } from '../domain/addresses'
import { requestRefill } from '../funds/refills'
import { addAddresses } from './receiving-addresses'

describeCompany('receiving addresses that the operator adds', (company) => {
  let mine: string[]
  beforeEach(() => {
    mine = [1, 2].map((n) => fictitiousAddress('tron', `${newId()} ${n}`))
  })
  const add = (addresses: string[], id = 'trx') =>
    company.database.db.transaction((tx) => addAddresses(tx, company.operator(), { id, addresses }))
  const refused = (addresses: string[], fields: object, id?: string) =>
    expect(add(addresses, id)).rejects.toMatchObject({ code: 'validation', fields })

  test('are given to the next investors, each to one', async () => {
    expect(await add(mine)).toBe(2)
    expect((await trailOf(company.database.db)).at(-1)).toBe(
      `payment_system.add_addresses trx by ${company.operatorId}`,
    )
    const given: string[] = []
    for (const amount of ['500', '600']) {
      const userId = await join(company.database.db)
      // Outside the demonstration no address is generated.
      const context = { ...at(after(1)), demo: false }
      const request = { userId, systemId: 'trx', amount }
      given.push((await company.database.db.transaction((tx) => requestRefill(tx, context, request))).wallet)
    }
    expect(given.sort()).toEqual([...mine].sort())
    expect(await add([fictitiousAddress('tron', newId())])).toBe(1)
  })

  test('are checked by the network’s checksum, and refused all together', async () => {
    const [good = ''] = mine
    const wrong = `${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`
    const before = await company.database.db.$count(receivingAddresses)
    await refused([good, wrong], { 'addresses.1': { code: 'wallet_invalid', params: { network: 'TRON' } } })
    await refused([good], { 'addresses.0': { code: 'wallet_invalid' } }, 'btc')
    expect(await company.database.db.$count(receivingAddresses)).toBe(before)
  })

  test('are stored once, in any spelling and for any system', async () => {
    const [first = '', second = ''] = mine
    await refused([first, second, first], { 'addresses.2': { code: 'address_known' } })
    await add([first])
    await refused([second, first], { 'addresses.1': { code: 'address_known' } }, 'usdt-trc20')
    const ethereum = fictitiousAddress('ethereum', newId())
    await add([ethereum], 'eth')
    await refused([ethereum.toLowerCase()], { 'addresses.0': { code: 'address_known' } }, 'eth')
  })

  test('are added by one of two who add the same at once', async () => {
    const outcomes = await Promise.allSettled([add(mine), add([...mine].reverse())])
    const [refusal, ...more] = outcomes.flatMap((one): unknown[] =>
      one.status === 'rejected' ? [one.reason] : [],
    )
    expect(more).toEqual([])
    const known = { code: 'address_known' }
    expect(refusal).toMatchObject({
      code: 'validation',
      fields: { 'addresses.0': known, 'addresses.1': known },
    })
  })

  test('belong to an existing system', async () => {
    await expect(add(mine, 'none')).rejects.toMatchObject({ code: 'not_found' })
  })
})
