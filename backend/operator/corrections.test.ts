import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsOfAll } from '../../tests/support/ledger-faults'
import { describeCompany, hire, trailOf } from '../../tests/support/operator-context'
import { after, join } from '../../tests/support/funds'
import { notifications } from '../db/schema/notifications'
import { ledgerAccounts } from '../db/schema/ledger'
import { users } from '../db/schema/users'
import { add, compare, isNegative, negate } from '../domain/decimal'
import { balanceOf } from '../funds/balance'
import { listOperations } from '../funds/operations'
import { messageOf } from '../notifications/words'
import { type CorrectionRequest, correctInvestorBalance } from './corrections'
import { previewOf } from './investor-preview'

describeCompany('corrections of balances', (company) => {
  const correct = (request: CorrectionRequest) =>
    company.database.db.transaction((tx) => correctInvestorBalance(tx, company.operator(), request))
  const reader = (userId: string) => ({ userId, now: after(2), language: 'en', timeZone: 'UTC' }) as const

  test('are entries with a reason, which the investor reads in the statement and in a notification', async () => {
    const { db } = company.database
    const id = await join(db)
    const credit = {
      id,
      direction: 'credit',
      currency: 'USDT',
      amount: '12.5',
      reason: 'Paid twice.',
    } as const
    expect(await correct(credit)).toMatchObject({ before: '0', after: '12.5', owner: { id } })
    const debit = { ...credit, direction: 'debit', amount: '2.5', reason: 'Only once.' } as const
    expect(await correct(debit)).toMatchObject({ before: '12.5', after: '10' })
    const { items } = await listOperations(db, reader(id), {})
    expect(items).toMatchObject([
      { type: 'correction', direction: 'out', amount: '2.5', balanceAfter: '10', reason: 'Only once.' },
      { type: 'correction', direction: 'in', amount: '12.5', balanceAfter: '12.5', reason: 'Paid twice.' },
    ])
    const stored = await db.select().from(notifications).where(eq(notifications.userId, id))
    const texts = stored.map((one) => messageOf(one, 'en'))
    expect(texts.sort()).toEqual([
      'The company corrected your balance: 12.50 USDT was added. Paid twice.',
      'The company corrected your balance: 2.50 USDT was taken off. Only once.',
    ])
    const preview = await previewOf(db, company.operator(), { ...debit, change: 'debit' })
    await db.update(users).set({ language: 'en' }).where(eq(users.id, id))
    expect((await previewOf(db, company.operator(), { ...debit, change: 'debit' })).texts).toEqual([
      { places: ['cabinet'], text: texts[1] },
    ])
    expect(preview).toMatchObject({ language: 'ru' })
    expect((await trailOf(db)).slice(-2)).toEqual([
      `correction.credit ${id} by ${company.operatorId}: 12.5 USDT: Paid twice.`,
      `correction.debit ${id} by ${company.operatorId}: -2.5 USDT: Only once.`,
    ])
  })

  test.each([
    ['more than is free', { direction: 'debit', amount: '0.01' }, 'insufficient_funds'],
    ['a sign', { direction: 'debit', amount: '-5' }, 'amount_negative'],
    ['nothing', { amount: '0' }, 'amount_below_min'],
    ['no reason', { reason: ' ' }, 'validation'],
    ['digits that the currency has not', { amount: '0.0000001' }, 'validation'],
    ['a currency that is not held', { currency: 'DOGE' }, 'validation'],
  ] as const)('refuse %s, and nothing is booked', async (_, change, code) => {
    const { db } = company.database
    const id = await join(db)
    const request = {
      id,
      direction: 'credit',
      currency: 'USDT',
      amount: '1',
      reason: 'Why.',
      ...change,
    } as const
    await expect(correct(request)).rejects.toMatchObject({ code })
    expect(await db.$count(ledgerAccounts, eq(ledgerAccounts.userId, id))).toBe(0)
  })

  test('are for living investors only', async () => {
    const { db } = company.database
    const request = { direction: 'credit', currency: 'USDT', amount: '1', reason: 'Why.' } as const
    const erased = await join(db)
    await db
      .update(users)
      .set({ erasedAt: after(1) })
      .where(eq(users.id, erased))
    for (const id of [await hire(db), erased, 'none'])
      await expect(correct({ id, ...request })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('leave the ledger balanced and nobody below zero, whatever their order', async () => {
    const { db, pool } = company.database
    const corrections = fc.array(
      fc.record({
        direction: fc.constantFrom('credit', 'debit'),
        currency: fc.constantFrom('USDT', 'BTC'),
        amount: fc
          .integer({ min: 1, max: 1_000_000 })
          .map((n) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const client = await pool.connect()
    await fc.assert(
      fc.asyncProperty(corrections, async (requests) => {
        const id = await join(db)
        const expected = { USDT: '0', BTC: '0' }
        for (const request of requests) {
          const { direction, currency, amount } = request
          const after = add(expected[currency], direction === 'debit' ? negate(amount) : amount)
          const outcome = await correct({ id, ...request, reason: 'A property.' }).catch(
            (error: unknown) => error,
          )
          if (isNegative(after)) expect(outcome).toMatchObject({ code: 'insufficient_funds' })
          else {
            expect(outcome).toMatchObject({ correction: { amount } })
            expected[currency] = after
          }
        }
        const { currencies } = await balanceOf(db, id, after(2))
        for (const currency of ['USDT', 'BTC'] as const)
          expect(compare(currencies[currency]?.balance ?? '0', expected[currency])).toBe(0)
        expect(await faultsOfAll(client)).toEqual([])
      }),
      { numRuns: 25 },
    )
    client.release()
  })
})
