import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { newPerson, tronWallet } from '../support/investor'
import { type Sending, send } from './client'
import { linkTokensOf } from './links'
import { newInvestor, signIn } from './people'
import { type TestUpstream } from './upstream'
import { withNewWalletsResting } from './wallet-rest'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** Rests of withdrawals, "this was not me". */
export function safetyShapes(ask: Ask, upstreamOf: () => TestUpstream, requests: Set<Call>): void {
  const { mailPhrase, walletList, withdrawalSafety, notMe } = contract

  it('say whether an investor can withdraw, and until when not', async () => {
    const person = await newInvestor(upstreamOf())
    const { password: currentPassword } = person
    const none = { restsUntil: null, reason: null, frozen: false, stopped: false }
    expect(await ask(withdrawalSafety.read, {}, person)).toEqual(none)
    await withNewWalletsResting(upstreamOf(), async () => {
      const rests = { ...none, walletRestsUntil: expect.any(String) as string }
      const named = { system: 'usdt-trc20', wallet: tronWallet }
      expect(await ask(withdrawalSafety.read, named, person)).toEqual(rests)
    })
    const change = { currentPassword, password: 'Nine quiet harbours' }
    const { refreshToken: token } = await ask(contract.user.password, change, person)
    expect(await ask(withdrawalSafety.read, {}, { token })).toEqual({
      restsUntil: expect.any(String) as string,
      reason: 'password',
      frozen: false,
      stopped: false,
    })
  })

  it('set the phrase of the mails, and show how it begins', async () => {
    const person = await newInvestor(upstreamOf())
    const { password: currentPassword } = person
    expect(await ask(mailPhrase.read, {}, person)).toEqual({ hint: null })
    await ask(mailPhrase.set, { phrase: 'Three grey herons', currentPassword }, person)
    expect(await ask(mailPhrase.read, {}, person)).toEqual({ hint: 'Th…' })
    expect(await ask(mailPhrase.set, { phrase: null, currentPassword }, person)).toEqual({ hint: null })
  })

  it('limit withdrawals to saved wallets, and take that back', async () => {
    const person = await newInvestor(upstreamOf())
    const { password: currentPassword } = person
    await ask(walletList.read, {}, person)
    await ask(walletList.switchOn, { currentPassword }, person)
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    await ask(contract.userData.updateWallets, { wallets, currentPassword }, person)
    await withNewWalletsResting(upstreamOf(), async () => {
      const ending = await ask(walletList.switchOff, { currentPassword }, person)
      expect(ending).toMatchObject({ on: true, wallets: [{ ...wallets[0], network: 'TRC-20' }] })
    })
  })

  it('plan that an e-mail replaces the contacts of an account, and cancel it', async () => {
    const upstream = upstreamOf()
    const { id } = await newInvestor(upstream)
    const operator = await signIn(upstream, 'operator')
    const email = `new-${newPerson().email}`
    const plan = { id, decision: 'plan', email, reason: 'Recognized by the documents.' } as const
    const { user } = await ask(contract.operator.replaceContacts, plan, operator)
    expect(user.contactReplacement).toEqual({ email, at: expect.any(String) as string })
    const cancel = { id, decision: 'cancel', reason: 'An error.' } as const
    const kept = await ask(contract.operator.replaceContacts, cancel, operator)
    expect(kept.user.contactReplacement).toBeNull()
  })

  it('close an account at its owner’s word, by a link and from the cabinet, and open it again', async () => {
    for (const call of [notMe.read, notMe.report]) requests.add(call)
    const upstream = upstreamOf()
    const person = await newInvestor(upstream)
    const { password: currentPassword } = person
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    await ask(contract.userData.updateWallets, { wallets, currentPassword }, person)
    const { items } = await ask(contract.notification.list, {}, person)
    const { id } = items[0]!
    const open = { state: 'open', text: expect.stringContaining('TRC-20') as string }
    expect(await ask(notMe.readOwn, { id }, person)).toMatchObject(open)
    if (upstream.here) {
      const [token] = await linkTokensOf(upstream, person)
      expect(await ask(notMe.read, { token })).toMatchObject(open)
    }
    expect(await ask(notMe.reportOwn, { id }, person)).toMatchObject({ ...open, state: 'used' })
    expect((await send(upstream, contract.user.balance, {}, person)).status).toBe(401)

    const operator = await signIn(upstream, 'operator')
    const [inquiry] = (await ask(contract.operator.inquiries, { kind: 'not_me', status: 'open' }, operator))
      .items
    expect(inquiry).toMatchObject({ kind: 'not_me', owner: { id: person.id }, status: 'open' })
    const lift = { id: person.id, reason: 'Spoken with by phone.' }
    const { user } = await ask(contract.operator.unfreezeUser, lift, operator)
    expect(user).toMatchObject({ id: person.id, frozenSince: null })
    const [record] = (await ask(contract.operator.audit, { limit: 1 }, operator)).items
    expect(record).toMatchObject({ action: 'user.unfreeze', subject: { id: person.id }, reason: lift.reason })
  })
}
