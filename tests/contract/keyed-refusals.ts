import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { type Call } from '~/contract/call'
import { tronWallet as wallet } from '../support/investor'
import { acquire } from '../../backend/idempotency/acquire'
import { send } from './client'
import { newInvestor, signIn } from './people'
import { type Refusals } from './refusals'

type Fields = Record<string, unknown>

const both = (text: string) => ({ ru: text, en: text })
const news = { title: both('Tide'), summary: both('Low'), body: both('Low tide.'), image: null, top: false }
const plan = {
  tariff: 'breeze',
  title: both('Gale'),
  dailyPercent: '1',
  min: '100',
  max: null,
  termDays: 50,
  extension: { days: 50, multiplier: '2' },
  available: false,
}
const option = {
  title: both('Low tide.'),
  days: 7,
  price: '5',
  benefits: [],
  freePayments: true,
  available: false,
}
const { operator } = contract
const other = { id: 'other' }

/**
 * For each keyed call a request, and a change that makes it a different request. Ids that do not exist are
 * refused, and that refusal is remembered.
 */
const requests = new Map<Call, [request: Fields, change: Fields]>([
  [contract.deposits.create, [{ planId: 'breeze', currency: 'USDT', amount: '100' }, { amount: '101' }]],
  [contract.deposits.close, [{ id: 'none' }, other]],
  [contract.refills.create, [{ system: 'usdt-trc20', amount: '50' }, { amount: '51' }]],
  [contract.payments.create, [{ system: 'usdt-trc20', amount: '50', wallet }, { amount: '51' }]],
  [contract.user.exchange, [{ from: 'USDT', to: 'TRX', amount: '50', rateId: 'none' }, { amount: '51' }]],
  [contract.user.subscription, [{ optionId: 'day' }, { optionId: 'month' }]],
  [contract.paymentCancel.cancel, [{ id: 'none' }, other]],
  [operator.decidePayment, [{ id: 'none', decision: 'review' }, other]],
  [operator.decideRefill, [{ id: 'none', decision: 'reject', reason: 'No.' }, other]],
  [operator.decideTransfer, [{ id: 'none', decision: 'reject', reason: 'No.' }, other]],
  [operator.decideProposal, [{ id: 'none', decision: 'approve' }, other]],
  [operator.createBatch, [{ system: 'none', checksum: 'none' }, { system: 'other' }]],
  [operator.reportTransfers, [{ id: 'none', transfers: [] }, other]],
  [operator.takeOutOfBatch, [{ id: 'none', payment: 'none', reason: 'Not sent.' }, other]],
  [operator.dissolveBatch, [{ id: 'none' }, other]],
  [operator.decideVerification, [{ id: 'none', decision: 'approve' }, other]],
  [operator.decideUser, [{ id: 'none', decision: 'restore' }, other]],
  [operator.decideInquiry, [{ id: 'none', decision: 'complete' }, other]],
  [operator.decideApplication, [{ id: 'none', decision: 'complete' }, other]],
  [operator.clearAnomaly, [{ id: 'none', decision: 'clear', reason: 'Known.' }, other]],
  [operator.unfreezeUser, [{ id: 'none', reason: 'Spoken with.' }, other]],
  [operator.removeFactors, [{ id: 'none', reason: 'Spoken with.' }, other]],
  [operator.replaceContacts, [{ id: 'none', decision: 'cancel', reason: 'Spoken with.' }, other]],
  [operator.endSessions, [{ id: 'none', reason: 'Spoken with.' }, other]],
  [
    operator.correctBalance,
    [{ id: 'none', direction: 'credit', currency: 'USDT', amount: '5', reason: 'Missing.' }, { amount: '6' }],
  ],
  [
    operator.takeBackRewards,
    [{ id: 'none', partnerId: 'nobody', reason: 'One person.' }, { reason: 'Two.' }],
  ],
  [operator.createNews, [news, { top: true }]],
  [operator.publishNews, [{ id: 'none' }, other]],
  [operator.withdrawNews, [{ id: 'none' }, other]],
  [operator.createMailing, [{ message: both('Low tide.'), image: null }, { message: both('High tide.') }]],
  [operator.createPlan, [plan, { min: '101' }]],
  [operator.createSubscriptionOption, [option, { price: '6' }]],
  [operator.addAddresses, [{ id: 'none', addresses: [wallet] }, other]],
  [operator.setRate, [{ coin: 'TRX', rate: '0.25' }, { rate: '0.26' }]],
])
const keyed = calls.filter(([, call]) => call.keyed)

/** Refusals of each call that requires an idempotency key: no key, a key in use, a key of another request. */
export function keyedRefusals(refusals: Refusals): void {
  const { refused } = refusals
  const callerOf = ({ access }: Call) =>
    access === 'operator' ? signIn(refusals.upstream, 'operator') : newInvestor(refusals.upstream)

  it.each(keyed)('the key of %s', async (_id, call) => {
    const [request, change] = requests.get(call)!
    const { id, token } = await callerOf(call)
    await refused('idempotency_key_required', call, request, { token, key: null })
    const key = randomUUID()
    // As a call that runs holds its key; calls that run at once are those of `concurrent-calls.test.ts`.
    await refusals.upstream.here?.db.transaction(async (tx) => {
      expect(await acquire(tx, id, key)).toBe(true)
      await refused('in_progress', call, request, { token, key })
    })
    expect((await send(refusals.upstream, call, request, { token, key })).status).toBeLessThan(500)
    await refused('idempotency_mismatch', call, { ...request, ...change }, { token, key })
  })
}
