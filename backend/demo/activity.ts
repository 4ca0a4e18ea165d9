import { eq } from 'drizzle-orm'
import { type ActivityKind } from '~/contract/words'
import { type Origin, recordActivity, recordRefused } from '../activity/record'
import { maskedWallet } from '../auth/security-notifications'
import { deposits } from '../db/schema/deposits'
import { payments } from '../db/schema/transfers'
import { type History } from './history'

/** Networks that are kept for examples, which are nobody's. */
const laptop: Origin = {
  device: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  address: '192.0.2.17',
}
const phone: Origin = {
  device:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  address: '198.51.100.23',
}
const stranger: Origin = { device: 'curl/8.10.1', address: '203.0.113.66' }

/**
 * What the investor did in the four months, with the devices that a played history has not, and the attempts of a
 * stranger. What the company decided is recorded by the decisions themselves.
 */
export async function addActivity(history: History, userId: string): Promise<void> {
  const { tx } = history
  const { newId } = history.context(history.day)
  const done = (
    at: Date,
    kind: ActivityKind,
    rest: Partial<Parameters<typeof recordActivity>[2]> = {},
  ): Promise<void> => recordActivity(tx, newId, { userId, at, kind, origin: laptop, ...rest })

  await done(history.moment(123, '07:40'), 'registered')
  for (const daysBefore of [120, 99, 60, 20]) await done(history.moment(daysBefore, '08:20'), 'signed_in')
  await done(history.moment(5, '19:45'), 'session_ended', { values: { sessions: 1 } })
  await done(history.moment(3, '14:05'), 'signed_in', { origin: phone })
  await done(history.moment(1, '09:05'), 'signed_in')
  await done(history.moment(1, '18:10'), 'signed_out')
  for (let minute = 10; minute < 22; minute++)
    await recordRefused(tx, newId, {
      ...{ userId, at: history.moment(2, `03:${minute}`), origin: stranger },
      kind: 'sign_in_refused',
    })

  for (const { id, amount, currency, startedAt, closedAt } of await tx
    .select()
    .from(deposits)
    .where(eq(deposits.userId, userId))) {
    const what = { values: { amount, currency }, reference: { kind: 'deposit', id } }
    await done(startedAt, 'deposit_opened', what)
    if (closedAt) await done(closedAt, 'deposit_closed', what)
  }
  for (const { id, amount, currency, wallet, network, createdAt, cancelledAt } of await tx
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))) {
    const [values, reference] = [
      { amount, currency },
      { kind: 'payment', id },
    ]
    const request = { ...values, wallet: maskedWallet(wallet), network }
    await done(createdAt, 'withdrawal_requested', { values: request, reference })
    if (cancelledAt) await done(cancelledAt, 'withdrawal_cancelled', { values, reference })
  }
}
