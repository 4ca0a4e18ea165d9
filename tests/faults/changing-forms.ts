import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Db } from '../../backend/db/connect'
import {
  type Investor,
  currentPassword,
  demoCode,
  newInvestor,
  newPerson,
  topUp,
  tronWallet,
} from '../support/investor'
import { fileOf } from '../support/files'
import { newPayment, useWallet } from '../support/money-forms'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, signedIn } from '../support/visitor'
import { type Where } from './proxy'

/**
 * Every form that changes something upstream: how it is filled in, the call that it makes, and how often it has taken
 * effect, by the database alone.
 */

const say = textsOf('en')

/** A form as it stands in a tab, filled in and not sent. */
export interface FilledForm {
  page: Answer
  mark: string
  values?: Record<string, string | File>
}

/** A product as the forms need it, and its database. */
export interface ProductUnderFault {
  url: string
  backendUrl: string
  db: Db
}

/** An account with its browser. Several cells use one after the other, each with values of its own. */
export interface Lane {
  /** Where the app is. */
  url: string
  account: { login: string; password: string }
  visitor: Visitor
  /** Of this cell alone: a part of what is typed that no other cell has. */
  mark: string
  /** Its number among those of the account, from 0. */
  cell: number
  /** What `prepare` made for this cell. */
  subject: string
}

/** On the backend of this repository. */
export interface OwnLane extends Lane {
  product: ProductUnderFault
  investor: Investor
}

export interface ChangingForm<Own extends Lane = Lane> {
  name: string
  call: Where
  /**
   * Who knows its idempotency key: the upstream, which can be asked what became of it, the app alone, or nobody, since it
   * has none.
   */
  key: 'upstream' | 'app' | null
  /** The upstream's own answer to it says nothing, so that under another status it is a refusal like any other. */
  isAnsweredEmpty?: boolean
  /** Sent by somebody who is not signed in. */
  isPublic?: boolean
  /** How many cells one account serves. */
  perAccount: number
  /** Makes what the form needs. @returns the subject */
  prepare?: (lane: Own) => Promise<string>
  fill: (lane: Own) => Promise<FilledForm>
  /** How often it has taken effect. */
  effects: (lane: Own) => Promise<number>
  isDone: (answer: Answer, lane: Own) => boolean
  /** Whether it shows that nothing is done, where that is more than an error. */
  isUndone?: (answer: Answer) => boolean
}

async function count({ product: { db } }: OwnLane, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(query)
  return Number(rows[0]?.count)
}

const idOf = ({ investor }: OwnLane) => sql`(select id from users where login = ${investor.login})`

/** An amount that no other cell of the account has, above each minimum. */
const amountOf = ({ cell }: OwnLane, from = 100) => (from + cell / 100).toFixed(2)

const isAt =
  (entry: RegExp) =>
  ({ url }: Answer) =>
    entry.test(url.pathname + url.search)

const filledIn =
  (path: string, mark: string, values: (lane: OwnLane) => Record<string, string | File> = () => ({})) =>
  async (lane: OwnLane): Promise<FilledForm> => ({
    page: await lane.visitor.visit(path),
    mark,
    values: values(lane),
  })

/** The review page of a form that was filled in. */
const reviewed =
  (fill: (lane: OwnLane) => Promise<FilledForm>) =>
  async (lane: OwnLane): Promise<FilledForm> => {
    const { page, mark, values } = await fill(lane)
    return { page: await lane.visitor.submit(page, mark, values), mark: 'name="figures"' }
  }

