import { sql } from 'drizzle-orm'
import { until } from '../../backend/db/embedded/until'
import { currentPassword, demoCode, newPerson } from '../support/investor'
import { fileOf } from '../support/files'
import { widgetFields } from '../support/telegram'
import { type Visitor, openVisitor } from '../support/visitor'
import {
  type ChangingForm,
  type OwnSession,
  count,
  filledIn,
  hasFlash,
  idOf,
  isAt,
  signsIn,
} from './changing-form'

/** Forms of visitors, and of who has just registered. They have no key: what they did is known by its effect. */

/** @returns the login of an account whose phone waits for its code, in the visitor's browser */
async function registered({ visitor, product: { db } }: OwnSession): Promise<string> {
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

const ages = new Map<string, number>()
/**
 * In seconds. Telegram signs each press of its button anew, and later than the one before: those of two tabs differ
 * although they fall in one second.
 */
function ageOfNextPress(subject: string): number {
  const age = (ages.get(subject) ?? 60) - 1
  ages.set(subject, age)
  return age
}

export const visitorForms: ChangingForm<OwnSession>[] = [
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
    effects: (session) =>
      count(session, sql`select count(*) from inquiries where email = ${`${session.mark}@example.org`}`),
    isDone: isAt(/^\/contacts\/sent$/),
  },
  {
    name: 'application',
    call: { method: 'POST', path: /^\/api\/ext\/vacancies\/[^/]+\/applications$/ },
    key: null,
    isAnsweredEmpty: true,
    hasFile: true,
    reader: 'visitor',
    perAccount: 100,
    fill: filledIn('/vacancies/lawyer', 'name="resume"', ({ mark }) => ({
      ...{ name: mark, phone: '+37061234567', resume: fileOf('pdf') },
    })),
    effects: (session) => count(session, sql`select count(*) from inquiries where name = ${session.mark}`),
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
    effects: (session) =>
      count(session, sql`select count(*) from inquiries where email = ${`${session.mark}@example.org`}`),
    isDone: hasFlash('flash:requestSent'),
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
    effects: (session) =>
      count(
        session,
        sql`select count(*) from users where login = ${(JSON.parse(session.subject) as { login: string }).login}`,
      ),
    isDone: isAt(/^\/phone$/),
  },
  {
    name: 'registration with Telegram',
    call: { method: 'POST', path: /^\/api\/auth\/telegram/ },
    key: null,
    // Of two presses at once, the one that Telegram has signed earlier is refused where the other has made the account.
    believesRefusals: true,
    reader: 'visitor',
    perAccount: 1,
    prepare: () => Promise.resolve(String(widgetFields().id)),
    async fill({ visitor, subject }) {
      const page = await visitor.visit('/login/telegram')
      const press = async (by: Visitor) => {
        const shown = await by.visit('/login/telegram')
        const address = shown.$('[data-auth-url]').attr('data-auth-url')
        // Who is signed in has no button.
        if (address === undefined) return shown
        const state = new URL(address).searchParams.get('state') ?? ''
        const query = new URLSearchParams({ state })
        const fields = widgetFields({ id: Number(subject), ageSeconds: ageOfNextPress(subject) })
        for (const [name, value] of Object.entries(fields)) query.set(name, String(value))
        return by.visit(`/login/telegram?${query}`)
      }
      return { page, mark: '', press }
    },
    effects: (session) =>
      count(session, sql`select count(*) from users where telegram_id = ${session.subject}`),
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
    effects: (session) =>
      count(
        session,
        sql`select count(*) from users where login = ${session.subject} and phone_confirmed_at is not null`,
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
    effects: (session) =>
      count(
        session,
        sql`select count(*) from users where login = ${session.subject} and phone = ${numberOf(session.mark)}`,
      ),
    isDone: isAt(/^\/phone$/),
  },
  {
    name: 'another code of the phone',
    call: { method: 'POST', path: /^\/api\/auth\/phone\/resend$/ },
    key: null,
    hasBareSuccess: true,
    reader: 'visitor',
    isLimited: true,
    perAccount: 1,
    prepare: registered,
    fill: filledIn('/phone', 'id="resend"'),
    effects: async (session) =>
      (await count(
        session,
        sql`select count(*) from phone_codes join users on users.id = user_id where login = ${session.subject}`,
      )) - 1,
    isDone: hasFlash('flash:codeSent'),
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
    async effects(session) {
      await session.product.answered?.()
      return count(session, sql`select count(*) from password_codes where user_id = ${idOf(session)}`)
    },
    isDone: isAt(/^\/password\/reset$/),
  },
  {
    name: 'new password by a code',
    call: { method: 'POST', path: /^\/api\/ext\/password\/reset$/ },
    key: null,
    reader: 'visitor',
    perAccount: 1,
    async prepare(session) {
      const { product, investor } = session
      const { login } = investor
      const visitor = openVisitor(product.url, 'en')
      await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
      // The code is made behind the answer.
      const codes = () =>
        count(session, sql`select count(*) from password_codes where user_id = ${idOf(session)}`)
      if (!(await until(async () => (await codes()) > 0, 30_000))) throw new Error('no code was made')
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
    effects: async (session) => Number(await signsIn(session, session.subject, 'High-tide-at-9')),
    isDone: isAt(/^\/cabinet/),
  },
]
