import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type ErrorCode } from '~/contract/errors'
import { type Db } from '../../backend/db/connect'
import { paymentSystems } from '../../backend/db/schema/settings'
import { currentPassword, demoCode, tronWallet as wallet } from '../support/investor'
import { ask } from './client'
import { newInvestor, topUp } from './people'
import { type Refusals } from './refusals'

/** Refusals of calls that move money. */
export function moneyRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('an entry that does not exist or belongs to another investor', async () => {
    const owner = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, owner, '300')
    const refill = await ask(
      refusals.upstream,
      contract.refills.create,
      { system: 'trx', amount: '1000' },
      owner,
    )
    const opening = { planId: 'breeze', currency: 'USDT', amount: '100' }
    const { deposit } = await ask(refusals.upstream, contract.deposits.create, opening, owner)
    const withdrawal = { system: 'usdt-trc20', amount: '50', wallet, currentPassword }
    const { payment } = await ask(refusals.upstream, contract.payments.create, withdrawal, owner)

    const stranger = await newInvestor(refusals.upstream)
    for (const id of [refill.id, 'none']) {
      await refused('not_found', contract.refills.one, { id }, stranger)
      await refused('not_found', contract.demo.payRefill, { id }, stranger)
    }
    for (const id of [payment.id, 'none']) {
      await refused('not_found', contract.paymentCancel.cancel, { id }, stranger)
      await refused('not_found', contract.demo.decidePayment, { id, decision: 'complete' }, stranger)
    }
    await refused('not_found', contract.deposits.close, { id: deposit.id }, stranger)
    await refused('not_found', contract.user.subscription, { optionId: 'none' }, stranger)
    await refused('not_found', contract.outcomes.one, { key: 'never-seen' }, stranger)
    await refused('not_found', contract.answers.one, { key: 'of-no-call-that-was-sent' })
    await refused('not_found', contract.notification.read, { id: 'none', login: stranger.login }, stranger)
    await refused('not_found', contract.settings.get, { key: 'no-such-key' })
    await refused('not_found', contract.refills.one, { id: 'with a space' }, stranger)
  })

  it('deposits', async () => {
    const person = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, person, '200')
    const open = (code: ErrorCode, change: object) =>
      refused(
        code,
        contract.deposits.create,
        { planId: 'breeze', currency: 'USDT', amount: '100', ...change },
        person,
      )
    await open('amount_negative', { amount: '-1' })
    const { params, fields } = await open('amount_below_min', { amount: '99.999999' })
    expect(params).toEqual({ min: '100', currency: 'USDT' })
    expect(fields).toHaveProperty('amount.params.min', '100')
    expect((await open('amount_above_max', { amount: '5000' })).params).toMatchObject({ max: '4999.99' })
    await open('insufficient_funds', { amount: '200.000001' })
    await open('plan_unavailable', { planId: 'none' })
    const decimals = await open('validation', { amount: '100.0000001' })
    expect(decimals.fields).toHaveProperty('amount.code', 'amount_decimals')
    await open('validation', { amount: '1e3' })

    const request = { planId: 'breeze', currency: 'USDT', amount: '100' }
    const { deposit } = await ask(refusals.upstream, contract.deposits.create, request, person)
    await refused('deposit_not_closable', contract.deposits.close, { id: deposit.id }, person)
  })

  it('top-ups', async () => {
    const person = await newInvestor(refusals.upstream)
    const create = (code: ErrorCode, change: object) =>
      refused(code, contract.refills.create, { system: 'usdt-trc20', amount: '50', ...change }, person)
    await create('amount_negative', { amount: '-0.01' })
    await create('amount_below_min', { amount: '9.999999' })
    await create('validation', { system: 'none' })
    const { id } = await ask(
      refusals.upstream,
      contract.refills.create,
      { system: 'usdt-trc20', amount: '10' },
      person,
    )
    await ask(refusals.upstream, contract.demo.payRefill, { id }, person)
    await refused('already_decided', contract.demo.payRefill, { id }, person)
    if (!refusals.upstream.here) return
    await withSystem(refusals.upstream.here.db, { refillMax: '40' }, () => create('amount_above_max', {}))
  })

  it('withdrawals', async () => {
    const person = await newInvestor(refusals.upstream)
    const create = (code: ErrorCode, change: object) =>
      refused(
        code,
        contract.payments.create,
        { system: 'usdt-trc20', amount: '20', wallet, currentPassword, ...change },
        person,
      )
    await create('refill_required', {})
    await topUp(refusals.upstream, person, '1000')
    await create('wallet_required', { wallet: ' ' })
    const { fields } = await create('wallet_invalid', { wallet: wallet.replace('T', 'S') })
    expect(fields).toHaveProperty('wallet.params.network', 'TRC-20')
    await create('amount_negative', { amount: '-20' })
    await create('amount_below_min', { amount: '19.999999' })
    const missing = await create('password_required', { currentPassword: '' })
    expect(missing.fields).toHaveProperty('currentPassword.code', 'password_required')
    await create('password_wrong', { currentPassword: 'not this one' })
    const sent = await create('step_up_required', {})
    expect(sent.params).toEqual({ methods: 'email' })
    await ask(refusals.upstream, contract.secondFactors.stepUp, { code: demoCode }, person)
    await create('insufficient_funds', { amount: '1000.000001' })
    const inBitcoin = { system: 'btc', amount: '0.005', wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }
    await create('deposit_required', inBitcoin)
    // TRX that the investor does not have is bought with USDT, which requires a quoted rate.
    await create('rate_expired', { system: 'trx', amount: '500' })
    await create('rate_expired', { system: 'trx', amount: '500', rateId: 'none' })

    const { payment } = await ask(
      refusals.upstream,
      contract.payments.create,
      { system: 'usdt-trc20', amount: '20', wallet, currentPassword },
      person,
    )
    await ask(refusals.upstream, contract.demo.decidePayment, { id: payment.id, decision: 'review' }, person)
    await refused('payment_not_cancellable', contract.paymentCancel.cancel, { id: payment.id }, person)
    const decision = { id: payment.id, decision: 'review' }
    await refused('already_decided', contract.demo.decidePayment, decision, person)
    if (!refusals.upstream.here) return
    await withSystem(refusals.upstream.here.db, { paymentMax: '30' }, () =>
      create('amount_above_max', { amount: '31' }),
    )
    await withSystem(refusals.upstream.here.db, { paymentRequires: ['verification'] }, () =>
      create('verification_required', {}),
    )
  })

  it('exchange and subscription', async () => {
    const person = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, person, '20')
    const { rateId } = await ask(refusals.upstream, contract.user.exchangeRate, {}, person)
    const unauthorized = await ask(refusals.upstream, contract.user.exchangeRate)
    const swap = (code: ErrorCode, change: object) =>
      refused(
        code,
        contract.user.exchange,
        { from: 'USDT', to: 'TRX', amount: '15', rateId, ...change },
        person,
      )
    await swap('validation', { rateId: undefined })
    await swap('rate_expired', { rateId: 'none' })
    await swap('rate_expired', { rateId: unauthorized.rateId })
    await swap('amount_negative', { amount: '-15' })
    await swap('amount_below_min', { amount: '9.999999' })
    await swap('insufficient_funds', { amount: '20.000001' })
    await swap('amount_above_max', { amount: '9'.repeat(30) })
    await refused('insufficient_funds', contract.user.subscription, { optionId: 'quarter' }, person)
  })
}

/** Changes the rules of the TRC-20 system while the work runs. */
async function withSystem(
  db: Db,
  change: Partial<typeof paymentSystems.$inferInsert>,
  work: () => Promise<unknown>,
): Promise<void> {
  const system = eq(paymentSystems.id, 'usdt-trc20')
  const [before] = await db.select().from(paymentSystems).where(system)
  await db.update(paymentSystems).set(change).where(system)
  try {
    await work()
  } finally {
    await db.update(paymentSystems).set(before!).where(system)
  }
}
