import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { secondFactors } from '../../backend/db/schema/second-factors'
import { users } from '../../backend/db/schema/users'
import { passkeyAuthenticator } from '../support/passkey'
import { ask } from './client'
import { addPasskey, signedForSignIn, withPasskey } from './passkeys'
import { newInvestor } from './people'
import { type Refusals } from './refusals'
import { withFactor } from './second-factors'
import { appOrigin } from './upstream'

/** Refusals of passkeys. `passkeys.test.ts` has the rules behind them. */
export function passkeyRefusals(refusals: Refusals): void {
  const { refused } = refusals
  const { add, addOptions, signIn, signInOptions, stepUp, stepUpOptions } = contract.passkeys
  const nothing = { credential: '{}' }

  it('what no passkey has signed', async () => {
    const person = await newInvestor(refusals.upstream)
    for (const credential of ['{}', 'null', '[]', 'no JSON', '{"id":"x"}', '{"id":"x","response":{}}'])
      for (const [call, sending] of [
        [signIn, {}],
        [add, person],
        [stepUp, person],
      ] as const) {
        const { fields } = await refused('passkey_invalid', call, { name: 'Laptop', credential }, sending)
        expect(fields).toHaveProperty('credential')
      }
    await refused('not_found', stepUpOptions, {}, person)
    await ask(refusals.upstream, signInOptions)
  })

  it('a first passkey: the password', async () => {
    const person = await newInvestor(refusals.upstream)
    await refused('password_required', addOptions, {}, person)
    await refused('password_wrong', addOptions, { currentPassword: 'not this one' }, person)
    const { here } = refusals.upstream
    if (!here) return
    await here.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
    await refused('password_not_set', addOptions, { currentPassword: person.password }, person)
  })

  it('another passkey: a step-up, one that is there already, and one too many', async () => {
    const { upstream } = refusals
    const person = await withFactor(upstream)
    const { passkey } = await addPasskey(upstream, person)
    const other = await newInvestor(upstream)
    const { options } = await ask(upstream, addOptions, { currentPassword: other.password }, other)
    await refused('passkey_known', add, { name: 'Mine', credential: passkey.make(options) }, other)
    const { options: early } = await ask(upstream, addOptions, {}, person)
    await addPasskey(upstream, person)
    const late = { name: 'Tab', credential: passkeyAuthenticator({ origin: appOrigin }).make(early) }
    await refused('factors_changed', add, late, person)
    const { here } = upstream
    if (!here) return
    const rows = Array.from({ length: 7 }, (_, at) => ({
      ...{ id: `${person.id} ${at}`, userId: person.id, kind: 'totp' as const, name: 'Another' },
      ...{ secretSealed: '', createdAt: new Date(), confirmedAt: new Date() },
    }))
    await here.db.insert(secondFactors).values(rows)
    await refused('factor_limit', addOptions, {}, person)
    await here.db.execute('update tokens set stepped_up_until = now()')
    const { params } = await refused(
      'step_up_required',
      addOptions,
      { currentPassword: person.password },
      person,
    )
    expect(params).toEqual({ methods: 'totp,passkey,recovery' })
  })

  it('a sign-in to an account that is suspended, or whose password has to be set', async () => {
    const { upstream } = refusals
    const person = await withPasskey(upstream)
    if (!upstream.here) return
    const own = eq(users.id, person.id)
    const set = (values: Partial<typeof users.$inferInsert>) =>
      upstream.here!.db.update(users).set(values).where(own)
    await set({ passwordResetRequired: true })
    await refused('password_reset_required', signIn, await signedForSignIn(upstream, person.passkey))
    await set({ suspendedAt: new Date(), suspendedReason: 'A second account.' })
    await refused('account_suspended', signIn, await signedForSignIn(upstream, person.passkey))
    await refused('passkey_invalid', signIn, nothing)
  })
}
