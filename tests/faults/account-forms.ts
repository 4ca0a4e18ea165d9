import { sql } from 'drizzle-orm'
import { currentPassword, demoCode, topUp, tronWallet } from '../support/investor'
import { fileOf } from '../support/files'
import { textsOf } from '../support/texts'
import { signedIn } from '../support/visitor'
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

/** Forms of an account that move no money. They have no key: what they did is known by its effect. */

const say = textsOf('en')

/** An account is sent one code a minute: the last one is as if it were older. */
const ageEmailCodes = ({ product, ...session }: OwnSession) =>
  product.db.execute(
    sql`update email_codes set created_at = created_at - interval '2 minutes' where user_id = ${idOf({ product, ...session })}`,
  )

/** @returns the address that waits for its code */
async function askedForEmail(session: OwnSession): Promise<string> {
  await ageEmailCodes(session)
  const email = `${session.mark}@example.org`
  await session.investor.ask('POST', '/user/profile', { email })
  return email
}

export const accountForms: ChangingForm<OwnSession>[] = [
  {
    name: 'password',
    call: { method: 'PATCH', path: /^\/api\/user\/password$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/password', 'name="passwordRepeat"', () => ({
      ...{ currentPassword, password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' },
    })),
    effects: async (session) => Number(await signsIn(session, session.investor.login, 'High-tide-at-9')),
    isDone: hasFlash('flash:passwordUpdated'),
  },
  {
    name: 'contacts',
    call: { method: 'POST', path: /^\/api\/user\/profile$/ },
    key: null,
    perAccount: 40,
    fill: async (session) => {
      const page = await session.visitor.visit('/cabinet/settings/profile')
      const [email, phone] = [page.typed('email'), page.typed('phone')]
      return { page, mark: 'name="city"', values: { email, phone, city: session.mark } }
    },
    effects: (session) => count(session, sql`select count(*) from users where city = ${session.mark}`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'language',
    call: { method: 'POST', path: /^\/api\/user\/profile$/ },
    key: null,
    perAccount: 40,
    async prepare(session) {
      await session.product.db.execute(sql`update users set language = 'ru' where id = ${idOf(session)}`)
      return ''
    },
    fill: filledIn('/cabinet/settings/language', 'name="lng"', () => ({ lng: 'en' })),
    effects: (session) =>
      count(session, sql`select count(*) from users where id = ${idOf(session)} and language = 'en'`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'another e-mail',
    call: { method: 'POST', path: /^\/api\/user\/profile$/ },
    key: null,
    perAccount: 1,
    async prepare(session) {
      await ageEmailCodes(session)
      return ''
    },
    fill: async (session) => {
      const page = await session.visitor.visit('/cabinet/settings/profile')
      const email = `${session.mark}@example.org`
      const values = { email, phone: page.typed('phone'), currentPassword, stepUp: 'password' }
      return { page, mark: 'name="city"', values }
    },
    effects: (session) =>
      count(session, sql`select count(*) from email_codes where email = ${`${session.mark}@example.org`}`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'code of the e-mail',
    call: { method: 'POST', path: /^\/api\/ext\/email\/confirm$/ },
    key: null,
    perAccount: 1,
    prepare: askedForEmail,
    fill: filledIn('/cabinet/settings/profile', 'name="code"', () => ({ code: demoCode })),
    effects: (session) => count(session, sql`select count(*) from users where email = ${session.subject}`),
    isDone: hasFlash('flash:emailConfirmed'),
  },
  {
    name: 'another code of the e-mail',
    call: { method: 'POST', path: /^\/api\/ext\/email\/resend$/ },
    key: null,
    isLimited: true,
    perAccount: 1,
    async prepare(session) {
      const email = await askedForEmail(session)
      await ageEmailCodes(session)
      return email
    },
    fill: filledIn('/cabinet/settings/profile', 'id="email-resend"'),
    effects: async (session) =>
      (await count(session, sql`select count(*) from email_codes where email = ${session.subject}`)) - 1,
    isDone: hasFlash('flash:codeSent'),
  },
  {
    name: 'notification that is read',
    call: { method: 'POST', path: /^\/api\/notification\/read$/ },
    key: null,
    perAccount: 20,
    async prepare({ investor }) {
      await topUp(investor, '100')
      const { items } = (await investor.ask('GET', '/notification?sort=createdAt&sortDir=desc')) as {
        items: { id: string }[]
      }
      return items[0]!.id
    },
    fill: (session) => filledIn(`/cabinet/notifications/${session.subject}`, 'id="close"')(session),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from notifications where id = ${session.subject} and read_at is not null`,
      ),
    isDone: isAt(/^\/cabinet\/notifications$/),
  },
  {
    name: 'person',
    call: { method: 'PATCH', path: /^\/api\/user-data$/ },
    key: null,
    perAccount: 40,
    fill: filledIn('/cabinet/settings/profile', 'name="fullName"', ({ mark }) => ({
      ...{ fullName: `Kai ${mark}`, birthDate: '1990-05-17', maritalStatus: 'single' },
    })),
    effects: (session) =>
      count(session, sql`select count(*) from personal_data where full_name = ${`Kai ${session.mark}`}`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'wallets',
    call: { method: 'PATCH', path: /^\/api\/user-data\/wallets\/update$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/payment-systems', 'name="wallets[0].address"', () => ({
      ...{ 'wallets[0].address': tronWallet, currentPassword, stepUp: 'password' },
    })),
    effects: (session) => count(session, sql`select count(*) from wallets where user_id = ${idOf(session)}`),
    isDone: hasFlash('flash:dataUpdated'),
  },
  {
    name: 'verification',
    call: { method: 'PATCH', path: /^\/api\/user-data\/verification$/ },
    key: null,
    showsOutcome: true,
    hasFile: true,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/verification', 'name="documentNumber"', ({ mark }) => ({
      ...{ fullName: 'Kai Marsh', birthDate: '1990-05-17', maritalStatus: 'single' },
      documentNumber: `LT ${mark}`,
      ...{ photoDocument: fileOf('jpg'), photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') },
    })),
    effects: (session) =>
      count(session, sql`select count(*) from verifications where user_id = ${idOf(session)}`),
    // The page that is told too early has no form any more, and says the same in other words.
    isDone: (answer) =>
      hasFlash('flash:requestSent')(answer) || hasFlash('security:verification.sentence.in_process')(answer),
    isUndone: ({ text }) => text.includes(say('security:verification.sentence.none')),
  },
  {
    name: 'end of a session',
    call: { method: 'POST', path: /^\/api\/ext\/sessions\/end$/ },
    key: null,
    perAccount: 20,
    async prepare({ product, investor }) {
      await signedIn(product.url, investor, 'en')
      const { items } = (await investor.ask('GET', '/ext/sessions')) as {
        items: { id: string; createdAt: string }[]
      }
      return items.sort((one, other) => other.createdAt.localeCompare(one.createdAt))[0]!.id
    },
    fill: (session) =>
      filledIn('/cabinet/settings/sessions', `value="${session.subject}"`, () => ({
        ...{ currentPassword, stepUp: 'password' },
      }))(session),
    effects: (session) =>
      count(session, sql`select count(*) from tokens where id = ${session.subject} and ended_at is not null`),
    isDone: hasFlash('flash:sessionEnded'),
  },
  {
    name: 'end of the other sessions',
    call: { method: 'POST', path: /^\/api\/ext\/sessions\/end$/ },
    key: null,
    perAccount: 1,
    async prepare({ product, investor }) {
      await signedIn(product.url, investor, 'en')
      return ''
    },
    fill: filledIn('/cabinet/settings/sessions', 'id="others"', () => ({
      currentPassword,
      stepUp: 'password',
    })),
    effects: async (session) =>
      Number(
        (await count(
          session,
          sql`select count(*) from tokens where user_id = ${idOf(session)} and ended_at is null`,
        )) <= 1,
      ),
    isDone: hasFlash('flash:sessionsEnded'),
  },
  {
    name: 'deletion of the account',
    call: { method: 'POST', path: /^\/api\/ext\/account\/delete$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/data/deletion', say('common:action.confirm'), () => ({
      ...{ currentPassword, stepUp: 'password' },
    })),
    effects: (session) =>
      count(
        session,
        sql`select count(*) from inquiries where kind = 'deletion' and user_id = ${idOf(session)}`,
      ),
    isDone: (answer) => answer.textOf('main h1') === say('security:deletion.askedTitle'),
  },
]
