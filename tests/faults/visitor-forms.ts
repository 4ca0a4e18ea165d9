import { sql } from 'drizzle-orm'
import { currentPassword, demoCode, newPerson } from '../support/investor'
import { fileOf } from '../support/files'
import { openVisitor } from '../support/visitor'
import {
  type ChangingForm,
  type OwnLane,
  count,
  filledIn,
  hasFlash,
  idOf,
  isAt,
  signsIn,
} from './changing-form'

/** Forms of visitors, and of who has just registered. They have no key: what they did is known by its effect. */

/** @returns the login of an account whose phone waits for its code, in the visitor's browser */
async function registered({ visitor, product: { db } }: OwnLane): Promise<string> {
  const person = newPerson()
  const form = await visitor.visit('/register')
  await visitor.submit(form, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password })
  // An account is sent one code a minute: its first one is as if it were older.
  await db.execute(
    sql`update phone_codes set created_at = created_at - interval '2 minutes' where user_id = (select id from users where login = ${person.login})`,
  )
  return person.login
}

/** A number of this cell alone. @param mark a UUID */
const numberOf = (mark: string) =>
  `+3706${String(Number.parseInt(mark.slice(0, 8), 16) % 10_000_000).padStart(7, '0')}`

export const visitorForms: ChangingForm<OwnLane>[] = [
  {
    name: 'message',
    call: { method: 'POST', path: /^\/api\/ext\/messages$/ },
    key: null,
    isAnsweredEmpty: true,
    reader: 'visitor',
    perAccount: 100,
    fill: filledIn('/contacts', 'name="message"', ({ mark }) => ({
      ...{ name: 'Ona', email: `${mark}@example.org`, message: 'Hello there' },
    })),
    effects: (lane) =>
      count(lane, sql`select count(*) from inquiries where email = ${`${lane.mark}@example.org`}`),
    isDone: isAt(/^\/contacts\/sent$/),
  },
  {
    name: 'application',
    call: { method: 'POST', path: /^\/api\/ext\/vacancies\/[^/]+\/applications$/ },
    key: null,
    isAnsweredEmpty: true,
    reader: 'visitor',
    perAccount: 100,
    fill: filledIn('/vacancies/lawyer', 'name="resume"', ({ mark }) => ({
      ...{ name: mark, phone: '+37061234567', resume: fileOf('pdf') },
    })),
    effects: (lane) => count(lane, sql`select count(*) from inquiries where name = ${lane.mark}`),
    isDone: isAt(/^\/vacancies\/lawyer\/sent$/),
  },
  {
    name: 'newsletter',
    call: { method: 'POST', path: /^\/api\/ext\/subscribers$/ },
    key: null,
    isAnsweredEmpty: true,
    reader: 'visitor',
    perAccount: 100,
    fill: filledIn('/subscribe', 'name="email"', ({ mark }) => ({ email: `${mark}@example.org` })),
    effects: (lane) =>
      count(lane, sql`select count(*) from inquiries where email = ${`${lane.mark}@example.org`}`),
    isDone: hasFlash('common:flash.requestSent'),
  },
  {
    name: 'registration',
    call: { method: 'POST', path: /^\/api\/auth\/register\// },
    key: null,
    reader: 'visitor',
    perAccount: 1,
    prepare: () => Promise.resolve(JSON.stringify(newPerson())),
    fill: filledIn('/register', 'name="passwordRepeat"', ({ subject }) => ({
      ...(JSON.parse(subject) as Record<string, string>),
      passwordRepeat: currentPassword,
    })),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from users where login = ${(JSON.parse(lane.subject) as { login: string }).login}`,
      ),
    isDone: isAt(/^\/phone$/),
  },
  {
    name: 'code of the phone',
    call: { method: 'POST', path: /^\/api\/auth\/phone\/confirm$/ },
    key: null,
    reader: 'visitor',
    perAccount: 1,
    prepare: registered,
    fill: filledIn('/phone', 'name="code"', () => ({ code: demoCode })),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from users where login = ${lane.subject} and phone_confirmed_at is not null`,
      ),
    isDone: isAt(/^\/cabinet/),
  },
  {
    name: 'another number',
    call: { method: 'POST', path: /^\/api\/user\/profile$/ },
    key: null,
    reader: 'visitor',
    isLimited: true,
    perAccount: 1,
    prepare: registered,
    fill: filledIn('/phone', 'name="phone"', ({ mark }) => ({ phone: numberOf(mark), currentPassword })),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from users where login = ${lane.subject} and phone = ${numberOf(lane.mark)}`,
      ),
    isDone: isAt(/^\/phone$/),
  },
  {
    name: 'another code of the phone',
    call: { method: 'POST', path: /^\/api\/auth\/phone\/resend$/ },
    key: null,
    reader: 'visitor',
    isLimited: true,
    perAccount: 1,
    prepare: registered,
    fill: filledIn('/phone', 'id="resend"'),
    effects: async (lane) =>
      (await count(
        lane,
        sql`select count(*) from phone_codes join users on users.id = user_id where login = ${lane.subject}`,
      )) - 1,
    isDone: hasFlash('common:flash.codeSent'),
  },
  {
    name: 'forgotten password',
    call: { method: 'POST', path: /^\/api\/ext\/password\/forgot$/ },
    key: null,
    reader: 'visitor',
    isAnsweredEmpty: true,
    isLimited: true,
    isDeferred: true,
    perAccount: 1,
    fill: filledIn('/password/forgot', 'name="login"', ({ investor }) => ({ login: investor.login })),
    async effects(lane) {
      await lane.product.answered?.()
      return count(lane, sql`select count(*) from password_codes where user_id = ${idOf(lane)}`)
    },
    isDone: isAt(/^\/password\/reset$/),
  },
  {
    name: 'new password by a code',
    call: { method: 'POST', path: /^\/api\/ext\/password\/reset$/ },
    key: null,
    reader: 'visitor',
    perAccount: 1,
    async prepare({ product, investor: { login } }) {
      const visitor = openVisitor(product.url, 'en')
      await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
      // The code is made behind the answer.
      await product.answered?.()
      return login
    },
    async fill({ visitor, subject: login }) {
      const password = 'High-tide-at-9'
      const values = { login, code: demoCode, password, passwordRepeat: password }
      return {
        page: await visitor.visit('/password/reset'),
        mark: 'name="code"',
        values,
      }
    },
    effects: async (lane) => Number(await signsIn(lane, lane.subject, 'High-tide-at-9')),
    isDone: isAt(/^\/cabinet/),
  },
]
