import { expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { after, join } from '../../tests/support/funds'
import { balanceOf } from '../funds/balance'
import { rateAt } from '../funds/rates'
import { setRate } from './rates'

describeCompany('a rate that the operator sets', (company) => {
  const set = (coin: string, rate: string, now = after(20)) =>
    company.database.db.transaction((tx) => setRate(tx, company.operator(now), { coin, rate }))

  test('applies from now on, and earlier events keep their own', async () => {
    const before = await rateAt(company.database.db, 'TRX', after(20, -1))
    expect(await set('TRX', '0.3100')).toEqual({
      coin: 'TRX',
      rate: '0.31',
      updatedAt: after(20).toISOString(),
    })
    expect(await rateAt(company.database.db, 'TRX', after(20))).toBe('0.31')
    expect(await rateAt(company.database.db, 'TRX', after(20, -1))).toBe(before)
    const userId = await join(company.database.db)
    expect((await balanceOf(company.database.db, userId, after(21))).currencies.TRX?.rate).toBe('0.31')
    expect((await trailOf(company.database.db)).at(-1)).toBe(`rate.set TRX by ${company.operatorId}: 0.31`)
  })

  test('can be set for known coins, and never for USDT', async () => {
    for (const coin of ['USDT', 'NONE']) {
      await expect(set(coin, '1')).rejects.toMatchObject({ code: 'validation', field: 'coin' })
    }
  })
})
