import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorContextOf, hire, trailOf } from '../../tests/support/operator-context'
import { after, at, firstDay, join, openCompany, setRate, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { notifications } from '../db/schema/notifications'
import { balanceOf } from '../funds/balance'
import { openDeposit } from '../funds/deposits'
import { requestPayment } from '../funds/payments'
import { quoteRates } from '../funds/quotes'
import { requestRefill } from '../funds/refills'
import { listAudit } from './audit'
import { type DecisionInput } from './decisions'
import { decidePayment, listAllPayments, ownedPayment } from './payments'
import { decideRefill, ownedRefill } from './refills'

let database: TestDatabase
let operatorId: string
let userId: string

type Decide = typeof decidePayment
const reader = { language: 'en', now: firstDay } as const

describe.each(serversFor('money-decisions'))(
  "the operator's decisions about money, on the %s PostgreSQL",
  (server) => {
    beforeAll(async () => {
      database = await testDatabase({ server })
      await openCompany(database.db)
      operatorId = await hire(database.db)
    })
    beforeEach(async () => {
      userId = await join(database.db)
    })
    afterAll(() => database.drop())

    /** In a transaction of its own, as the route runs it. */
    const run = (decide: Decide, decision: DecisionInput, now = firstDay) =>
      database.db.transaction((tx) => decide(tx, operatorContextOf(operatorId, now), decision))
    const trail = async (id: string) =>
      (await trailOf(database.db)).filter((line) => line.includes(` ${id} `))
    const free = async () => (await balanceOf(database.db, userId, firstDay)).balance
    const notified = async () => {
      const rows = await database.db.select().from(notifications).where(eq(notifications.userId, userId))
      return rows.map(({ kind, values }) => [kind, values.reason ?? null])
    }

    async function withdrawal(): Promise<string> {
      await topUp(database.db, { userId, amount: '200' })
      const request = { userId, systemId: 'usdt-trc20', amount: '50', wallet: wallets['usdt-trc20'] }
      return (await database.db.transaction((tx) => requestPayment(tx, at(firstDay), request))).id
    }
    const refill = async () => {
      const request = { userId, systemId: 'usdt-trc20', amount: '100' }
      return (await database.db.transaction((tx) => requestRefill(tx, at(firstDay), request))).id
    }

    describe('a withdrawal', () => {
      test('shows before a rejection what its investor gets back, and the same afterwards', async () => {
        const moment = after(2)
        await topUp(database.db, { userId, amount: '1500' })
        const opening = { userId, planId: 'breeze', currency: 'USDT', amount: '100' }
        await database.db.transaction((tx) => openDeposit(tx, at(firstDay), opening))
        await topUp(database.db, { userId, systemId: 'btc', amount: '0.01' })
        const { id: rateId } = await quoteRates(database.db, at(moment), userId)
        const request = { userId, systemId: 'btc', amount: '0.03', wallet: wallets.btc, rateId }
        const { id } = await database.db.transaction((tx) => requestPayment(tx, at(moment), request))
        const shown = async (now: Date) => ownedPayment(database.db, id, { ...reader, now })
        expect(await shown(moment)).toMatchObject({
          rejectionReturns: [
            { currency: 'BTC', amount: '0.01' },
            { currency: 'USDT', amount: '1000' },
          ],
        })
        const later = after(2, 60_000)
        await setRate(database.db, 'BTC', later, '49000')
        const kept = [{ currency: 'BTC', amount: '0.03' }]
        expect(await shown(later)).toMatchObject({ rejectionReturns: kept })
        const { items } = await listAllPayments(
          database.db,
          { ...reader, now: later, timeZone: 'UTC' },
          { search: id },
        )
        expect(items).toMatchObject([{ rejectionReturns: kept }])

        await run(decidePayment, { id, decision: 'reject', reason: 'Another wallet, please.' }, later)
        const decided = await shown(later)
        expect(decided).toMatchObject({ status: 'rejected', returned: kept })
        expect(decided).not.toHaveProperty('rejectionReturns')
        await setRate(database.db, 'BTC', after(2, 120_000), '50000')
      })

      test('is reviewed, then completed with the hash of its transfer', async () => {
        const id = await withdrawal()
        await run(decidePayment, { id, decision: 'review' })
        expect(await ownedPayment(database.db, id, reader)).toMatchObject({
          status: 'under_review',
          owner: { id: userId, login: userId },
        })
        await run(decidePayment, { id, decision: 'complete', transactionHash: ' 4be1 ' }, after(1))
        expect(await ownedPayment(database.db, id, reader)).toMatchObject({
          status: 'completed',
          transactionHash: '4be1',
          withdrawnAt: after(1).toISOString(),
        })
        expect(await free()).toBe('150')
        const by = `by ${operatorId}`
        expect(await trail(id)).toEqual([`payment.review ${id} ${by}`, `payment.complete ${id} ${by}`])
      })

      test('is approved once, stays under review for its investor, and is paid out or rejected', async () => {
        const id = await withdrawal()
        await run(decidePayment, { id, decision: 'approve' }, after(1))
        await expect(run(decidePayment, { id, decision: 'approve' })).rejects.toMatchObject({
          code: 'already_decided',
        })
        const view = { ...reader, timeZone: 'UTC' }
        const listed = async (status: 'open' | 'approved') =>
          (await listAllPayments(database.db, view, { status, search: id })).total
        expect([await listed('open'), await listed('approved')]).toEqual([0, 1])
        expect(await ownedPayment(database.db, id, reader)).toMatchObject({
          status: 'under_review',
          approvedAt: after(1).toISOString(),
        })
        // Where it was under review already nothing else is changed.
        const { items } = await listAudit(database.db, { ...reader, timeZone: 'UTC' }, { search: id })
        expect(items[0]?.changes).toContainEqual({
          field: 'approvedAt',
          before: null,
          after: after(1).toISOString(),
        })
        await run(decidePayment, { id, decision: 'reject', reason: 'The signer refused it.' })
        expect(await free()).toBe('200')
        expect([await listed('open'), await listed('approved')]).toEqual([0, 0])
      })

      test('that is rejected is returned completely, and the investor gets the reason', async () => {
        const id = await withdrawal()
        expect(await free()).toBe('150')
        await run(decidePayment, { id, decision: 'reject', reason: 'Another address, please.' })
        expect(await free()).toBe('200')
        expect(await notified()).toContainEqual(['payment_rejected', 'Another address, please.'])
        expect(await trail(id)).toEqual([`payment.reject ${id} by ${operatorId}: Another address, please.`])
      })

      test('is decided once: the second decision is refused and leaves no trace', async () => {
        const id = await withdrawal()
        await run(decidePayment, { id, decision: 'complete', transactionHash: '4be1' })
        const again = run(decidePayment, { id, decision: 'reject', reason: 'No.' })
        await expect(again).rejects.toMatchObject({ code: 'already_decided' })
        expect(await free()).toBe('150')
        expect(await trail(id)).toHaveLength(1)
      })

      test('is decided by one of two operators who decide at once', async () => {
        const id = await withdrawal()
        const outcomes = await Promise.allSettled([
          run(decidePayment, { id, decision: 'complete', transactionHash: '4be1' }),
          run(decidePayment, { id, decision: 'reject', reason: 'No.' }),
        ])
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        const { status } = await ownedPayment(database.db, id, reader)
        expect(await free()).toBe(status === 'completed' ? '150' : '200')
        expect(await trail(id)).toHaveLength(1)
      })

      test.each([
        [{ decision: 'suspend' }, 'decision'],
        [{ decision: 'complete' }, 'transactionHash'],
        [{ decision: 'reject' }, 'reason'],
        [{ decision: 'reject', reason: '  ' }, 'reason'],
      ] as const)('refuses %o', async (decision, field) => {
        const id = await withdrawal()
        await expect(run(decidePayment, { id, ...decision })).rejects.toMatchObject({
          code: 'validation',
          field,
        })
        expect((await ownedPayment(database.db, id, reader)).status).toBe('pending')
        expect(await trail(id)).toEqual([])
      })
    })

    describe('a top-up', () => {
      const arrived = { decision: 'approve', creditedAmount: '99.5', transactionHash: 'ab12' } as const

      test('is credited with the received amount', async () => {
        const id = await refill()
        await run(decideRefill, { id, ...arrived })
        const shown = await ownedRefill(database.db, id, { now: firstDay, language: 'en', timeZone: 'UTC' })
        expect(shown).toMatchObject({ status: 'topped_up', creditedAmount: '99.5', transactionHash: 'ab12' })
        expect(shown.owner).toEqual({ id: userId, login: userId })
        expect(await free()).toBe('99.5')
        expect(await trail(id)).toEqual([`refill.approve ${id} by ${operatorId}`])
      })

      test('that has expired can be credited all the same', async () => {
        const id = await refill()
        await run(decideRefill, { id, ...arrived }, after(3))
        expect(await free()).toBe('99.5')
      })

      test("is rejected with a reason, and can't be credited after that", async () => {
        const id = await refill()
        await run(decideRefill, { id, decision: 'reject', reason: 'It was sent back.' })
        expect(await notified()).toContainEqual(['refill_rejected', 'It was sent back.'])
        await expect(run(decideRefill, { id, ...arrived })).rejects.toMatchObject({ code: 'already_decided' })
        expect(await free()).toBe('0')
      })

      test('is credited once by two operators at once', async () => {
        const id = await refill()
        const outcomes = await Promise.allSettled([
          run(decideRefill, { id, ...arrived }),
          run(decideRefill, { id, ...arrived, creditedAmount: '50' }),
        ])
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        expect(['99.5', '50']).toContain(await free())
      })

      test.each([
        [{ decision: 'complete' }, 'decision', 'decision_invalid'],
        [{ decision: 'reject' }, 'reason', 'required'],
        [{ ...arrived, transactionHash: '' }, 'transactionHash', 'required'],
        [{ ...arrived, creditedAmount: undefined }, 'creditedAmount', 'amount_required'],
        [{ ...arrived, creditedAmount: '-1' }, 'creditedAmount', 'amount_negative'],
        [{ ...arrived, creditedAmount: '0' }, 'creditedAmount', 'amount_below_min'],
        [{ ...arrived, creditedAmount: '9999999999999' }, 'creditedAmount', 'amount_above_max'],
      ] as const)('refuses %o', async (decision, field, code) => {
        const id = await refill()
        await expect(run(decideRefill, { id, ...decision })).rejects.toMatchObject({
          code: 'validation',
          fields: { [field]: { code } },
        })
        expect(await free()).toBe('0')
      })
    })

    test.each([
      [decidePayment, { decision: 'review' }],
      [decideRefill, { decision: 'reject', reason: 'No.' }],
    ] as const)('an unknown id is not found', async (decide: Decide, decision) => {
      await expect(run(decide, { id: 'none', ...decision })).rejects.toMatchObject({ code: 'not_found' })
    })
  },
)
