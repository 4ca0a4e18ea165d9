import { randomBytes } from 'node:crypto'
import Big from 'big.js'
import {
  type Books,
  type Currency,
  type Deposit,
  type Notification,
  type PaymentSystem,
  type Payment,
  type Refill,
  type User,
  hourMs,
  paymentSystems,
  plans,
  rates,
  subscriptionOptions,
} from './books'
import {
  Code,
  Day,
  Id,
  type ResponseFormat,
  type Plain,
  Raw,
  Refusal,
  type Thing,
  Word,
} from './response-format'

/**
 * The calls of the third-party upstream on its books, independent of how requests and answers are written.
 */

export interface Call {
  params: Record<string, string>
  body: Record<string, unknown>
  /** Finds the user of a bearer token. */
  user?: User
}

export type Reply =
  | { kind: 'thing'; thing: Plain }
  | { kind: 'setting'; value?: string | number | boolean }
  | { kind: 'list'; name: string; rows: Thing[] }
  | { kind: 'changed'; status: number; name: string; thing?: Thing }
  | { kind: 'session' | 'registered'; token: string; user: Thing }

/** The texts of errors that an investor sees. */
export const texts = {
  signIn: 'Incorrect login or password',
  tooSoon: 'Retry the request in a few minutes',
  code: 'Error sending code',
  phone: 'This number is already registered',
  email: 'This email is already registered',
  login: 'This login has already been registered',
  registration: 'Registration Error',
  verification: 'Verification Error',
  other: 'An error occurred, try later',
  session: 'Session time expired',
  subscription: 'Subscription creation error',
  deposit: 'Deposit creation error',
  closure: 'Deposit closure error',
  update: 'Update error',
}

const settings = new Map<string, string | number | boolean>([
  ['minimumInvestment', 100],
  ['withdrawalHours', 96],
  ['supportChannel', 'https://t.me/stranger'],
  ['telegramAuthAvailable', false],
])

/** The profile fields that a user may set. */
const contactNames = ['country', 'city', 'instagram', 'telegram', 'vk']
const personNames = ['fullName', 'birthDate', 'maritalStatus']

/** The code that every phone gets. */
const phoneCode = '000000'

const thing = (of: Plain): Reply => ({ kind: 'thing', thing: of })
const list = (name: string, rows: Thing[]): Reply => ({ kind: 'list', name, rows })
const changed = (status: number, name: string, of?: Thing): Reply => {
  return { kind: 'changed', status, name, thing: of }
}

/**
 * @param format writes ids, logins and tokens, which calls have to recognise again
 * @returns the calls by method and path, where a parameter with a question mark is optional
 */
