import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Language, languages } from '~/contract/languages'
import { tokens } from '../../backend/db/schema/access'
import { tronWallet } from '../support/investor'
import { type TestSocket, openSocket } from '../support/sockets'
import { ask } from './client'
import { type Person, newInvestor, signIn, topUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/** Messages link to what they are about. */
const withoutLinks = (html: string) => html.replace(/<\/?a\b[^>]*>/g, '')

/** Every event of an investor is notified: in the list, over the socket, in both languages. */

describe.each(upstreamsFor('notifications-sent'))('notifications of the %s upstream', (where) => {
  let upstream: TestUpstream
  let operator: { token: string }

  beforeAll(async () => {
    upstream = await openUpstream(where)
    operator = await signIn(upstream, 'operator')
  })
  afterAll(() => upstream.close())

  const listOf = ({ token }: { token: string }, language: Language) =>
    ask(upstream, contract.notification.list, { limit: 100 }, { token, language })

  /**
   * Runs an action and checks that both clients of an investor, each in its language, receive what the list
   * then has.
   */
  async function expectNotified(
    person: Person,
    happens: () => Promise<unknown>,
    expected: [type: string, ru: RegExp, en: RegExp][],
  ): Promise<void> {
    const before = await listOf(person, 'ru')
    const old = new Set(before.items.map(({ id }) => id))
    const clients: [Language, TestSocket][] = []
    for (const language of ['ru', 'en'] as const) {
      clients.push([language, await openSocket(upstream.url, { token: person.token, language })])
    }
    await happens()
    for (const [at, [language, client]] of clients.entries()) {
      // Notifications that were stored before the client connected may still arrive.
      const came = await client.receives(expected.length, ({ id }) => !old.has(id))
      const { items, total } = await listOf(person, language)
      expect(total).toBe(before.total + expected.length)
      const byId = new Map(items.map((one) => [one.id, one]))
      expect(came).toEqual(came.map(({ id }) => byId.get(id)))
      for (const [type, ...words] of expected) {
        const fitting = came.filter((one) => one.type === type && words[at]!.test(withoutLinks(one.message)))
        expect([type, String(words[at]), fitting.length]).toEqual([type, String(words[at]), 1])
      }
      client.close()
    }
  }

  it('top-ups: credited and rejected', async () => {
    const person = await newInvestor(upstream)
    await expectNotified(person, () => topUp(upstream, person, '700'), [
      ['refill', /^Баланс пополнен на 700,00 USDT\.$/, /^Your balance was topped up with 700\.00 USDT\.$/],
    ])
    const { id } = await ask(
      upstream,
      contract.refills.create,
      { system: 'usdt-trc20', amount: '50' },
      person,
    )
    const rejection = { id, decision: 'reject', reason: 'It came from elsewhere.' }
    await expectNotified(person, () => ask(upstream, contract.operator.decideRefill, rejection, operator), [
      ['other', /^Пополнение отклонено\. It came/, /^Your top-up was rejected\. It came from elsewhere\.$/],
    ])
  })

  it('withdrawals: completed and rejected', async () => {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '700')
    const withdrawal = {
      ...{ system: 'usdt-trc20', amount: '101', wallet: tronWallet },
      currentPassword: person.password,
    }
    const decided = async (decision: object) => {
      const { payment } = await ask(upstream, contract.payments.create, withdrawal, person)
      return () => ask(upstream, contract.operator.decidePayment, { id: payment.id, ...decision }, operator)
    }
    await expectNotified(person, () => ask(upstream, contract.payments.create, withdrawal, person), [
      [
        'other',
        /^Создана заявка на вывод 101,00 USDT на кошелёк TXjk…jKCQ \(TRC-20\)/,
        /^A withdrawal of 101\.00 USDT to the wallet TXjk…jKCQ \(TRC-20\) was requested/,
      ],
    ])
    await expectNotified(person, await decided({ decision: 'complete', transactionHash: 'a1' }), [
      ['other', /^Заявка на вывод выполнена: 100,00 USDT/, /^Your withdrawal is completed: 100\.00 USDT/],
    ])
    await expectNotified(person, await decided({ decision: 'reject', reason: 'Not this wallet.' }), [
      ['other', /^Заявка на вывод 101,00 USDT отклонена/, /^Your withdrawal of 101\.00 USDT was rejected/],
    ])
  })

  it('bonuses: referral, rank and matching; daily income and ended terms', { timeout: 300_000 }, async () => {
    const inviter = await newInvestor(upstream)
    const partner = await newInvestor(upstream, { inviter: inviter.login })
    await topUp(upstream, partner, '2000')
    const open = (amount: string) =>
      ask(upstream, contract.deposits.create, { planId: 'breeze', currency: 'USDT', amount }, partner)
    await expectNotified(inviter, () => open('1000'), [
      ['bonus', /^В вашей партнёрской сети.* 70,00 USDT/, /^A deposit was opened.* 70\.00 USDT/],
      [
        'bonus',
        /^Вы достигли ранга «Искра»\. Начислен бонус 10,00 USDT/,
        /^You have reached the rank Spark\. It brought you a bonus of 10\.00/,
      ],
    ])
    await open('200')
    const pass = (days: number) => () => ask(upstream, contract.demo.clock, { days }, partner)
    // The first accruals are due tomorrow, and that day ends the day after.
    await pass(1)()
    await expectNotified(partner, pass(1), [
      ['other', /^Доход за .* 13,32 USDT/, /^Income of .* 13\.32 USDT/],
    ])
    await expectNotified(inviter, pass(1), [
      ['bonus', /^Матчинг-бонус за .* 0,66 USDT/, /^Matching bonus of .* 0\.66 USDT/],
    ])
    await pass(46)()
    await expectNotified(partner, pass(1), [
      ['other', /^Доход за /, /^Income of /],
      ['other', /^Первый срок депозита 1\s000,00/, /^The first term of your deposit of 1,000\.00/],
      ['other', /^Первый срок депозита 200,00/, /^The first term of your deposit of 200\.00/],
    ])
    await pass(49)()
    await expectNotified(partner, pass(1), [
      ['other', /^Доход за /, /^Income of /],
      ['other', /^Второй срок депозита 1\s000,00/, /^The second term of your deposit of 1,000\.00/],
      ['other', /^Второй срок депозита 200,00/, /^The second term of your deposit of 200\.00/],
    ])
  })

  it('mailings, in the text of each language', async () => {
    const person = await newInvestor(upstream)
    const mailing = {
      message: { ru: '<p>Прилив</p>', en: '<p>High tide</p>' },
      image: 'https://x.example/a.png',
      imageAlt: { ru: 'Вода у самого края', en: '' },
    }
    await expectNotified(person, () => ask(upstream, contract.operator.createMailing, mailing, operator), [
      ['mailing', /^<p>Прилив<\/p>$/, /^<p>High tide<\/p>$/],
    ])
    const { ru } = mailing.imageAlt
    for (const language of languages)
      expect((await listOf(person, language)).items[0]).toMatchObject({ image: mailing.image, imageAlt: ru })
  })

  it('the first sign-in after a long time, once', async () => {
    const { here } = upstream
    if (!here) return
    const person = await newInvestor(upstream)
    const { login, password } = person
    const signsIn = () => ask(upstream, contract.auth.login, { login, password })
    const lastSeen = (days: number) =>
      here.db
        .update(tokens)
        .set({ lastUsedAt: sql`now() - make_interval(days => ${days}::int)` })
        .where(eq(tokens.userId, person.id))
    await lastSeen(29)
    await signsIn()
    // Runs before the sign-ins, not before the clients connect: an open socket counts as a visit.
    const next = async () => {
      await lastSeen(31)
      await Promise.all([signsIn(), signsIn()])
      await signsIn()
    }
    await expectNotified(person, next, [
      ['long_login', /^Вы давно не заходили в кабинет/, /^You have not been here for a while/],
    ])
  })
})
