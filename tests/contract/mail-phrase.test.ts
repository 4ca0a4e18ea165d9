import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { users } from '../../backend/db/schema/users'
import { type Message } from '../../backend/outbox/transport'
import { wordsOf } from '../../backend/outbox/texts'
import { newPerson, tronWallet } from '../support/investor'
import { ask } from './client'
import { linkTokensOf } from './links'
import { type Person, newInvestor, register } from './people'
import { type TestUpstream, openUpstream } from './upstream'

/** The phrase in the mails of an investor, to whom it goes and to whom not. */
describe('mails of the embedded upstream', () => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream('embedded')
  })
  afterAll(() => upstream.close())

  const setPhrase = ({ token, password }: Person, phrase: string | null) =>
    ask(upstream, contract.mailPhrase.set, { phrase, currentPassword: password }, { token })
  async function sentTo(person: Person): Promise<Message[]> {
    await linkTokensOf(upstream, person)
    return upstream.here!.messages.filter(({ recipient }) => [person.email, person.phone].includes(recipient))
  }
  const phraseIn = (message: Message) => /^Your phrase: (.*)\n\n/.exec(wordsOf(message).text)?.[1] ?? null

  it('begin with it, and a change is told by one with the phrase before it', async () => {
    const person = await newInvestor(upstream)
    expect(await setPhrase(person, '  Three grey herons ')).toEqual({ hint: 'Th…' })
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    await ask(
      upstream,
      contract.userData.updateWallets,
      { wallets, currentPassword: person.password },
      person,
    )
    await setPhrase(person, 'Two herons')
    await setPhrase(person, 'Two herons')
    await setPhrase(person, null)
    const told = (await sentTo(person)).map((message) => [message.kind, phraseIn(message)])
    expect(told.filter(([kind]) => kind === 'mail_phrase_changed')).toEqual([
      ['mail_phrase_changed', null],
      ['mail_phrase_changed', 'Three grey herons'],
      ['mail_phrase_changed', 'Two herons'],
    ])
    expect(told).toContainEqual(['wallet_saved', 'Three grey herons'])
  })

  it('a code for a new password has it; one for an address that is not confirmed yet has not', async () => {
    const person = await newInvestor(upstream)
    await setPhrase(person, 'Three grey herons')
    // A code goes to the phone as long as one is confirmed.
    await upstream.here!.db.execute(
      sql`update users set contacts_changed_at = null, phone_confirmed_at = null where id = ${person.id}`,
    )
    await ask(upstream, contract.passwordReset.forgot, { login: person.login })
    await upstream.here!.answered()
    const code = (await sentTo(person)).find(({ kind }) => kind === 'password_code')!
    expect([code.channel, phraseIn(code)]).toEqual(['email', 'Three grey herons'])

    await upstream.here!.db.execute(sql`update users set phone_confirmed_at = now() where id = ${person.id}`)
    const { email } = newPerson()
    await upstream.here!.db.execute(
      sql`update email_codes set created_at = created_at - interval '61 seconds'`,
    )
    await ask(upstream, contract.user.profile, { email, currentPassword: person.password }, person)
    await upstream.here!.answered()
    const toNew = upstream.here!.messages.filter(({ recipient }) => recipient === email)
    expect(toNew.map(({ kind }) => kind)).toEqual(['email_code'])
    expect(toNew.map((message) => JSON.stringify(message.values)).join('')).not.toContain('herons')
    const toOld = (await sentTo(person)).find(({ kind }) => kind === 'email_change_asked')!
    expect(phraseIn(toOld)).toBe('Three grey herons')
  })

  it('an SMS has none', async () => {
    const person = await register(upstream)
    await ask(upstream, contract.auth.confirmPhone, { code: '000000' }, person)
    await setPhrase(person, 'Three grey herons')
    await setPhrase(person, 'Two herons')
    const last = (await sentTo(person)).at(-1)!
    expect([last.channel, last.kind]).toEqual(['sms', 'mail_phrase_changed'])
    expect(wordsOf(last).text).not.toContain('herons')
  })

  it('"this was not me" to a change of it takes it away', async () => {
    const person = await newInvestor(upstream)
    await setPhrase(person, 'Words of a thief')
    const token = (await linkTokensOf(upstream, person)).at(-1)!
    await ask(upstream, contract.notMe.report, { token })
    const [row] = await upstream.here!.db.select().from(users).where(eq(users.id, person.id))
    expect(row!.mailPhrase).toBeNull()
    const frozen = (await sentTo(person)).find(({ kind }) => kind === 'account_frozen')!
    expect(phraseIn(frozen)).toBeNull()
  })
})
