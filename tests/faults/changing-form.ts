import { randomUUID } from 'node:crypto'
import { type SQL, eq, sql } from 'drizzle-orm'
import { placeOf } from '../../backend/auth/sign-in-origin'
import { type Db } from '../../backend/db/connect'
import { tokens } from '../../backend/db/schema/access'
import { users } from '../../backend/db/schema/users'
import { type Investor, browserName, demoOperator, newInvestor, topUp } from '../support/investor'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor } from '../support/visitor'
import { type Where } from './proxy'

/** A form that changes something upstream, and the accounts that send it. */

/** A form in a tab, filled in and not sent. */
export interface FilledForm {
  page: Answer
  mark: string
  values?: Record<string, string | File>
  /** How it is sent, if its button does not post a form of ours. */
  press?: (by: Visitor) => Promise<Answer>
}

/** Sends a filled-in form from this browser. */
export const pressed = ({ page, mark, values, press }: FilledForm, by: Visitor): Promise<Answer> =>
  press ? press(by) : by.submit(page, mark, values)

/** The running product, and its database. */
export interface ProductUnderFault {
  url: string
  backendUrl: string
  db: Db
  /** Resolves when the backend has done what follows its answers; absent where it runs on its own. */
  answered?: () => Promise<void>
}

/** An account with its browser. Several cells use one after the other, each with values of its own. */
export interface FormSession {
  /** Where the app is. */
  url: string
  account: { login: string; password: string }
  visitor: Visitor
  /** A part of the typed values that is unique to this cell. */
  mark: string
  /** Its number among those of the account, from 0. */
  cell: number
  /** What `prepare` made for this cell. */
  subject: string
}

/** On the backend of this repository. */
export interface OwnSession extends FormSession {
  product: ProductUnderFault
  investor: Investor
}

export interface ChangingForm<Own extends FormSession = FormSession> {
  name: string
  call: Where
  /**
   * Who knows its idempotency key: the upstream, which can be asked what became of it, the app alone, or nobody, since it
   * has none.
   */
  key: 'upstream' | 'app' | null
  /** The upstream answers success with an empty body, which under an error status looks like any refusal. */
  isAnsweredEmpty?: boolean
  /** Some upstreams answer success without a body, and nothing else shows whether it took effect. */
  hasBareSuccess?: boolean
  /**
   * One of two presses may be refused in truth though the other took effect: a refusal is then counted as excused.
   */
  believesRefusals?: boolean
  /** Who sends it; an investor by default. The operator is the demonstration's, or one that this form alone has. */
  reader?: 'visitor' | 'investor' | 'operator' | 'own operator'
  /** A second press within a minute is refused with a wait, which does not reveal the outcome of the first. */
  isLimited?: boolean
  /** It carries a file: no other page waits for its answer, so it is given up when its reader has waited long enough. */
  hasFile?: boolean
  /** It takes effect after its answer is sent. */
  isDeferred?: boolean
  /** It changes what other forms do, such as whether they wait for a second operator. */
  changesOtherForms?: boolean
  /** Its own page shows the outcome, also with an error status. */
  showsOutcome?: boolean
  /** How many cells one account serves. */
  perAccount: number
  /** Makes what the form needs. @returns the subject */
  prepare?: (session: Own) => Promise<string>
  fill: (session: Own) => Promise<FilledForm>
  /** How often it has taken effect. */
  effects: (session: Own) => Promise<number>
  isDone: (answer: Answer, session: Own) => boolean
  /** Whether the page shows that nothing is done, besides its errors. */
  isUndone?: (answer: Answer) => boolean
}

export async function count({ product: { db } }: OwnSession, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(query)
  return Number(rows[0]?.count)
}

export const idOf = ({ investor }: OwnSession) => sql`(select id from users where login = ${investor.login})`

/** An amount that no other cell of the account has, above each minimum. */
export const amountOf = ({ cell }: OwnSession, from = 100) => (from + cell / 100).toFixed(2)

export const isAt =
  (entry: RegExp) =>
  ({ url }: Answer) =>
    entry.test(url.pathname + url.search)

export const filledIn =
  (path: string, mark: string, values: (session: OwnSession) => Record<string, string | File> = () => ({})) =>
  async (session: OwnSession): Promise<FilledForm> => ({
    page: await session.visitor.visit(path),
    mark,
    values: values(session),
  })

