import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Db } from '../../backend/db/connect'
import { type Investor, demoOperator, newInvestor, topUp } from '../support/investor'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, signedIn } from '../support/visitor'
import { type Where } from './proxy'

/** A form that changes something upstream, and the accounts that send it. */

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
  /** Resolves when the backend has done what follows its answers; absent where it runs on its own. */
  answered?: () => Promise<void>
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
  /** Who sends it; an investor where nothing is said. */
  reader?: 'visitor' | 'investor' | 'operator'
  /** Another press within a minute is told to wait, which says nothing of the first. */
  isLimited?: boolean
  /** It takes effect after it is answered, so that the time of an answer tells nothing. */
  isDeferred?: boolean
  /** Its own page shows what is done, also where that comes with an error. */
  showsOutcome?: boolean
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

export async function count({ product: { db } }: OwnLane, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(query)
  return Number(rows[0]?.count)
}

export const idOf = ({ investor }: OwnLane) => sql`(select id from users where login = ${investor.login})`

/** An amount that no other cell of the account has, above each minimum. */
export const amountOf = ({ cell }: OwnLane, from = 100) => (from + cell / 100).toFixed(2)

export const isAt =
  (entry: RegExp) =>
  ({ url }: Answer) =>
    entry.test(url.pathname + url.search)

export const filledIn =
  (path: string, mark: string, values: (lane: OwnLane) => Record<string, string | File> = () => ({})) =>
  async (lane: OwnLane): Promise<FilledForm> => ({
    page: await lane.visitor.visit(path),
    mark,
    values: values(lane),
  })

/** The review page of a form that was filled in. */
export const reviewed =
  (fill: (lane: OwnLane) => Promise<FilledForm>) =>
  async (lane: OwnLane): Promise<FilledForm> => {
    const { page, mark, values } = await fill(lane)
    return { page: await lane.visitor.submit(page, mark, values), mark: 'name="figures"' }
  }

export const hasFlash = (key: Parameters<ReturnType<typeof textsOf>>[0]) => (answer: Answer) =>
  answer.textOf('body').includes(textsOf('en')(key))

/** A new account for a form, with money for all of its cells; the operator is always the same. */
export async function openLane(product: ProductUnderFault, form: ChangingForm<OwnLane>): Promise<OwnLane> {
  const { url, backendUrl } = product
  const investor = await newInvestor(backendUrl)
  if (form.key) await topUp(investor, '20000')
  const account = form.reader === 'operator' ? demoOperator : investor
  const visitor = await enter({ url, account }, form)
  return { url, account, product, investor, visitor, mark: '', cell: -1, subject: '' }
}

/** A new browser of whoever sends the form, signed in where it takes that. */
export async function enter(
  { url, account }: Pick<Lane, 'url' | 'account'>,
  { reader = 'investor' }: Pick<ChangingForm, 'reader'>,
): Promise<Visitor> {
  if (reader === 'investor') return signedIn(url, account, 'en', browser)
  const visitor = openVisitor(url, 'en', browser)
  if (reader === 'operator')
    await visitor.submit(await visitor.visit('/login'), 'name="password"', { ...account })
  return visitor
}

/** What browsers do. */
export const browser = { saysOrigin: true }

/** The same account for the next cell. */
export async function nextCell<Own extends Lane>(lane: Own, form: ChangingForm<Own>): Promise<Own> {
  const next = { ...lane, mark: randomUUID(), cell: lane.cell + 1 }
  return { ...next, subject: (await form.prepare?.(next)) ?? '' }
}

/** Whether the account's password is this one, by the backend itself. */
export async function signsIn({ product }: OwnLane, login: string, password: string): Promise<boolean> {
  const answer = await fetch(`${product.backendUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  return answer.ok
}