export function createCalls(books: Books, format: ResponseFormat) {
  const sessions = new Map<string, User>()
  const ofUser = <T extends { login: string }>(rows: T[], { login }: User) =>
    rows.filter((row) => row.login === login)

  function signIn(user: User): string {
    const token = format.token(randomBytes(24).toString('hex'))
    sessions.set(token, user)
    return token
  }

  /** Finds the row that a call names, by its id as it was written or by its name. */
  function find<T extends { id: number }>(rows: T[], given: unknown, otherwise: Refusal): T {
    const text = textIn({ given }, 'given')
    const found = rows.find((row) => isId(row.id, text) || ('name' in row && row.name === text))
    if (!found) throw otherwise
    return found
  }
  function isId(number: number, given: string, idOf = format.id): boolean {
    const id = idOf(number)
    return given === (id instanceof Raw ? id.text : String(id))
  }

  function currencyIn(body: Call['body'], otherwise: Refusal, ...names: string[]): Currency {
    const given = textIn(body, ...names).toUpperCase()
    const found = (Object.keys(rates) as Currency[]).find((code) => code === given)
    if (!found) throw otherwise
    return found
  }

  const userOf = (user: User): Thing =>
    format.user({
      id: new Id(user.id),
      login: user.login,
      email: user.email,
      phone: user.phone,
      ...(format.tellsPhoneConfirmed && { phoneConfirmed: user.phoneConfirmed ?? false }),
      ...(user.role && { role: new Word(user.role) }),
      registrationDate: user.registrationDate,
      inviterLogin: user.inviterLogin,
      ...user.profile,
      subscription: user.subscription,
      notifications: true,
    })
  const depositOf = (deposit: Deposit): Thing => ({
    id: new Id(deposit.id),
    plan: deposit.plan.name,
    currency: new Code(deposit.currency),
    amount: deposit.amount,
    term: deposit.plan.term,
    dailyProfitability: deposit.plan.dailyProfitability,
    minimumDeposit: deposit.plan.minimumDeposit,
    income: deposit.amount.times(deposit.plan.dailyProfitability).times(deposit.plan.term).div(100),
    accrued: books.accruedOf(deposit),
    status: new Word(books.statusOf(deposit)),
  })
  const refillOf = (refill: Refill): Thing => ({
    id: new Id(refill.id),
    requestAmount: refill.requestAmount,
    creditedAmount: refill.creditedAmount,
    creationDate: refill.creationDate,
    creditDate: refill.creditDate,
    status: new Word(books.statusOfRefill(refill)),
    wallet: refill.wallet,
    transactionHash: refill.transactionHash,
    system: refill.system.name,
  })
  const paymentOf = (payment: Payment): Thing => ({
    ...(format.idsOnAll && { id: new Id(payment.id) }),
    wallet: payment.wallet,
    amount: payment.amount,
    system: payment.system.name,
    creationDate: payment.creationDate,
    withdrawalDate: payment.withdrawalDate,
    status: new Word(payment.status),
  })
  const partnerRows = (login: string) =>
    books
      .partnersOf(login)
      .map(({ user, level }) => ({ login: user.login, level, ...books.turnoverOf(user.login, level) }))
  function totalsOf(login: string): Record<'turnover' | 'bonus' | 'accruals', Big> {
    const sum = (field: 'turnover' | 'bonus' | 'accruals') =>
      partnerRows(login).reduce((total, row) => total.plus(row[field]), Big(0))
    return { turnover: sum('turnover'), bonus: sum('bonus'), accruals: sum('accruals') }
  }
  function partnerOf(user: User, login = user.login) {
    const row = partnerRows(user.login).find((partner) => partner.login === login)
    if (!row) throw new Refusal(404, texts.other)
    return row
  }
  function sumOf(user: User, type: string): Big {
    const rows = ofUser(books.operations, user).filter((row) => row.type === type)
    return rows.reduce((sum, row) => sum.plus(row.amount.times(rates[row.currency])), Big(0))
  }

  /** Copies the profile fields of a request, and nothing else. */
  function edit(user: User, body: Call['body']): void {
    for (const name of [...contactNames, ...personNames])
      if (body[name] !== undefined) user.profile[name] = textIn(body, name)
    for (const name of ['email', 'phone'] as const) {
      const given = textIn(body, name)
      const isTaken = given && books.users.some((other) => other !== user && other[name] === given)
      if (isTaken) throw new Refusal(400, texts[name], name)
      if (given) user[name] = given
    }
  }

  /** The user whose phone is confirmed: the one signed in, or the one that the body names. */
  function unconfirmed({ user, body }: Call, otherwise: string): User {
    const named = textIn(body, 'login', 'phone', 'email')
    const found = user ?? books.users.find((one) => [one.login, one.phone, one.email].includes(named))
    if (!found || found.phoneConfirmed) throw new Refusal(400, otherwise, 'code')
    return found
  }

  function ratesReply(): Reply {
    const entries = Object.entries(rates)
    if (format.ratesByCurrency) return thing(new Map(entries))
    const rows = entries.map(([code, rate]) => ({ coin: new Code(code), rate }))
    return list('rates', rows)
  }

  const forAnyone: Record<string, (call: Call) => Reply> = {
    'POST /auth/login': ({ body }) => {
      const name = textIn(body, 'login', 'email', 'phone', 'username')
      const user = books.users.find((one) => [one.login, one.email, one.phone].includes(name))
      if (!user || !books.isPassword(user, textIn(body, 'password')))
        throw new Refusal(401, texts.signIn, 'login', 'sign-in')
      return { kind: 'session', token: signIn(user), user: userOf(user) }
    },
    'POST /auth/register/:login': ({ params: { login = '' }, body }) => {
      const named = { login, email: textIn(body, 'email'), phone: textIn(body, 'phone') }
      for (const field of ['login', 'email', 'phone'] as const) {
        const value = named[field].toLowerCase()
        const isTaken = value && books.users.some((one) => one[field]?.toLowerCase() === value)
        if (isTaken) throw new Refusal(400, texts[field], field)
      }
      const password = textIn(body, 'password')
      if (password.length < 8) throw new Refusal(400, texts.registration, 'password')
      const inviterLogin = textIn(body, 'inviterLogin', 'inviter', 'referrer', 'ref') || undefined
      const user = books.register({ ...named, password, inviterLogin })
      return { kind: 'registered', token: signIn(user), user: userOf(user) }
    },
    // There is no Telegram bot, as the setting says.
    'POST /auth/telegram/:login?': () => {
      throw new Refusal(400, texts.other)
    },
    'POST /auth/phone/confirm': (call) => {
      const user = unconfirmed(call, texts.verification)
      if (textIn(call.body, 'code') !== phoneCode) throw new Refusal(400, texts.verification, 'code')
      user.phoneConfirmed = true
      return changed(200, 'user', {})
    },
    'POST /auth/phone/resend': (call) => {
      const user = unconfirmed(call, texts.code)
      const now = books.now()
      if (user.codeSent && now.getTime() - user.codeSent.getTime() < 60_000)
        throw new Refusal(429, texts.tooSoon, 'phone')
      user.codeSent = now
      return changed(204, 'code')
    },
    'GET /content/news': () => list('news', books.news.map(newsOf)),
    'GET /content/news/one/:id': ({ params }) =>
      thing(newsOf(find(books.news, params.id, new Refusal(404, texts.other)))),
    'GET /settings/subscription/options': () =>
      list(
        'options',
        subscriptionOptions.map(({ id, ...option }) => ({ id: new Id(id), ...option })),
      ),
    'GET /settings/:key': ({ params: { key = '' } }) => ({ kind: 'setting', value: settings.get(key) }),
    'GET /payment-systems': () => list('paymentSystems', paymentSystems.map(systemOf)),
    'GET /settings_other/plans/available': () =>
      list(
        'plans',
        plans.map(({ id, ...plan }) => ({ id: new Id(id), ...plan })),
      ),
  }

  const forInvestors: Record<string, (user: User, call: Call) => Reply> = {
    'GET /user/balance': (user) => {
      const open = ofUser(books.deposits, user).filter((one) => !one.closed && one.currency === 'USDT')
      const balance = {
        type: 'balance',
        balance: books.balanceOf(user.login, 'USDT'),
        balance_dep: open.reduce((sum, one) => sum.plus(one.amount), Big(0)),
        currency: new Code('USDT'),
        currencies: format.currencies(books.balances[user.login] ?? new Map<Currency, Big>()),
      }
      return thing(balance)
    },
    'POST /user/exchange': (user, { body }) => {
      const refusal = new Refusal(400, texts.other, 'amount')
      const from = currencyIn(body, refusal, 'from', 'fromCurrency', 'currencyFrom', 'from_currency')
      const to = currencyIn(body, refusal, 'to', 'toCurrency', 'currencyTo', 'to_currency')
      const amount = amountIn(body, refusal)
      if (from === to || !books.exchange(user.login, from, to, amount)) throw refusal
      return changed(200, 'exchange', {})
    },
    'POST /user/profile': (user, { body }) => {
      if (format.refusesEmptyProfile && !Object.keys(body).length) throw new Refusal(422, texts.update)
      edit(user, body)
      return changed(200, 'user', userOf(user))
    },
    'GET /user/statistics': (user) => {
      const income = ofUser(books.deposits, user).reduce(
        (sum, one) => sum.plus(books.accruedOf(one).times(rates[one.currency])),
        Big(0),
      )
      const [referral, matching, bonus] = ['referral', 'matching', 'bonus'].map((type) => sumOf(user, type))
      return thing(format.statistics({ income, referral, matching, bonus }))
    },
    'POST /user/subscription': (user, { body }) => {
      const refusal = new Refusal(400, texts.subscription, 'option')
      const given = textIn(body, 'option', 'optionId', 'option_id', 'id', 'subscription', 'subscriptionId')
      const option = find(subscriptionOptions, given, refusal)
      if (!books.move(user.login, 'subscription', option.amount.times(-1), 'USDT')) throw refusal
      const from = Math.max(books.now().getTime(), user.subscription?.getTime() ?? 0)
      user.subscription = new Date(from + option.days * 24 * hourMs)
      return changed(200, 'subscription', {})
    },
    'GET /user/referral/:login': (user, { params: { login = '' } }) => {
      if (login !== user.login) return thing(partnerOf(user, login))
      return thing({ login, level: 0, ...totalsOf(login) })
    },
    'GET /user/referrals/:login?': (user, { params: { login } }) => {
      if (login && login !== user.login) partnerOf(user, login)
      return list('referrals', partnerRows(login ?? user.login))
    },
    'GET /user/bonus': (user) => {
      const turnover = totalsOf(user.login).turnover
      const ranks = ['Spark', 'Chimera', 'Monarch', 'Goliath', 'Whale']
      const reached = ranks.filter((_rank, step) => turnover.gte(1000 * 10 ** step))
      return thing({ rank: reached.at(-1), bonus: sumOf(user, 'bonus') })
    },
    'PATCH /user/password': (user, { body }) => {
      const next = textIn(body, 'newPassword', 'new', 'new_password', 'password')
      const current = textIn(body, 'currentPassword', 'oldPassword', 'current', 'old_password')
      if (!books.isPassword(user, current))
        throw new Refusal(format.wrongPasswordStatus, texts.update, 'currentPassword', 'password')
      if (next.length < 8) throw new Refusal(400, texts.update, 'newPassword')
      books.setPassword(user, next)
      return changed(204, 'user')
    },
    'GET /user/exchange-rate': ratesReply,
    'GET /user/operations': (user) =>
      list(
        'operations',
        ofUser(books.operations, user).map(({ id, type, amount, currency, date }) => ({
          ...(format.idsOnAll && { id: new Id(id) }),
          type: new Word(type),
          amount,
          currency: new Code(currency),
          date,
        })),
      ),

    'GET /user-data/byType/:type?': (user, { params: { type = 'profile' } }) => {
      if (type === 'profile') return thing(profileOf(user))
      if (type === 'verification') return thing(verificationOf(user))
      throw new Refusal(404, texts.other)
    },
    'PATCH /user-data': (user, { body }) => {
      const { data } = body
      edit(user, typeof data === 'object' && data ? (data as Call['body']) : body)
      return changed(200, 'profile', profileOf(user))
    },
    'PATCH /user-data/wallets/update': (user, { body }) => {
      const { wallets = body } = body
      const pairs = Array.isArray(wallets)
        ? (wallets as Call['body'][]).map((row) => [systemNamed(row), textIn(row, 'wallet', 'address')])
        : Object.entries(wallets as Call['body']).map(([name, wallet]) => [name, wallet])
      for (const [name, wallet] of pairs) {
        const system = paymentSystems.find((one) => one.name === name || isId(one.id, String(name)))
        if (!system || typeof wallet !== 'string') throw new Refusal(400, texts.update, 'wallet')
        if (wallet) user.wallets.set(system.name, wallet)
        else user.wallets.delete(system.name)
      }
      return changed(204, 'wallets')
    },
    'GET /user-data/wallets': (user) =>
      list(
        'wallets',
        [...user.wallets].map(([system, wallet]) => ({ system, wallet })),
      ),
    // The files were read to their end and discarded.
    'PATCH /user-data/verification': (user) => {
      user.verification = { ...user.verification, status: 'in process' }
      return changed(200, 'verification', {})
    },

    'GET /funds/deposits': (user) => list('deposits', ofUser(books.deposits, user).map(depositOf)),
    'POST /funds/deposits': (user, { body }) => {
      const refusal = new Refusal(400, texts.deposit, 'amount')
      const plan = find(plans, textIn(body, 'plan', 'planId', 'plan_id', 'tariff', 'tariffId'), refusal)
      const currency = currencyIn(body, refusal, 'currency')
      const amount = amountIn(body, refusal)
      if (amount.times(rates[currency]).lt(plan.minimumDeposit)) throw refusal
      const deposit = books.open(user.login, plan, amount, currency)
      if (!deposit) throw refusal
      return changed(201, 'deposit', depositOf(deposit))
    },
    'POST /funds/deposits/client/close/:id': (user, { params }) => {
      const deposit = find(ofUser(books.deposits, user), params.id, new Refusal(404, texts.closure))
      if (!books.close(deposit)) throw new Refusal(400, texts.closure)
      return changed(200, 'deposit', depositOf(deposit))
    },
    'GET /funds/payments': (user) => list('payments', ofUser(books.payments, user).map(paymentOf)),
    'POST /funds/payments': (user, { body }) => {
      const refusal = new Refusal(400, texts.other, 'amount')
      const system = find(paymentSystems, systemNamed(body), refusal)
      const wallet = textIn(body, 'wallet', 'address') || user.wallets.get(system.name)
      const amount = amountIn(body, refusal)
      if (!wallet) throw new Refusal(400, texts.other, 'wallet')
      if (amount.times(rates[system.currency]).lt(system.minimumWithdrawal)) throw refusal
      const payment = books.withdraw(user.login, system, wallet, amount)
      if (!payment) throw refusal
      return changed(201, 'payment', paymentOf(payment))
    },
    'GET /funds/refills': (user) => list('refills', ofUser(books.refills, user).map(refillOf)),
    'POST /funds/refills': (user, { body }) => {
      const refusal = new Refusal(400, texts.other, 'amount')
      const system = find(paymentSystems, systemNamed(body), refusal)
      const refill = books.add<Refill>(books.refills, {
        login: user.login,
        system,
        requestAmount: amountIn(body, refusal),
        creationDate: books.now(),
        status: 'pending',
        wallet: `stranger-${system.id}-${randomBytes(8).toString('hex')}`,
      })
      return changed(201, 'refill', refillOf(refill))
    },
    'GET /funds/refills/:id': (user, { params }) =>
      thing(refillOf(find(ofUser(books.refills, user), params.id, new Refusal(404, texts.other)))),
    // No field says whether a notification has been read. Read notifications are left out.
    'GET /notification': (user) =>
      list(
        'notifications',
        ofUser(books.notifications, user)
          .filter((one) => !one.read)
          .map(notificationOf),
      ),
    'POST /notification/read': (user, { body }) => {
      const refusal = new Refusal(404, texts.other, 'id')
      for (const id of Array.isArray(body.ids) ? (body.ids as unknown[]) : [body.id])
        find(ofUser(books.notifications, user), id, refusal).read = true
      return changed(204, 'notification')
    },
  }

  const unknownToken = () => new Refusal(401, texts.session, 'request', 'token')
  const table: typeof forAnyone = {
    ...forAnyone,
    ...(format.ratesForAnyone && { 'GET /user/exchange-rate': ratesReply }),
  }
  for (const [key, own] of Object.entries(forInvestors))
    table[key] ??= (call) => {
      if (!call.user) throw unknownToken()
      return own(call.user, call)
    }
  return { table, isId, userOfToken: (token: string) => sessions.get(token), unknownToken }
}