/** The review page of a form that was filled in. */
export const reviewed =
  (fill: (session: OwnSession) => Promise<FilledForm>) =>
  async (session: OwnSession): Promise<FilledForm> => {
    const { page, mark, values } = await fill(session)
    return { page: await session.visitor.submit(page, mark, values), mark: 'name="figures"' }
  }

export const hasFlash = (key: Parameters<ReturnType<typeof textsOf>>[0]) => (answer: Answer) =>
  answer.textOf('body').includes(textsOf('en')(key))

/** The page of a form that closes a deposit, where nothing is left to do. */
export const saysClosed = hasFlash('cabinet:deposits.close.already')

/** A new account for a form, with money for all of its cells. */
export async function openSession(
  product: ProductUnderFault,
  form: ChangingForm<OwnSession>,
): Promise<OwnSession> {
  const { url, backendUrl } = product
  const investor = await newInvestor(backendUrl)
  if (form.key) await topUp(investor, '20000')
  if (form.reader === 'own operator')
    await product.db
      .update(users)
      .set({ role: 'operator', operatorRole: 'admin' })
      .where(eq(users.login, investor.login))
  const account = form.reader === 'operator' ? demoOperator : investor
  const visitor = await enter({ url, account, product }, form)
  return { url, account, product, investor, visitor, mark: '', cell: -1, subject: '' }
}

/** A new browser of the form's sender, signed in unless the sender is a visitor. */
export async function enter(
  { url, account, product }: Pick<FormSession, 'url' | 'account'> & { product?: ProductUnderFault },
  { reader = 'investor' }: Pick<ChangingForm, 'reader'>,
  kind: { saysOrigin?: boolean } = browser,
): Promise<Visitor> {
  if (reader === 'visitor') return openVisitor(url, 'en', kind)
  const visitor = openVisitor(url, 'en', { ...kind, cookie: await cookiesOfSignIn(url, account) })
  if (reader === 'investor' && product) await stepUpBearers(product, account.login)
  return visitor
}

/** Ends the session of a browser, by the button on the page that it has open, or on one that has it; if it has not ended yet. */
export async function signOut(visitor: Visitor, open: Answer): Promise<void> {
  const mark = 'action="/logout"'
  const hasButton = ({ $ }: Answer) => $(`form[${mark}]`).length > 0
  const page = hasButton(open) ? open : await visitor.visit('/cabinet/settings/language')
  if (hasButton(page)) await visitor.submit(page, mark)
}

/**
 * What a browser has that signs in, without the page that it is led to. On a busy machine signing in may take too long, and is
 * repeated.
 * @returns the `Cookie` header
 */
async function cookiesOfSignIn(url: string, account: FormSession['account'], tries = 5): Promise<string> {
  const { login, password } = account
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ login, password }),
    headers: { Origin: url, 'User-Agent': browserName, Cookie: 'lng=en' },
    redirect: 'manual',
  })
  if (answer.status >= 500 && tries > 1) return cookiesOfSignIn(url, account, tries - 1)
  if (answer.status !== 303) throw new Error(`could not sign in: ${answer.status}`)
  const given = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)
  return given.join('; ')
}

/** Steps all bearers of the account up for a day, so that a form is sent once and not with its proofs before it. */
async function stepUpBearers({ db }: ProductUnderFault, login: string): Promise<void> {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.login, login))
  const { id, device, address } = tokens
  const bearers = await db.select({ id, device, address }).from(tokens).where(eq(tokens.userId, owner!.id))
  for (const bearer of bearers) {
    const steppedUpPlace = placeOf({ ...bearer, address: bearer.address ?? '' })
    const steppedUpUntil = new Date(Date.now() + 86_400_000)
    await db.update(tokens).set({ steppedUpUntil, steppedUpPlace }).where(eq(id, bearer.id))
  }
}

/** Browsers send the Origin header. */
export const browser = { saysOrigin: true }

/** The same account for the next cell. */
export async function nextCell<Own extends FormSession>(session: Own, form: ChangingForm<Own>): Promise<Own> {
  const next = { ...session, mark: randomUUID(), cell: session.cell + 1 }
  return { ...next, subject: (await form.prepare?.(next)) ?? '' }
}

/** Whether the account's password is this one, by the backend itself. */
export async function signsIn({ product }: OwnSession, login: string, password: string): Promise<boolean> {
  const answer = await fetch(`${product.backendUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  return answer.ok
}

/** The page that finds out what became of a form, of an investor or an operator. */
export const isOutcomePage = ({ url }: Pick<Answer, 'url'>): boolean =>
  /^\/(cabinet|operator)\/submissions\//.test(url.pathname)
