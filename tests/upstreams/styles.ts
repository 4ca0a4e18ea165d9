import { type Fields, type Json, type Style } from './translated-stranger'

/** The upstreams of the examples in `docs/dialects`, as their owners would have written them. */

/** The number of a refusal's text in this style. */
const numberOf = (styles: Record<string, number>, text: string): number => styles[text] ?? 1999

const renamed = (json: Json, rename: (name: string) => string): Json => {
  if (Array.isArray(json)) return json.map((item) => renamed(item, rename))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [rename(name), renamed(value, rename)]),
  )
}

/** A text or a number of the upstream's answer. */
const plainText = (value: Json | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
const messageOf = (body: Json) => plainText((body as Fields).message)

/** States as numbers: those of deposits, top-ups and withdrawals, in this order. */
const states: Record<string, string[]> = {
  deposits: ['in progress', 'awaiting completion', 'closed'],
  refills: ['pending', 'topped up', 'rejected', 'timeout expired'],
  payments: ['pending', 'under review', 'rejected', 'withdrawn'],
}

function withNumberedState(to: string, json: Json): Json {
  const words = Object.entries(states).find(([name]) => to.includes(`/funds/${name}`))?.[1]
  if (Array.isArray(json)) return json.map((item) => withNumberedState(to, item))
  if (!words || typeof json !== 'object' || json === null) return json
  return { ...json, status: words.indexOf(plainText(json.status)) + 1 }
}

const snakeName = (name: string): string =>
  ({ refreshToken: 'access_token', wallet: 'address' })[name] ??
  name.replace(/[a-z][A-Z]/g, ([one = '', other = '']) => `${one}_${other.toLowerCase()}`)

const wantsNumber = ['amount', 'plan_id', 'option_id', 'id']
const systems = ['USDT TRC-20', 'BTC', 'ETH', 'TRON']

const sameNames = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]))
const contactFields = sameNames(['email', 'phone', 'country', 'city', 'instagram', 'telegram', 'vk'])
const personFields = ['fullName', 'birthDate', 'maritalStatus']
const documentFields = ['documentNumber', 'photoDocument', 'photoLogin', 'photoWallet']