const moneyForms: ChangingForm<OwnLane>[] = [
  {
    name: 'top-up',
    call: { method: 'POST', path: /^\/api\/funds\/refills$/ },
    key: 'upstream',
    perAccount: 20,
    fill: filledIn('/cabinet/top-up', 'name="amount"', (lane) => ({
      system: 'usdt-trc20',
      amount: amountOf(lane),
    })),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from refills where user_id = ${idOf(lane)} and request_amount = ${amountOf(lane)}`,
      ),
    isDone: isAt(/^\/cabinet\/top-up\/[^/]+$/),
  },
  {
    name: 'opening a deposit',
    call: { method: 'POST', path: /^\/api\/funds\/deposits$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/deposits/new', 'name="amount"', (lane) => ({
        ...{ planId: 'breeze', currency: 'USDT', amount: amountOf(lane) },
      })),
    ),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from deposits where user_id = ${idOf(lane)} and amount = ${amountOf(lane)}`,
      ),
    isDone: isAt(/^\/cabinet\/deposits\/(?!new)[^/]+$/),
  },
  {
    name: 'closing a deposit',
    call: { method: 'POST', path: /^\/api\/funds\/deposits\/client\/close\// },
    key: 'upstream',
    perAccount: 20,
    async prepare(lane) {
      const { investor } = lane
      // All that the account will close, past their first term at once.
      if (lane.cell === 0) {
        for (let place = 0; place < 20; place++)
          await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '100' })
        await investor.ask('POST', '/ext/demo/clock', { days: 50 })
      }
      const { items } = (await investor.ask('GET', '/funds/deposits?limit=100')) as {
        items: { id: string; canClose: boolean }[]
      }
      return items.find(({ canClose }) => canClose)!.id
    },
    fill: async (lane) => filledIn(`/cabinet/deposits/${lane.subject}/close`, 'name="submission"')(lane),
    effects: (lane) =>
      count(lane, sql`select count(*) from deposits where id = ${lane.subject} and status = 'closed'`),
    isDone: isAt(/^\/cabinet\/deposits\/[^/]+$/),
  },
  {
    name: 'withdrawal',
    call: { method: 'POST', path: /^\/api\/funds\/payments$/ },
    key: 'upstream',
    perAccount: 40,
    async prepare({ cell, investor }) {
      if (cell === 0) await useWallet(investor)
      return ''
    },
    fill: reviewed(
      filledIn('/cabinet/withdrawals/new?system=usdt-trc20', 'name="wallet"', (lane) => ({
        ...{ system: 'usdt-trc20', amount: amountOf(lane, 50), wallet: tronWallet },
      })),
    ),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from payments where user_id = ${idOf(lane)} and amount = ${amountOf(lane, 50)}`,
      ),
    isDone: isAt(/^\/cabinet\/withdrawals\/(?!new)[^/]+$/),
  },
  {
    name: 'cancelling a withdrawal',
    call: { method: 'POST', path: /^\/api\/ext\/payments\/[^/]+\/cancel$/ },
    key: 'upstream',
    perAccount: 40,
    prepare: ({ investor }) => newPayment(investor, '50'),
    fill: async (lane) => filledIn(`/cabinet/withdrawals/${lane.subject}/cancel`, 'name="submission"')(lane),
    effects: (lane) =>
      count(lane, sql`select count(*) from payments where id = ${lane.subject} and cancelled_at is not null`),
    isDone: isAt(/^\/cabinet\/withdrawals\/[^/]+$/),
  },
  {
    name: 'exchange',
    call: { method: 'POST', path: /^\/api\/user\/exchange$/ },
    key: 'upstream',
    perAccount: 40,
    fill: reviewed(
      filledIn('/cabinet/exchange', 'name="amount"', (lane) => ({
        ...{ from: 'USDT', to: 'BTC', amount: amountOf(lane) },
      })),
    ),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from exchanges where user_id = ${idOf(lane)} and amount_from = ${amountOf(lane)}`,
      ),
    isDone: isAt(/^\/cabinet\/exchange\?done=/),
  },
  {
    name: 'subscription',
    call: { method: 'POST', path: /^\/api\/user\/subscription$/ },
    key: 'upstream',
    perAccount: 1, // a second one of the same length would be the same entry
    fill: reviewed(filledIn('/cabinet/subscription', 'name="optionId"', () => ({ optionId: 'month' }))),
    effects: (lane) => count(lane, sql`select count(*) from subscriptions where user_id = ${idOf(lane)}`),
    isDone: ({ url, text }) =>
      url.pathname === '/cabinet/subscription' && text.includes(say('exchange:subscription.activeText')),
  },
]

