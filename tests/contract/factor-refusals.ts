import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { tokens } from '../../backend/db/schema/access'
import { secondFactors as factorRows } from '../../backend/db/schema/second-factors'
import { users } from '../../backend/db/schema/users'
import { newPerson, tronWallet } from '../support/investor'
import { widgetFields } from '../support/telegram'
import { ask } from './client'
import { endStepUp, newInvestor, signIn as signInAs, topUp } from './people'
import { type Refusals } from './refusals'
import { withFactor } from './second-factors'

/** Refusals of second factors, and of what needs one. `second-factors.test.ts` has the rules behind them. */
export function factorRefusals(refusals: Refusals): void {
  const { refused } = refusals
  const { addTotp, confirmTotp, rename, remove, renewRecoveryCodes, reportLost, signIn, stepUp } =
    contract.secondFactors

  it('a sign-in with a second factor: wrong code, no such challenge, account suspended, a password to be set first', async () => {
    const person = await withFactor(refusals.upstream)
    const { login, password } = person
    const { params } = await refused('second_factor_required', contract.auth.login, { login, password })
    const challenge = String(params!['challenge'])
    await refused('factor_code_invalid', signIn, { challenge, code: person.app.wrong() })
    await refused('factor_challenge_expired', signIn, { challenge: 'made-up', code: '123456' })
    await refused('factor_challenge_expired', reportLost, { challenge: 'made-up' })
    if (!refusals.upstream.here) return
    const suspension = { suspendedAt: new Date(), suspendedReason: 'A second account.' }
    await refusals.upstream.here.db.update(users).set(suspension).where(eq(users.id, person.id))
    const code = person.app.next()
    await refused('account_suspended', signIn, { challenge, code })
    const closed = { suspendedAt: null, suspendedReason: null, passwordResetRequired: true }
    await refusals.upstream.here.db.update(users).set(closed).where(eq(users.id, person.id))
    await refused('password_reset_required', signIn, { challenge, code })
  })

  it('an operator who removes factors: nobody there, none there, planned already, without a reason', async () => {
    const { upstream } = refusals
    const { removeFactors } = contract.operator
    const by = await signInAs(upstream, 'operator')
    const reason = 'Recognized by the documents.'
    await refused('not_found', removeFactors, { id: 'none', reason }, by)
    await refused('not_found', removeFactors, { id: (await newInvestor(upstream)).id, reason }, by)
    const { id } = await withFactor(upstream)
    const silent = await refused('validation', removeFactors, { id, reason: '' }, by)
    expect(silent.fields).toHaveProperty('reason.code', 'required')
    await ask(upstream, removeFactors, { id, reason }, by)
    await refused('already_decided', removeFactors, { id, reason }, by)
  })

  it('Telegram is no way around it', async () => {
    const { here } = refusals.upstream
    if (!here) return
    const person = await withFactor(refusals.upstream)
    const fields = widgetFields()
    const telegramId = String(fields.id)
    await here.db.update(users).set({ telegramId }).where(eq(users.id, person.id))
    await refused('second_factor_required', contract.auth.telegram, fields)
  })

  it('a first factor: the password, the code, and what waits for none', async () => {
    const person = await newInvestor(refusals.upstream)
    const name = 'Phone'
    await refused('password_required', addTotp, { name }, person)
    await refused('password_wrong', addTotp, { name, currentPassword: 'not this one' }, person)
    await refused('not_found', confirmTotp, { id: 'none', code: '123456' }, person)
    await refused('not_found', rename, { id: 'none', name }, person)
    await refused('not_found', remove, { id: 'none' }, person)
    await refused('not_found', renewRecoveryCodes, {}, person)
    await refused('step_up_code_invalid', stepUp, { code: '123456' }, person)
    const currentPassword = person.password
    const { id } = await ask(refusals.upstream, addTotp, { name, currentPassword }, person)
    await refused('factor_code_invalid', confirmTotp, { id, code: 'no code' }, person)
    if (!refusals.upstream.here) return
    await refusals.upstream.here.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
    await endStepUp(refusals.upstream, person)
    await refused('password_not_set', addTotp, { name, currentPassword }, person)
  })

  it('what needs a second factor, without one of the last five minutes', async () => {
    const person = await withFactor(refusals.upstream)
    await topUp(refusals.upstream, person, '100')
    const { factorId: id, token, password } = person
    const { here } = refusals.upstream
    if (here) {
      const rows = Array.from({ length: 9 }, (_, at) => ({
        id: `${id} ${at}`,
        userId: person.id,
        kind: 'totp' as const,
        name: 'Another',
        secretSealed: '',
        createdAt: new Date(),
        confirmedAt: new Date(),
      }))
      await here.db.insert(factorRows).values(rows)
      await refused('factor_limit', addTotp, { name: 'Phone' }, { token })
      await here.db.execute(sql`delete from second_factors where name = 'Another'`)
      await here.db.execute(sql`update tokens set stepped_up_until = now() where user_id = ${person.id}`)
      // Another session, which can be ended.
      const [now, later] = [new Date(), new Date(Date.now() + 60_000)]
      const times = { createdAt: now, lastUsedAt: now, expiresAt: later }
      await here.db.insert(tokens).values({ id: `${id} other`, userId: person.id, tokenHash: id, ...times })
    }
    const { app } = person
    await refused('factor_code_invalid', stepUp, { code: app.wrong() }, { token })
    if (!here) return
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    const calls: [Call, Record<string, unknown>][] = [
      [contract.user.profile, { email: newPerson().email }],
      [contract.user.password, { currentPassword: password, password: 'Nine quiet harbours' }],
      [contract.userData.updateWallets, { wallets }],
      [contract.payments.create, { system: 'usdt-trc20', amount: '20', wallet: tronWallet }],
      [contract.account.export, {}],
      [contract.account.delete, {}],
      [contract.sessions.end, {}],
      [contract.walletList.switchOn, {}],
      [contract.walletList.switchOff, {}],
      [contract.mailPhrase.set, { phrase: 'Three grey herons' }],
      [addTotp, { name: 'Tablet' }],
      [rename, { id, name: 'Tablet' }],
      [remove, { id }],
      [renewRecoveryCodes, {}],
    ]
    for (const [call, input] of calls) await refused('step_up_required', call, input, { token })
  })
}