/** The style of `rest-snake-case.yaml`. */
export const restStyle: Style = {
  routes: {
    'POST /v1/sessions': { to: 'POST /auth/login', takes: { user_name: 'login', secret: 'password' } },
    'POST /v1/accounts': {
      to: 'POST /auth/register/{login}',
      takes: {
        ...{ user_name: 'login', secret: 'password', email: 'email', phone: 'phone' },
        ...{ invited_by: 'inviter', language: 'language' },
      },
    },
    'GET /v1/articles': { to: 'GET /content/news' },
    'GET /v1/articles/{id}': { to: 'GET /content/news/one/{id}' },
    'GET /v1/options/{key}': { to: 'GET /settings/{key}' },
    'GET /v1/subscription_offers': { to: 'GET /settings/subscription/options' },
    'GET /v1/payment_systems': { to: 'GET /payment-systems' },
    'GET /v1/plans': { to: 'GET /settings_other/plans/available' },
    'GET /v1/me/balance': { to: 'GET /user/balance' },
    'GET /v1/me/statistics': { to: 'GET /user/statistics' },
    'POST /v1/me/exchanges': {
      to: 'POST /user/exchange',
      takes: { from: 'from', to: 'to', amount: 'amount', rate_id: 'rateId' },
    },
    'GET /v1/rates': { to: 'GET /user/exchange-rate' },
    'PUT /v1/me/contacts': { to: 'POST /user/profile', takes: contactFields },
    'POST /v1/me/subscription': { to: 'POST /user/subscription', takes: { option_id: 'optionId' } },
    'GET /v1/partners/{login}': { to: 'GET /user/referral/{login}' },
    'GET /v1/me/partners': { to: 'GET /user/referrals' },
    'GET /v1/me/partners/{login}': { to: 'GET /user/referrals/{login}' },
    'GET /v1/me/bonus': { to: 'GET /user/bonus' },
    'PUT /v1/me/secret': {
      to: 'PATCH /user/password',
      takes: { current_secret: 'currentPassword', new_secret: 'newPassword' },
    },
    'GET /v1/me/operations': { to: 'GET /user/operations', takes: { sort: 'sort', sort_dir: 'sortDir' } },
    'GET /v1/me/data/{type}': { to: 'GET /user-data/byType/{type}' },
    'PUT /v1/me/data': {
      to: 'PATCH /user-data',
      takes: {
        ...{ type: 'type', data: 'data', full_name: 'fullName', birth_date: 'birthDate' },
        marital_status: 'maritalStatus',
      },
    },
    'POST /v1/me/documents': {
      to: 'PATCH /user-data/verification',
      takes: {
        ...{ full_name: 'fullName', birth_date: 'birthDate', marital_status: 'maritalStatus' },
        ...{ document_number: 'documentNumber', photo_document: 'photoDocument' },
        ...{ photo_login: 'photoLogin', photo_wallet: 'photoWallet' },
      },
    },
    'GET /v1/me/wallets': { to: 'GET /user-data/wallets' },
    'PUT /v1/me/wallets': { to: 'PATCH /user-data/wallets/update', takes: { wallets: 'wallets' } },
    'GET /v1/me/deposits': { to: 'GET /funds/deposits', takes: { status: 'status' } },
    'POST /v1/me/deposits': {
      to: 'POST /funds/deposits',
      takes: { plan_id: 'planId', currency: 'currency', amount: 'amount' },
    },
    'POST /v1/me/deposits/{id}/closing': { to: 'POST /funds/deposits/client/close/{id}' },
    'GET /v1/me/top_ups': { to: 'GET /funds/refills' },
    'POST /v1/me/top_ups': { to: 'POST /funds/refills', takes: { system: 'system', amount: 'amount' } },
    'GET /v1/me/top_ups/{id}': { to: 'GET /funds/refills/{id}' },
    'GET /v1/me/withdrawals': { to: 'GET /funds/payments' },
    'POST /v1/me/withdrawals': {
      to: 'POST /funds/payments',
      takes: { system: 'system', amount: 'amount', address: 'wallet' },
    },
    'GET /v1/me/notifications': { to: 'GET /notification' },
    'POST /v1/me/notifications/read': { to: 'POST /notification/read', takes: { id: 'id', login: 'login' } },
  },
  objection({ method, fields }) {
    const odd = wantsNumber.find((name) => name in fields && typeof fields[name] !== 'number')
    if (method !== 'GET' && odd) return `${odd} is a number`
    return 'system' in fields && !systems.includes(plainText(fields.system)) ? 'No such system' : undefined
  },
  tokenIn: (headers) => headers['x-auth-token'] as string | undefined,
  say({ to, status, body }): { status: number; body: Json } {
    if (status >= 400) {
      const text = messageOf(body)
      const number = numberOf(
        {
          'Incorrect login or password': 1001,
          'This email is already registered': 1002,
          'This login has already been registered': 1003,
          'This number is already registered': 1004,
          'Session time expired': 1005,
        },
        text,
      )
      const fields: Fields = number === 1002 ? { fields: { email: ['is taken'] } } : {}
      // Only the number identifies the refusal; the text is the upstream's own.
      return {
        status,
        body: { failure: { number, text: `It can't be done (${number})`, ...fields } },
      }
    }
    const payload = renamed(withNumberedState(to, body), snakeName)
    const total: Fields = Array.isArray(payload) ? { page_info: { total_rows: payload.length } } : {}
    return { status, body: { payload, ...total } }
  },
}

