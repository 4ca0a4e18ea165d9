import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type SecurityKind } from '../../backend/notifications/security-texts'
import { wordsOf } from '../../backend/outbox/texts'
import { demoCode, newPerson, tronWallet } from '../support/investor'
import { authenticator } from '../support/totp'
import { ask, refusal, send } from './client'
import { linkTokensOf } from './links'
import { type Person, newInvestor, signIn, topUp } from './people'
import { type TestUpstream, openUpstream } from './upstream'

/**
 * What an owner is told of: in the cabinet and by a mail with the phrase of their own, and in both they can answer that
 * it was somebody else.
 */
describe('an owner on the embedded upstream', () => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream('embedded')
  })
  afterAll(() => upstream.close())

  const phrase = 'Three grey herons'
  const system = 'usdt-trc20'
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const abroad = { 'x-forwarded-for': '203.0.113.9', 'user-agent': firefox }

  async function withPhrase(): Promise<Person> {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '500')
    await ask(upstream, contract.mailPhrase.set, { phrase, currentPassword: person.password }, person)
    return person
  }

  /** The codes of the account are as if they had been sent a minute earlier: one a minute is sent. */
  async function codesAreOlder({ id }: Person): Promise<void> {
    for (const codes of ['phone_codes', 'email_codes'])
      await upstream.here!.db.execute(
        sql`update ${sql.identifier(codes)} set created_at = created_at - interval '61 seconds' where user_id = ${id}`,
      )
  }

  /** The removal of the second factors that an operator has planned is as if it had been planned three days earlier. */
  async function removalIsDue({ id }: Person): Promise<void> {
    await upstream.here!.db.execute(
      sql`update users set factor_removal_at = factor_removal_at - interval '72 hours' where id = ${id}`,
    )
  }

  /** Does something, and returns the text of the one mail about it, which begins with the phrase. */
  async function mailOf(person: Person, kind: SecurityKind, act: () => Promise<unknown>): Promise<string> {
    const { here } = upstream
    const earlier = new Set(here!.messages)
    await act()
    await linkTokensOf(upstream, person)
    const sent = here!.messages.filter((one) => !earlier.has(one) && one.kind === kind)
    const mails = sent.filter(({ channel }) => channel === 'email')
    expect(
      mails.map(({ recipient }) => recipient),
      kind,
    ).toEqual([person.email])
    const { text } = wordsOf(mails[0]!)
    expect(text.startsWith(`Your phrase: ${phrase}\n\n`), text).toBe(true)
    return text
  }

  /** Does something, and expects its mail and its notification, and that both can be answered. */
  async function expectTold(person: Person, kind: SecurityKind, act: () => Promise<unknown>): Promise<void> {
    const text = await mailOf(person, kind, act)
    const token = /\/not-me\/([\w-]{43})/.exec(text)?.[1]
    const event = await ask(upstream, contract.notMe.read, { token: token! })
    expect(event.state).toBe('open')
    const { items } = await ask(upstream, contract.notification.list, { limit: 5 }, person)
    const answerable = await Promise.all(
      items.map(({ id }) => send(upstream, contract.notMe.readOwn, { id }, person)),
    )
    expect(
      answerable.map(({ body }) => body),
      kind,
    ).toContainEqual(event)
  }

  it('is told of sign-ins, wallets, withdrawals, data, contacts and the password, with the phrase and a way to answer', async () => {
    let person = await withPhrase()
    const currentPassword = person.password
    const { login, password } = person
    const saving = (address: string) => () =>
      ask(
        upstream,
        contract.userData.updateWallets,
        { wallets: [{ system, address }], currentPassword },
        person,
      )
    await expectTold(person, 'new_sign_in', () =>
      ask(upstream, contract.auth.login, { login, password }, { headers: abroad }),
    )
    await expectTold(person, 'session_elsewhere', async () => {
      const headers = { ...abroad, 'x-forwarded-for': '192.0.2.7' }
      await ask(upstream, contract.user.balance, {}, { token: person.token, headers })
      await upstream.here!.answered()
    })
    await expectTold(person, 'wallet_saved', saving(tronWallet))
    let paymentId = ''
    await expectTold(person, 'payment_requested', async () => {
      const request = { system, amount: '20', wallet: tronWallet, currentPassword }
      paymentId = (await ask(upstream, contract.payments.create, request, person)).payment.id
    })
    await expectTold(person, 'payment_sent', async () => {
      const transfer = { id: paymentId, decision: 'complete', transactionHash: 'ab'.repeat(32) }
      await ask(upstream, contract.operator.decidePayment, transfer, await signIn(upstream, 'operator'))
    })
    await expectTold(person, 'wallet_removed', saving(''))
    for (const state of ['on', 'off'] as const)
      await expectTold(person, `wallet_list_${state}`, () => {
        const call = state === 'on' ? contract.walletList.switchOn : contract.walletList.switchOff
        return ask(upstream, call, { currentPassword }, person)
      })
    await expectTold(person, 'data_exported', () =>
      ask(upstream, contract.account.export, { currentPassword }, person),
    )
    await expectTold(person, 'deletion_asked', () =>
      ask(upstream, contract.account.delete, { currentPassword }, person),
    )
    await codesAreOlder(person)
    const next = newPerson()
    await expectTold(person, 'phone_changed', async () => {
      await ask(upstream, contract.user.profile, { phone: next.phone, currentPassword }, person)
      await ask(upstream, contract.auth.confirmPhone, { code: demoCode }, person)
    })
    await expectTold(person, 'email_change_asked', () =>
      ask(upstream, contract.user.profile, { email: next.email, currentPassword }, person),
    )
    await expectTold(person, 'email_changed', () =>
      ask(upstream, contract.emailConfirmation.confirm, { code: demoCode }, person),
    )
    person = { ...person, email: next.email }
    await expectTold(person, 'password_changed', async () => {
      const change = { currentPassword, password: 'Nine quiet harbours' }
      const { refreshToken } = await ask(upstream, contract.user.password, change, person)
      person.token = refreshToken
    })
    await expectTold(person, 'mail_phrase_changed', () =>
      ask(
        upstream,
        contract.mailPhrase.set,
        { phrase: null, currentPassword: 'Nine quiet harbours' },
        person,
      ),
    )
  })

  it('is told of second factors: added, renewed, used, guessed at, lost and removed, with the phrase and a way to answer', async () => {
    const person = await withPhrase()
    const { login, password } = person
    const { secondFactors } = contract
    let app = authenticator('A'.repeat(32))
    let [factorId, codes] = ['', [] as readonly string[]]
    await expectTold(person, 'factor_added', async () => {
      const request = { name: 'Phone', currentPassword: password }
      const { id, secret } = await ask(upstream, secondFactors.addTotp, request, person)
      app = authenticator(secret)
      factorId = id
      await ask(upstream, secondFactors.confirmTotp, { id, code: app.next() }, person)
    })
    await expectTold(person, 'recovery_codes_renewed', async () => {
      codes = (await ask(upstream, secondFactors.renewRecoveryCodes, {}, person)).recoveryCodes
    })
    const begin = async () =>
      (await refusal(upstream, contract.auth.login, { login, password })).body.params!['challenge']
    await expectTold(person, 'recovery_code_used', async () =>
      ask(upstream, secondFactors.signIn, { challenge: String(await begin()), code: codes[0]! }),
    )
    await expectTold(person, 'factor_guessed', async () => {
      const challenge = String(await begin())
      for (let tries = 0; tries < 5; tries++)
        await send(upstream, secondFactors.signIn, { challenge, code: app.wrong() }, { headers: abroad })
    })
    await expectTold(person, 'factors_lost', async () =>
      ask(upstream, secondFactors.reportLost, { challenge: String(await begin()) }),
    )
    const operator = await signIn(upstream, 'operator')
    const decision = { id: person.id, reason: 'Recognized by the documents.' }
    await expectTold(person, 'factor_removal_planned', () =>
      ask(upstream, contract.operator.removeFactors, decision, operator),
    )
    await expectTold(person, 'factor_removal_cancelled', () =>
      ask(upstream, secondFactors.stepUp, { code: codes[1]! }, person),
    )
    await expectTold(person, 'factor_removed', () =>
      ask(upstream, secondFactors.remove, { id: factorId }, person),
    )

    const request = { name: 'Tablet', currentPassword: password }
    const { id, secret } = await ask(upstream, secondFactors.addTotp, request, person)
    await ask(upstream, secondFactors.confirmTotp, { id, code: authenticator(secret).next() }, person)
    await ask(upstream, contract.operator.removeFactors, decision, operator)
    await removalIsDue(person)
    await expectTold(person, 'factors_removed', async () => {
      person.token = (await ask(upstream, contract.auth.login, { login, password })).refreshToken
    })
  })

  it('is told with the phrase what the company does with the account; only the end of a freeze can be answered, since nobody but the company does the others', async () => {
    const person = await withPhrase()
    const { login, password } = person
    const operator = await signIn(upstream, 'operator')
    const decided = { id: person.id, reason: 'Two accounts of one person.' }
    const byCompany = async (kind: SecurityKind, words: string, act: () => Promise<unknown>) => {
      const text = await mailOf(person, kind, act)
      expect(text).toContain(words)
      expect(text).not.toContain('/not-me/')
    }
    await byCompany('account_suspended', decided.reason, () =>
      ask(upstream, contract.operator.decideUser, { ...decided, decision: 'suspend' }, operator),
    )
    await byCompany('account_restored', 'can sign in again', () =>
      ask(upstream, contract.operator.decideUser, { ...decided, decision: 'restore' }, operator),
    )
    await byCompany('sessions_ended', 'session', () =>
      ask(upstream, contract.operator.endSessions, decided, operator),
    )
    const stranger = await ask(upstream, contract.auth.login, { login, password }, { headers: abroad })
    person.token = stranger.refreshToken
    const link = (await linkTokensOf(upstream, person)).at(-1)!
    const frozen = await mailOf(person, 'account_frozen', () =>
      ask(upstream, contract.notMe.report, { token: link }),
    )
    expect(frozen).not.toContain('/not-me/')
    await ask(upstream, contract.passwordReset.forgot, { login })
    // The code is made after the answer.
    await upstream.here!.answered()
    const newPassword = 'Nine quiet harbours'
    await ask(upstream, contract.passwordReset.reset, { login, code: demoCode, password: newPassword })
    person.token = (await ask(upstream, contract.auth.login, { login, password: newPassword })).refreshToken
    await expectTold(person, 'account_unfrozen', () =>
      ask(upstream, contract.operator.unfreezeUser, decided, operator),
    )
  })
})
