import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { securityEvents } from '../../backend/db/schema/notifications'
import { users } from '../../backend/db/schema/users'
import { newPerson, tronWallet as wallet } from '../support/investor'
import { widgetFields } from '../support/telegram'
import { ask, send } from './client'
import { linkTokensOf } from './links'
import { endStepUp, newInvestor, signIn, stepUp, topUp } from './people'
import { type Refusals } from './refusals'
import { withNewWalletsResting } from './wallet-rest'

/** Refusals of an account that rests or is frozen. */
export function safetyRefusals(refusals: Refusals): void {
  const { refused } = refusals
  const system = 'usdt-trc20'

  it('withdrawals that rest', async () => {
    const { upstream } = refusals
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '100')
    const { password: currentPassword } = person
    const request = { system, amount: '50', wallet, currentPassword }
    const change = { currentPassword, password: 'Nine quiet harbours' }
    const { refreshToken: token } = await ask(upstream, contract.user.password, change, person)
    const { params } = await refused('withdrawals_resting', contract.payments.create, request, { token })
    expect(params).toHaveProperty('until')
  })

  it('new withdrawals while the company has stopped them, and the same call once it has not', async () => {
    const { upstream } = refusals
    if (!upstream.here) return
    const { db } = upstream.here
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '100')
    const request = { system, amount: '50', wallet, currentPassword: person.password }
    const { payment } = await ask(upstream, contract.payments.create, request, person)
    const stop = (isStopped: boolean) =>
      db.execute(
        sql`update settings set value = jsonb_set(value, '{payment,stopped}', ${String(isStopped)}::jsonb) where key = 'limits'`,
      )
    const isStopped = async () => (await ask(upstream, contract.withdrawalSafety.read, {}, person)).stopped
    expect(await isStopped()).toBe(false)
    await stop(true)
    const by = { token: person.token, key: randomUUID() }
    try {
      expect(await isStopped()).toBe(true)
      await refused('withdrawals_stopped', contract.payments.create, request, person)
      expect(await send(upstream, contract.payments.create, request, by)).toMatchObject({ status: 409 })
      // What was asked for before is decided on as ever.
      await ask(upstream, contract.paymentCancel.cancel, { id: payment.id }, person)
    } finally {
      await stop(false)
    }
    expect(await send(upstream, contract.payments.create, request, by)).toMatchObject({ status: 201 })
  })

  it('a withdrawal that was asked for before the account was changed, while it rests', async () => {
    const { upstream } = refusals
    const { batchDraft, createBatch, decidePayment, downloadBatch, previewDecision } = contract.operator
    const [person, by] = [await newInvestor(upstream), await signIn(upstream, 'operator')]
    await topUp(upstream, person, '100')
    const { password: currentPassword } = person
    const request = { system, amount: '50', wallet, currentPassword }
    const { payment } = await ask(upstream, contract.payments.create, request, person)
    const { id } = payment
    await ask(upstream, decidePayment, { id, decision: 'approve' }, by)
    const { checksum } = (await ask(upstream, batchDraft, { system }, by)).draft
    const { batch } = await ask(upstream, createBatch, { system, checksum }, by)
    const change = { currentPassword, password: 'Nine quiet harbours' }
    const { refreshToken: token } = await ask(upstream, contract.user.password, change, person)
    const { params } = await refused('payment_resting', downloadBatch, { id: batch.id, file: 'wallet' }, by)
    expect(Date.parse(String(params?.['until']))).toBeGreaterThan(Date.now())
    await ask(upstream, contract.operator.dissolveBatch, { id: batch.id }, by)
    const completion = { id, decision: 'complete', transactionHash: 'ab12' }
    await refused('payment_resting', decidePayment, completion, by)
    await refused('payment_resting', previewDecision, { queue: 'payments', ...completion }, by)
    await refused('payment_resting', contract.demo.decidePayment, { id, decision: 'complete' }, { token })
    await ask(upstream, decidePayment, { id, decision: 'reject', reason: 'No.' }, by)
  })

  it('an operator who replaces contacts: nobody there, no address, a taken one, planned already, not planned', async () => {
    const { upstream } = refusals
    const { replaceContacts } = contract.operator
    const by = await signIn(upstream, 'operator')
    const [{ id }, { email: taken }] = [await newInvestor(upstream), await newInvestor(upstream)]
    const plan = { decision: 'plan', email: `new-${newPerson().email}`, reason: 'Recognized.' } as const
    const cancel = { id, decision: 'cancel', reason: 'An error.' } as const
    await refused('not_found', replaceContacts, { id: 'none', ...plan }, by)
    await refused('already_decided', replaceContacts, cancel, by)
    const silent = await refused('validation', replaceContacts, { id, ...plan, reason: '' }, by)
    expect(silent.fields).toHaveProperty('reason.code', 'required')
    const nowhere = await refused('validation', replaceContacts, { id, ...plan, email: undefined }, by)
    expect(nowhere.fields).toHaveProperty('email.code', 'required')
    await refused('email_taken', replaceContacts, { id, ...plan, email: taken }, by)
    await ask(upstream, replaceContacts, { id, ...plan }, by)
    await refused('already_decided', replaceContacts, { id, ...plan }, by)
  })

  it('a frozen account: no withdrawal, no sign-in, and links that are over', async () => {
    const { upstream } = refusals
    const { notMe, operator } = contract
    const unknown = { token: 'x'.repeat(43) }
    await refused('not_found', notMe.read, unknown)
    await refused('not_found', notMe.report, unknown)
    await refused('not_found', notMe.read, { token: 'short' })
    const person = await newInvestor(upstream)
    for (const call of [notMe.readOwn, notMe.reportOwn])
      await refused('not_found', call, { id: 'none' }, person)
    await topUp(upstream, person, '100')
    const { password: currentPassword, login, password } = person
    const request = { system, amount: '50', wallet, currentPassword }
    const { payment } = await ask(upstream, contract.payments.create, request, person)
    const by = await signIn(upstream, 'operator')
    await refused('not_found', operator.unfreezeUser, { id: 'none', reason: 'None.' }, by)
    await refused('already_decided', operator.unfreezeUser, { id: person.id, reason: 'None.' }, by)
    const silent = await refused('validation', operator.unfreezeUser, { id: person.id, reason: '' }, by)
    expect(silent.fields).toHaveProperty('reason.code', 'required')
    if (!upstream.here) return

    const { db } = upstream.here
    const own = eq(users.id, person.id)
    await db.update(users).set({ frozenAt: new Date() }).where(own)
    await refused('withdrawals_frozen', contract.payments.create, request, person)
    const { id } = payment
    await refused('withdrawals_frozen', contract.demo.decidePayment, { id, decision: 'complete' }, person)
    const completion = { id, decision: 'complete', transactionHash: 'ab12' }
    await refused('withdrawals_frozen', operator.decidePayment, completion, by)
    const preview = { queue: 'payments', ...completion }
    await refused('withdrawals_frozen', operator.previewDecision, preview, by)
    await db.update(users).set({ passwordResetRequired: true }).where(own)
    await refused('password_reset_required', contract.auth.login, { login, password })
    await refused('invalid_credentials', contract.auth.login, { login, password: 'not this one' })

    const [token] = await linkTokensOf(upstream, person)
    const [event] = await db
      .update(securityEvents)
      .set({ expiresAt: sql`now()` })
      .where(eq(securityEvents.userId, person.id))
      .returning()
    await refused('link_expired', notMe.report, { token })
    await refused('link_expired', notMe.reportOwn, { id: event!.notificationId! }, person)
    expect(await ask(upstream, notMe.read, { token })).toMatchObject({ state: 'expired' })
  })

  it('the list of wallets: the password, a wallet that is not on it, and one that rests', async () => {
    const { upstream } = refusals
    const { switchOff, switchOn } = contract.walletList
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '100')
    const { password: currentPassword } = person
    for (const call of [switchOn, switchOff]) {
      await refused('password_required', call, {}, person)
      await refused('password_wrong', call, { currentPassword: 'not this one' }, person)
    }
    await ask(upstream, switchOn, { currentPassword }, person)
    const request = { system, amount: '50', wallet, currentPassword }
    await refused('wallet_not_listed', contract.payments.create, request, person)
    const saved = { wallets: [{ system, address: wallet }], currentPassword }
    await ask(upstream, contract.userData.updateWallets, saved, person)
    await withNewWalletsResting(upstream, async () => {
      const { fields } = await refused('wallet_resting', contract.payments.create, request, person)
      expect(fields).toHaveProperty('wallet.params.until')
    })
    if (!upstream.here) return
    await upstream.here.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
    await endStepUp(upstream, person)
    for (const call of [switchOn, switchOff])
      await refused('password_not_set', call, { currentPassword }, person)
  })

  it('a phrase for mails: the password, what is no phrase, and one that is the password', async () => {
    const { upstream } = refusals
    const { set } = contract.mailPhrase
    const person = await newInvestor(upstream)
    const { password: currentPassword } = person
    const phrase = 'Three grey herons'
    await refused('password_required', set, { phrase }, person)
    await refused('password_wrong', set, { phrase, currentPassword: 'not this one' }, person)
    await stepUp(upstream, person)
    for (const bad of ['abc', 'see http://tideline.example', 'two\nlines', 'x'.repeat(41), '{device}'])
      await refused('validation', set, { phrase: bad, currentPassword }, person)
    await refused('phrase_is_password', set, { phrase: currentPassword, currentPassword }, person)
    if (!upstream.here) return
    await upstream.here.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
    await endStepUp(upstream, person)
    await refused('password_not_set', set, { phrase, currentPassword }, person)
  })

  it('Telegram does not sign in to an account whose password has to be set first', async () => {
    const { upstream } = refusals
    if (!upstream.here) return
    const fields = widgetFields()
    const { user } = await ask(upstream, contract.auth.telegram, fields)
    const closed = { passwordResetRequired: true, telegramAuthAt: new Date(0) }
    await upstream.here.db.update(users).set(closed).where(eq(users.id, user.id))
    await refused('password_reset_required', contract.auth.telegram, fields)
  })
}
