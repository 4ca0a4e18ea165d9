import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeCompany } from '../../tests/support/operator-context'
import { after, at, firstDay, join, topUp } from '../../tests/support/funds'
import { subscriptionOptions } from '../db/schema/settings'
import { subscriptions } from '../db/schema/transfers'
import { buySubscription, paysNoFee, subscriptionTerm } from './subscriptions'

const now = new Date('2026-05-01T08:00:00Z')

test('the first one begins now', () => {
  expect(subscriptionTerm(now, null, 30)).toEqual({
    startedAt: now,
    expiresAt: new Date('2026-05-31T08:00:00Z'),
  })
})

test('a purchase during an active one adds its days at the end', () => {
  const activeUntil = new Date('2026-05-11T08:00:00Z')
  expect(subscriptionTerm(now, activeUntil, 30)).toEqual({
    startedAt: activeUntil,
    expiresAt: new Date('2026-06-10T08:00:00Z'),
  })
})

test('an expired one adds nothing', () => {
  expect(subscriptionTerm(now, now, 30).startedAt).toEqual(now)
})

describeCompany('what was paid for', (company) => {
  const db = () => company.database.db
  const set = (optionId: string, freePayments: boolean) =>
    db().update(subscriptionOptions).set({ freePayments }).where(eq(subscriptionOptions.id, optionId))

  test('stays so when its option is changed, in either direction', async () => {
    const [option] = await db().select().from(subscriptionOptions)
    const optionId = option!.id
    const buy = async () => {
      const userId = await join(db())
      await topUp(db(), { userId, amount: '500' })
      await db().transaction((tx) => buySubscription(tx, at(firstDay), { userId, optionId }))
      return userId
    }
    await set(optionId, true)
    const free = await buy()
    await set(optionId, false)
    const paying = await buy()
    expect([await paysNoFee(db(), free, after(1)), await paysNoFee(db(), paying, after(1))]).toEqual([
      true,
      false,
    ])
    await set(optionId, true)
    expect(await paysNoFee(db(), paying, after(1))).toBe(false)
    // Of a purchase at the backend before this one only the option is known.
    await db().update(subscriptions).set({ freePayments: null }).where(eq(subscriptions.userId, paying))
    expect(await paysNoFee(db(), paying, after(1))).toBe(true)
  })
})