const postRoutes: Record<string, [to: string, takes?: Record<string, string>]> = {
  login: ['POST /auth/login', { account: 'login', password: 'password' }],
  register: [
    'POST /auth/register/{login}',
    { account: 'login', password: 'password', email: 'email', phone: 'phone', language: 'language' },
  ],
  listNews: ['GET /content/news'],
  getNews: ['GET /content/news/one/{id}', { id: 'id' }],
  getOption: ['GET /settings/{key}', { name: 'key' }],
  listSubscriptions: ['GET /settings/subscription/options'],
  listPaymentSystems: ['GET /payment-systems'],
  listPlans: ['GET /settings_other/plans/available'],
  getBalance: ['GET /user/balance'],
  getStatistics: ['GET /user/statistics'],
  exchange: ['POST /user/exchange', { sell: 'from', buy: 'to', amount: 'amount', rateId: 'rateId' }],
  listRates: ['GET /user/exchange-rate'],
  setContacts: ['POST /user/profile', contactFields],
  subscribe: ['POST /user/subscription', { optionId: 'optionId' }],
  getPartner: ['GET /user/referral/{login}', { login: 'login' }],
  listPartners: ['GET /user/referrals/{login?}', { login: 'login' }],
  getBonus: ['GET /user/bonus'],
  setPassword: ['PATCH /user/password', { old: 'currentPassword', new: 'newPassword' }],
  listOperations: ['GET /user/operations', { sort: 'sort', sortDir: 'sortDir' }],
  getData: ['GET /user-data/byType/{type}', { type: 'type' }],
  setData: ['PATCH /user-data', { type: 'type', data: 'data', ...sameNames(personFields) }],
  sendDocuments: ['PATCH /user-data/verification', sameNames([...personFields, ...documentFields])],
  listWallets: ['GET /user-data/wallets'],
  setWallets: ['PATCH /user-data/wallets/update', { wallets: 'wallets' }],
  listDeposits: ['GET /funds/deposits', { status: 'status' }],
  openDeposit: ['POST /funds/deposits', { plan: 'planId', currency: 'currency', sum: 'amount' }],
  closeDeposit: ['POST /funds/deposits/client/close/{id}', { id: 'id' }],
  listTopUps: ['GET /funds/refills'],
  topUp: ['POST /funds/refills', { system: 'system', sum: 'amount' }],
  getTopUp: ['GET /funds/refills/{id}', { id: 'id' }],
  listWithdrawals: ['GET /funds/payments'],
  withdraw: ['POST /funds/payments', { system: 'system', sum: 'amount', address: 'wallet' }],
  listNotifications: ['GET /notification', { channel: 'channel' }],
  readNotification: ['POST /notification/read', { id: 'id', login: 'login' }],
}

/** The style of `post-only.yaml`. */
export const postStyle: Style = {
  routes: Object.fromEntries(
    Object.entries(postRoutes).map(([name, [to, takes]]) => [`POST /rpc/${name}`, { to, takes }]),
  ),
  objection({ fields: { page, size } }) {
    const isCount = (value: Json | undefined) => value === undefined || typeof value === 'number'
    return isCount(page) && isCount(size) ? undefined : 'page and size are numbers'
  },
  tokenIn: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  say({ status, body }) {
    if (status >= 400) {
      const code = numberOf(
        {
          'Incorrect login or password': 4001,
          'This email is already registered': 4002,
          'This login has already been registered': 4003,
          'This number is already registered': 4004,
          'Session time expired': 401,
          'No such call': 404,
        },
        messageOf(body),
      )
      return { status: 200, body: { code, msg: `No (${code})`, data: null } }
    }
    const given = withSystemIds(body)
    const data = Array.isArray(given) ? { list: given, count: given.length } : given
    return { status: 200, body: { code: 0, msg: 'ok', data } }
  },
}

/** Replaces the names of payment systems by their ids. */
function withSystemIds(json: Json): Json {
  if (Array.isArray(json)) return json.map(withSystemIds)
  if (typeof json !== 'object' || json === null || !('system' in json)) return json
  return { ...json, system: systems.indexOf(plainText(json.system)) + 1 }
}