export function notificationOf({ id, type, message, image }: Notification): Thing {
  return { id: new Id(id), type: new Word(type), message, image }
}

function systemOf({ id, currency, ...system }: PaymentSystem): Thing {
  return { id: new Id(id), ...system, currency: new Code(currency) }
}

function newsOf({ id, day, ...news }: Books['news'][0]): Thing {
  return { id: new Id(id), ...news, date: new Day(day) }
}

function profileOf({ profile, email, phone }: User): Thing {
  return { ...profile, email, phone }
}

function verificationOf({ verification: { dateOfBirth, status, ...rest } = {} }: User): Thing {
  return {
    ...rest,
    dateOfBirth: dateOfBirth ? new Day(dateOfBirth) : undefined,
    status: status ? new Word(status) : undefined,
  }
}

/** The first of these fields that a body has, as text. */
function textIn(body: Call['body'], ...names: string[]): string {
  const given = names.map((name) => body[name]).find((value) => value !== undefined && value !== null)
  return typeof given === 'string' || typeof given === 'number' ? String(given).trim() : ''
}

function amountIn(body: Call['body'], otherwise: Refusal): Big {
  const text = textIn(body, 'amount', 'requestAmount', 'sum')
  if (!/^\d+(\.\d+)?$/.test(text) || Big(text).lte(0)) throw otherwise
  return Big(text)
}

function systemNamed(body: Call['body']): string {
  return textIn(body, 'system', 'systemId', 'system_id', 'paymentSystem', 'paymentSystemId')
}
