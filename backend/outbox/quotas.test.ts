import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { join, newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { outbox as rows } from '../db/schema/notifications'
import { type Message } from './transport'
import { createOutbox } from './outbox'
import { defaultQuotas, scaleQuotas } from './quotas'

const minuteMs = 60_000
const start = new Date('2026-03-01T08:00:00.000Z')

let database: TestDatabase
let userIds: string[]
let now: Date
let warned: string[]

const code = (recipient: string, kind = 'phone_code'): Message => ({
  channel: recipient.includes('@') ? 'email' : 'sms',
  recipient,
  kind,
  values: { code: '123456' },
  language: 'en',
})
const box = (quotas = {}) =>
  createOutbox({
    transport: { deliver: () => Promise.resolve() },
    clock: { now: () => now },
    newId,
    quotas: { ...defaultQuotas, ...quotas },
    log: { warn: (_details, message) => void warned.push(message) },
  })
/** From another account each time. */
let turn = 0
const post = (message: Message, quotas = {}, userId = userIds[turn++ % userIds.length]!) =>
  database.db.transaction((tx) => box(quotas).post(tx, userId, message))
/** Requested from one address on the network, for another number each time. */
const postFrom = (address: string, quotas = {}) => {
  const userId = userIds[turn++ % userIds.length]!
  const message = code(`+3706${String(turn).padStart(3, '0')}${1000 + turn}`)
  return outcome(database.db.transaction((tx) => box(quotas).post(tx, userId, message, address)))
}
const outcome = (posted: Promise<unknown>) =>
  posted.then(
    () => 'sent',
    (error: { code: string; params?: { retryAfter: number } }) => `${error.code} ${error.params?.retryAfter}`,
  )

describe.each(serversFor('quotas'))('the quotas of messages on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    userIds = await Promise.all(Array.from({ length: 20 }, () => join(database.db)))
  })
  beforeEach(async () => {
    await database.db.delete(rows)
    now = start
    warned = []
  })
  afterAll(() => database.drop())

  it('count codes of a step-up by recipient and network, apart from all others', async () => {
    const toKai = code('kai@example.org', 'step_up_code')
    const from = (address: string, message = toKai, quotas = {}) =>
      outcome(database.db.transaction((tx) => box(quotas).post(tx, userIds[0]!, message, address)))
    for (let at = 0; at < 10; at++) expect(await from('203.0.113.9')).toBe('sent')
    expect(await from('203.0.113.9')).toBe('too_many_requests 3600')
    // The owner at home has their own, and other codes are not used up.
    expect(await from('198.51.100.7')).toBe('sent')
    expect(await outcome(post(code('kai@example.org', 'email_code')))).toBe('sent')
    // However many networks there are, a mailbox is not flooded.
    const few = { stepUpMailPerDay: 3 }
    for (let at = 0; at < 4; at++) await from(`192.0.2.${at}`, toKai, few)
    expect(await from('192.0.2.99', toKai, few)).toMatch(/^too_many_requests/)
  })

  it('let no account use up the codes of a step-up of its neighbours', async () => {
    const from = (recipient: string) =>
      outcome(
        database.db.transaction((tx) =>
          box().post(tx, userIds[0]!, code(recipient, 'step_up_code'), `203.0.113.${turn++ % 200}`),
        ),
      )
    for (let at = 0; at < 10; at++) expect(await from('+37061230001')).toBe('sent')
    expect(await from('+37061230002')).toBe('sent')
    const mail = box({ mailPerDay: 1 })
    for (const name of ['one', 'two', 'three'])
      expect(
        await outcome(
          database.db.transaction((tx) =>
            mail.post(tx, userIds[0]!, code(`${name}@example.org`, 'step_up_code'), '203.0.113.9'),
          ),
        ),
      ).toBe('sent')
  })

  it('allow three codes an hour and five a day to a number, and say when the next is possible', async () => {
    const outcomes: string[] = []
    for (let at = 0; at < 8; at++) {
      outcomes.push(await outcome(post(code('+37061234567'))))
      now = new Date(now.getTime() + 25 * minuteMs)
    }
    expect(outcomes.slice(0, 6)).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
      'sent',
      `too_many_requests ${86_400 - 125 * 60}`,
    ])
    now = new Date(start.getTime() + 24 * 60 * minuteMs)
    expect(await outcome(post(code('+37061234567')))).toBe('sent')
  })

  it('still allow codes for a new password when registrations have used up a range and the day', async () => {
    const few = { smsPerPrefix: 2, smsPerDay: 2 }
    for (const digit of [1, 2]) expect(await outcome(post(code(`+3706123456${digit}`), few))).toBe('sent')
    expect(await outcome(post(code('+37061234563'), few))).toMatch(/^too_many_requests/)
    expect(await outcome(post(code('+37061234563', 'password_code'), few))).toBe('sent')
  })

  it('hold however many requests arrive at once', async () => {
    const requests = Array.from({ length: 12 }, () => outcome(post(code('+37061234567'))))
    const outcomes = await Promise.all(requests)
    expect(outcomes.filter((one) => one === 'sent')).toHaveLength(3)
  })

  it('count a mailbox once, ignoring a plus suffix', async () => {
    const outcomes: string[] = []
    for (const tag of ['', '+a', '+b', '+c'])
      outcomes.push(await outcome(post(code(`kai${tag}@example.org`, 'email_code'))))
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'too_many_requests 3600'])
  })

  it('still allow the code for a new password to a user when others have requested many for that user', async () => {
    for (let at = 0; at < 4; at++) await outcome(post(code('+37061234567')))
    expect(await outcome(post(code('+37061234567', 'password_code')))).toBe('sent')
  })

  it('allow an account five codes an hour, whatever the numbers', async () => {
    const outcomes: string[] = []
    for (let at = 0; at < 6; at++)
      outcomes.push(await outcome(post(code(`+3706${at}234567`), {}, userIds[0])))
    expect(outcomes.filter((one) => one === 'sent')).toHaveLength(5)
  })

  it('keep most of the day for others when one network has used up its share, and say so', async () => {
    const quotas = { smsPerNetwork: 3 }
    const outcomes: string[] = []
    for (let at = 0; at < 4; at++) outcomes.push(await postFrom('192.0.2.1', quotas))
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'network_quota 86400'])
    await expect(box(quotas).refuseNetwork(database.db, '::ffff:192.0.2.1')).rejects.toMatchObject({
      code: 'network_quota',
    })
    await box(quotas).refuseNetwork(database.db, '192.0.2.2')
    expect(await postFrom('192.0.2.2', quotas)).toBe('sent')
    // This quota does not count codes for a new password.
    expect(await outcome(post(code('+37061234567', 'password_code'), quotas))).toBe('sent')
    now = new Date(start.getTime() + 24 * 60 * minuteMs)
    expect(await postFrom('192.0.2.1', quotas)).toBe('sent')
  })

  it('count an IPv6 subscriber as one network, and all networks of a /48 together', async () => {
    const quotas = { smsPerNetwork: 2, smsPerWideNetwork: 3 }
    const outcomes: string[] = []
    for (const address of ['2001:db8:7:1::1', '2001:db8:7:1::2', '2001:db8:7:1::3', '2001:db8:7:2::1'])
      outcomes.push(await postFrom(address, quotas))
    expect(outcomes).toEqual(['sent', 'sent', 'network_quota 86400', 'sent'])
    expect(await postFrom('2001:db8:7:3::1', quotas)).toBe('network_quota 86400')
    expect(await postFrom('2001:db8:77:3::1', quotas)).toBe('sent')
  })

  it('hold for a network however many requests arrive at once', async () => {
    const requests = Array.from({ length: 12 }, () => postFrom('192.0.2.9', { smsPerNetwork: 4 }))
    expect((await Promise.all(requests)).filter((one) => one === 'sent')).toHaveLength(4)
  })

  it('warn at four fifths of the total and when it is used up', async () => {
    const quotas = { smsPerDay: 5 }
    for (let at = 0; at < 6; at++) await outcome(post(code(`+3706${at}234567`), quotas))
    expect(warned).toEqual([
      'most of the daily total of codes is used',
      'the daily total of codes is used up: no more are sent',
      'a code was not sent: a quota is used up',
    ])
    // Mail has a total of its own.
    expect(await outcome(post(code('kai@example.org', 'email_code'), quotas))).toBe('sent')
  })

  it('never block a notification because of codes or notifications of another kind', async () => {
    const quotas = { smsPerDay: 3, smsPerPrefix: 3, notificationsPerKind: 2 }
    const notify = (kind: string) => post({ ...code('+37061234567', kind), values: {} }, quotas)
    for (let at = 0; at < 3; at++) await post(code('+37061234567'), quotas)
    expect(await outcome(post(code('+37061234567'), quotas))).toMatch(/^too_many_requests/)
    for (let at = 0; at < 3; at++) await notify('email_changed')
    await notify('phone_changed')
    const held = await database.db.select().from(rows)
    expect(held.filter(({ givenUpAt }) => givenUpAt).map(({ kind }) => kind)).toEqual(['email_changed'])
    expect(held.filter(({ kind }) => kind === 'phone_changed')).toMatchObject([{ givenUpAt: null }])
  })

  describe('of notifications by SMS', () => {
    const kinds = ['payment_requested', 'password_changed', 'phone_changed']
    const notify = (recipient: string, kind: string, quotas: object) =>
      post({ ...code(recipient, kind), values: {} }, quotas)
    const sentTo = async () =>
      (await database.db.select().from(rows)).flatMap(({ recipient, givenUpAt }) =>
        givenUpAt ? [] : [recipient],
      )

    it('limit all kinds together for one number', async () => {
      const quotas = { notificationsPerNumber: 4, notificationsPerKind: 2 }
      for (const kind of kinds) for (let at = 0; at < 2; at++) await notify('+37061234567', kind, quotas)
      await notify('+37061234568', 'password_changed', quotas)
      expect((await sentTo()).sort()).toEqual([...Array<string>(4).fill('+37061234567'), '+37061234568'])
      now = new Date(now.getTime() + 24 * 60 * minuteMs)
      await notify('+37061234567', 'phone_changed', quotas)
      expect(await sentTo()).toHaveLength(6)
    })

    it('limit those to one range, and those to all numbers', async () => {
      const quotas = { smsPerPrefix: 3, smsPerDay: 5 }
      for (let at = 0; at < 5; at++) await notify(`+3706123456${at}`, 'password_changed', quotas)
      expect(await sentTo()).toHaveLength(3)
      for (let at = 0; at < 5; at++) await notify(`+3706${at}994567`, 'password_changed', quotas)
      expect(await sentTo()).toHaveLength(5)
      expect(warned).toEqual([
        ...Array<string>(2).fill('a notification was not sent: a quota is used up'),
        'most of the daily total of notifications is used',
        'the daily total of notifications is used up: no more are sent',
        ...Array<string>(3).fill('a notification was not sent: a quota is used up'),
      ])
      // Codes and mail have quotas of their own.
      expect(await outcome(post(code('+37061234569'), quotas))).toBe('sent')
      for (let at = 0; at < 6; at++) await notify(`kai${at}@example.org`, 'password_changed', quotas)
      expect(await sentTo()).toHaveLength(12)
    })

    it('hold however many events happen at once', async () => {
      const quotas = { smsPerDay: 4 }
      await Promise.all(
        Array.from({ length: 12 }, (_, at) => notify(`+370612${at + 10}567`, 'password_changed', quotas)),
      )
      expect(await sentTo()).toHaveLength(4)
    })
  })

  it('are multiplied by the factor of the rate limits, and never fall to zero', () => {
    expect(scaleQuotas(defaultQuotas, 1000).smsPerNumber).toBe(5000)
    expect(scaleQuotas(defaultQuotas, 0.1).perRecipientHour).toBe(1)
  })
})
