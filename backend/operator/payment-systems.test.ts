import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { after, at } from '../../tests/support/funds'
import { settings } from '../db/schema/settings'
import { editPaymentSystem, listWrittenPaymentSystems } from './payment-systems'

describeCompany('a payment system of the operator', (company) => {
  const read = async (id: string) =>
    (await listWrittenPaymentSystems(company.database.db, at(after(1)))).find((system) => system.id === id)!
  const edit = (id: string, change: Omit<Parameters<typeof editPaymentSystem>[2], 'id'>) =>
    company.database.db.transaction((tx) => editPaymentSystem(tx, company.operator(), { id, ...change }))

  test('is changed in what is named; its least withdrawal stands in the limits too', async () => {
    const before = await read('btc')
    const payment = { ...before.payment, fee: '0.0002', minUsd: '75.5', hours: 48 }
    const edited = await edit('btc', { payment })
    expect(edited).toEqual({ ...before, payment, version: edited.version })
    expect(await read('btc')).toEqual(edited)
    const [limits] = await company.database.db.select().from(settings).where(eq(settings.key, 'limits'))
    expect(limits?.value).toMatchObject({ payment: { minUsd: { btc: '75.5' } } })
    expect((await trailOf(company.database.db)).at(-1)).toBe(
      `payment_system.edit btc by ${company.operatorId}`,
    )
  })

  test('can be closed in both directions', async () => {
    const { refill, payment } = await read('trx')
    await edit('trx', { refill: { ...refill, enabled: false }, payment: { ...payment, enabled: false } })
    expect(await read('trx')).toMatchObject({ refill: { enabled: false }, payment: { enabled: false } })
  })

  test('has a largest withdrawal above its fee', async () => {
    const { payment } = await read('eth')
    await expect(edit('eth', { payment: { ...payment, fee: '2', max: '2' } })).rejects.toMatchObject({
      fields: { 'payment.max': { code: 'amount_below_min', params: { min: '2', currency: 'ETH' } } },
    })
    expect((await read('eth')).payment).toEqual(payment)
  })

  test('is not overwritten by who has read an earlier version of it', async () => {
    const { version } = await read('usdt-trc20')
    await edit('usdt-trc20', { title: 'USDT on Tron', version })
    await expect(edit('usdt-trc20', { title: 'Tether', version })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    expect(await read('usdt-trc20')).toMatchObject({ title: 'USDT on Tron' })
  })

  test('that is not there is not changed', async () => {
    await expect(edit('none', { title: 'None' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
