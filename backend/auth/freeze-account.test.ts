import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { after, firstDay, join, newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { type Db } from '../db/connect'
import { type UserRow, users } from '../db/schema/users'
import { type SecurityKind } from '../notifications/security-texts'
import { type Services } from '../services'
import { freezeAccount } from './freeze-account'
import { eventOfToken, eventView } from './security-events'
import { notifyInCabinet } from './security-notifications'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.drop())

/** Messages are not looked at here: each link is that of its event. */
const servicesAt = (now: Date) =>
  ({
    ...{ db, newId, publicUrl: 'https://tideline.example' },
    ...{ realClock: { now: () => now }, productClock: { now: () => now } },
    outbox: { post: () => Promise.resolve('a message') },
    afterAnswer: { run: () => undefined },
  }) as unknown as Services

type Contacts = Partial<Pick<UserRow, 'email' | 'phone' | 'phoneConfirmedAt'>>

const phoneOf = (phone: string) => ({ phone, phoneConfirmedAt: firstDay })

/** An investor with an e-mail and a phone of their own. */
async function owner() {
  const id = await join(db)
  const digits = String(Math.trunc(Math.random() * 1e9)).padStart(9, '0')
  const contacts = { email: `${id}@owner.example`, ...phoneOf(`+370${digits}`) }
  await db.update(users).set(contacts).where(eq(users.id, id))
  const row = async () => (await db.select().from(users).where(eq(users.id, id)))[0]!
  return {
    contacts,
    /** Something that the owner is notified of and that may change contacts. @returns the token of its link */
    event: async (kind: SecurityKind, day: number, set: Contacts = {}): Promise<string> => {
      const { link } = await notifyInCabinet(db, servicesAt(after(day)), await row(), { kind })
      const changed = { ...set, contactsChangedAt: after(day) }
      await db.update(users).set(changed).where(eq(users.id, id))
      return link!.split('/').at(-1)!
    },
    answer: async (token: string, day: number) =>
      freezeAccount(servicesAt(after(day)), await eventOfToken(db, token)),
    stateOf: async (token: string, day: number) =>
      eventView(await eventOfToken(db, token), 'en', after(day)).state,
    present: async () => {
      const { email, phone, phoneConfirmedAt, contactsChangedAt } = await row()
      return { email, phone, phoneConfirmedAt, contactsChangedAt }
    },
    /** As if a new password had been set by a code, and an operator had lifted the freeze. */
    goOn: () =>
      db.update(users).set({ frozenAt: null, passwordResetRequired: false }).where(eq(users.id, id)),
    isFrozen: async () => (await row()).frozenAt !== null,
  }
}

const thiefs = (name: string) => `${name}-${newId()}@thief.example`
const thiefsPhone = phoneOf('+37069900001')

it('the answer to a change of contacts is one to each later change of them: no link of a thief brings the thief’s contacts back', async () => {
  const { event, answer, goOn, isFrozen, stateOf, present, contacts } = await owner()
  const email = thiefs('first')
  const requested = await event('email_change_asked', 1)
  const mail = await event('email_changed', 1.1, { email })
  const phone = await event('phone_changed', 1.2, thiefsPhone)
  const again = await event('email_change_asked', 1.3)
  const signIn = await event('new_sign_in', 1.4)
  await answer(mail, 2)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
  expect(await Promise.all([requested, phone, again, signIn].map((token) => stateOf(token, 2)))).toEqual([
    ...['open', 'used', 'used', 'open'],
  ])
  await goOn()
  await answer(again, 3)
  await answer(phone, 3)
  expect(await isFrozen()).toBe(false)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
})

it('a link of a later change restores the contacts from before the first one, and leaves the link of that one good', async () => {
  const { event, answer, stateOf, present, isFrozen, contacts } = await owner()
  const mail = await event('email_changed', 1, { email: thiefs('first') })
  await event('phone_changed', 1.1, thiefsPhone)
  const again = await event('email_change_asked', 1.2)
  await answer(again, 2)
  expect(await isFrozen()).toBe(true)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
  expect(await stateOf(mail, 2)).toBe('open')
  await answer(mail, 3)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
})

it('contacts that the owner has changed back are not changed again by the notice of that, for as long as it can be answered', async () => {
  const { event, answer, present, contacts } = await owner()
  await event('email_changed', 1, { email: thiefs('first') })
  const back = await event('email_changed', 2, { email: contacts.email })
  // The first change is older than a week by now, and the second one is not.
  await answer(back, 8.5)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
})

it('contacts that are changed within a week each are none that a link restores, however long that goes on', async () => {
  const { event, answer, present, contacts } = await owner()
  await event('email_changed', 1, { email: thiefs('first') })
  await event('email_changed', 7, { email: thiefs('second') })
  const back = await event('email_changed', 9, { email: contacts.email })
  await answer(back, 15)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
})

it('contacts that were in force for a week are restored, though others were before them', async () => {
  const { event, answer, present, contacts } = await owner()
  const email = `${newId()}@owner.example`
  await event('email_changed', 1, { email })
  // That a change was asked for in between leaves them in force.
  await event('email_change_asked', 5)
  const stolen = await event('email_changed', 8, { email: thiefs('first') })
  await answer(stolen, 9)
  expect(await present()).toEqual({ ...contacts, email, contactsChangedAt: null })
})

it('the answer to what is not about contacts leaves them, and the links about them', async () => {
  const { event, answer, stateOf, present, contacts } = await owner()
  const signIn = await event('new_sign_in', 1)
  const email = thiefs('first')
  const mail = await event('email_changed', 1.1, { email })
  await answer(signIn, 2)
  expect(await present()).toMatchObject({ email, contactsChangedAt: after(1.1) })
  expect(await stateOf(mail, 2)).toBe('open')
  await answer(mail, 2)
  expect(await present()).toEqual({ ...contacts, contactsChangedAt: null })
})