const hasFlash = (key: Parameters<typeof say>[0]) => (answer: Answer) =>
  answer.textOf('body').includes(say(key))

/** Forms without a key: what they did is known by its effect. */
const otherForms: ChangingForm<OwnLane>[] = [
  {
    name: 'message',
    call: { method: 'POST', path: /^\/api\/ext\/messages$/ },
    key: null,
    isAnsweredEmpty: true,
    isPublic: true,
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
    isPublic: true,
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
    isPublic: true,
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
    isPublic: true,
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
    isPublic: true,
    perAccount: 1,
    async prepare({ visitor }) {
      const person = newPerson()
      const form = await visitor.visit('/register')
      await visitor.submit(form, 'name="passwordRepeat"', { ...person, passwordRepeat: person.password })
      return person.login
    },
    fill: filledIn('/phone', 'name="code"', () => ({ code: demoCode })),
    effects: (lane) =>
      count(
        lane,
        sql`select count(*) from users where login = ${lane.subject} and phone_confirmed_at is not null`,
      ),
    isDone: isAt(/^\/cabinet/),
  },
  {
    name: 'new password by a code',
    call: { method: 'POST', path: /^\/api\/ext\/password\/reset$/ },
    key: null,
    isPublic: true,
    perAccount: 1,
    async prepare({ product, investor: { login } }) {
      const visitor = openVisitor(product.url, 'en')
      await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
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
  {
    name: 'password',
    call: { method: 'PATCH', path: /^\/api\/user\/password$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/password', 'name="passwordRepeat"', () => ({
      ...{ currentPassword, password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' },
    })),
    effects: async (lane) => Number(await signsIn(lane, lane.investor.login, 'High-tide-at-9')),
    isDone: hasFlash('common:flash.passwordUpdated'),
  },
  {
    name: 'contacts',
    call: { method: 'POST', path: /^\/api\/user\/profile$/ },
    key: null,
    perAccount: 40,
    fill: async (lane) => {
      const page = await lane.visitor.visit('/cabinet/settings/profile')
      const [email, phone] = [page.typed('email'), page.typed('phone')]
      return { page, mark: 'name="city"', values: { email, phone, city: lane.mark } }
    },
    effects: (lane) => count(lane, sql`select count(*) from users where city = ${lane.mark}`),
    isDone: hasFlash('common:flash.dataUpdated'),
  },
  {
    name: 'person',
    call: { method: 'PATCH', path: /^\/api\/user-data$/ },
    key: null,
    perAccount: 40,
    fill: filledIn('/cabinet/settings/profile', 'name="fullName"', ({ mark }) => ({
      ...{ fullName: `Kai ${mark}`, birthDate: '1990-05-17', maritalStatus: 'single' },
    })),
    effects: (lane) =>
      count(lane, sql`select count(*) from personal_data where full_name = ${`Kai ${lane.mark}`}`),
    isDone: hasFlash('common:flash.dataUpdated'),
  },
  {
    name: 'wallets',
    call: { method: 'PATCH', path: /^\/api\/user-data\/wallets\/update$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/payment-systems', 'name="wallets[0].address"', () => ({
      ...{ 'wallets[0].address': tronWallet, currentPassword, stepUp: '1' },
    })),
    effects: (lane) => count(lane, sql`select count(*) from wallets where user_id = ${idOf(lane)}`),
    isDone: hasFlash('common:flash.dataUpdated'),
  },
  {
    name: 'verification',
    call: { method: 'PATCH', path: /^\/api\/user-data\/verification$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/verification', 'name="documentNumber"', ({ mark }) => ({
      ...{ fullName: 'Kai Marsh', birthDate: '1990-05-17', maritalStatus: 'single' },
      documentNumber: `LT ${mark}`,
      ...{ photoDocument: fileOf('jpg'), photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') },
    })),
    effects: (lane) => count(lane, sql`select count(*) from verifications where user_id = ${idOf(lane)}`),
    isDone: hasFlash('common:flash.requestSent'),
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
    fill: filledIn('/cabinet/settings/sessions', 'id="others"'),
    effects: async (lane) =>
      Number(
        (await count(
          lane,
          sql`select count(*) from tokens where user_id = ${idOf(lane)} and ended_at is null`,
        )) <= 1,
      ),
    isDone: hasFlash('common:flash.sessionsEnded'),
  },
  {
    name: 'deletion of the account',
    call: { method: 'POST', path: /^\/api\/ext\/account\/delete$/ },
    key: null,
    perAccount: 1,
    fill: filledIn('/cabinet/settings/data/deletion', say('common:action.confirm'), () => ({
      ...{ currentPassword, stepUp: '1' },
    })),
    effects: (lane) =>
      count(lane, sql`select count(*) from inquiries where kind = 'deletion' and user_id = ${idOf(lane)}`),
    isDone: (answer) => answer.textOf('main h1') === say('settings:deletion.askedTitle'),
  },
  {
    name: 'days of the demonstration',
    call: { method: 'POST', path: /^\/api\/ext\/demo\/clock$/ },
    key: null,
    perAccount: 40,
    prepare: async (lane) =>
      String(await count(lane, sql`select coalesce(max(offset_days), 0) as count from demo_clock`)),
    fill: filledIn('/demo/clock', 'id="clock-days"', () => ({ days: '1' })),
    effects: async (lane) =>
      (await count(lane, sql`select coalesce(max(offset_days), 0) as count from demo_clock`)) -
      Number(lane.subject),
    isDone: hasFlash('common:flash.clockMoved'),
  },
  {
    name: 'transfer of a top-up',
    call: { method: 'POST', path: /^\/api\/ext\/demo\/refills\/[^/]+\/pay$/ },
    key: null,
    perAccount: 20,
    async prepare(lane) {
      const { id } = await lane.investor.ask('POST', '/funds/refills', {
        ...{ system: 'usdt-trc20', amount: amountOf(lane) },
      })
      return id as string
    },
    fill: (lane) =>
      filledIn(`/cabinet/top-up/${lane.subject}`, `action="/demo/refills/${lane.subject}/pay"`)(lane),
    effects: (lane) =>
      count(lane, sql`select count(*) from refills where id = ${lane.subject} and status = 'topped_up'`),
    isDone: ({ text }) => text.includes(say('common:status.refill.topped_up')),
    isUndone: ({ text }) => text.includes(say('common:status.refill.pending')),
  },
]

export const changingForms = [...moneyForms, ...otherForms]

async function signsIn({ product }: OwnLane, login: string, password: string): Promise<boolean> {
  const answer = await fetch(`${product.backendUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  return answer.ok
}

/** A new account for a form, with money for all of its cells. */
export async function openLane(product: ProductUnderFault, form: ChangingForm<OwnLane>): Promise<OwnLane> {
  const { url, backendUrl } = product
  const investor = await newInvestor(backendUrl)
  if (form.key) await topUp(investor, '20000')
  const visitor = form.isPublic
    ? openVisitor(url, 'en', browser)
    : await signedIn(url, investor, 'en', browser)
  return { url, account: investor, product, investor, visitor, mark: '', cell: -1, subject: '' }
}

/** What browsers do. */
export const browser = { saysOrigin: true }

/** The same account for the next cell. */
export async function nextCell<Own extends Lane>(lane: Own, form: ChangingForm<Own>): Promise<Own> {
  const next = { ...lane, mark: randomUUID(), cell: lane.cell + 1 }
  return { ...next, subject: (await form.prepare?.(next)) ?? '' }
}
