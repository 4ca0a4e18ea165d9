/** An address with this query, after the one that it has; a missing or empty value leaves no trace in it. */
export function withQuery(address: string, query: object = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, string | number | undefined>)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  if (!text) return address
  const [path = '', ...fragment] = address.split('#')
  return [`${path}${path.includes('?') ? '&' : '?'}${text}`, ...fragment].join('#')
}

/** The address of one of a list, its id encoded. */
export const one = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`

/**
 * Every address of the app but those of operators, as a function; no address is written anywhere else. Ids and logins are encoded,
 * and a query value that is missing or empty leaves no trace in the address.
 */
export const paths = {
  home: (calculator?: { coin?: string; plan?: string; amount?: string; unit?: string; by?: string }) =>
    withQuery('/', calculator),
  about: () => '/about',
  investors: () => '/investors',
  faq: () => '/faq',
  contacts: () => '/contacts',
  contactsSent: () => '/contacts/sent',
  team: () => '/team',
  vacancies: () => '/vacancies',
  vacancy: (id: string) => one('/vacancies', id),
  vacancySent: (id: string) => `${one('/vacancies', id)}/sent`,
  news: (query?: { page?: number }) => withQuery('/news', query),
  newsItem: (id: string) => one('/news', id),
  risk: () => '/risk',
  privacy: () => '/privacy',
  accessibility: () => '/accessibility',
  subscribe: () => '/subscribe',
  subscribed: () => '/subscribe?sent=1',
  search: (query?: { q?: string }) => withQuery('/search', query),
  language: () => '/language',

  login: (query?: { redirectTo?: string; ended?: 1; late?: 1; tooLong?: 1 }) => withQuery('/login', query),
  loginFactor: (query?: { redirectTo?: string }) => withQuery('/login/second-factor', query),
  lostFactors: (query?: { sent?: 1 }) => withQuery('/login/second-factor/lost', query),
  loginPasskey: (query?: { redirectTo?: string }) => withQuery('/login/passkey', query),
  loginPasskeyOptions: () => '/login/passkey/options',
  stepUpPasskey: () => '/step-up/passkey',
  walletList: () => '/cabinet/settings/security/wallet-list',
  mailPhrase: () => '/cabinet/settings/security/mail-phrase',
  loginTelegram: (query?: { inviter?: string; state?: string }) => withQuery('/login/telegram', query),
  register: (inviter?: string) => (inviter === undefined ? '/register' : one('/register', inviter)),
  phone: (query?: { from?: 'profile' }) => withQuery('/phone', query),
  passwordForgot: () => '/password/forgot',
  passwordReset: () => '/password/reset',
  /** Messages of the backend link to it: `notMePage` of the contract. */
  notMe: (token: string) => one('/not-me', token),
  logout: () => '/logout',
  session: () => '/session',

  shell: () => '/_app',
  kit: (query?: { theme?: string }) => withQuery('/kit', query),

  cabinet: (query?: { period?: string; of?: string }) => withQuery('/cabinet', query),
  topUps: (query?: TopUpsQuery) => withQuery('/cabinet/top-up', query),
  topUp: (id: string) => one('/cabinet/top-up', id),
  operations: (query?: OperationsQuery) => withQuery('/cabinet/operations', query),
  operationsCsv: (query?: OperationsQuery) => withQuery('/cabinet/operations.csv', query),
  deposits: (query?: { status?: string; page?: number }) => withQuery('/cabinet/deposits', query),
  newDeposit: (query?: { planId?: string; currency?: string; amount?: string }) =>
    withQuery('/cabinet/deposits/new', query),
  deposit: (id: string, query?: { page?: number }) => withQuery(one('/cabinet/deposits', id), query),
  closeDeposit: (id: string) => `${one('/cabinet/deposits', id)}/close`,
  depositCalendar: (id: string) => `${one('/cabinet/deposits', id)}/calendar.ics`,
  withdrawals: (query?: { status?: string; page?: number }) => withQuery('/cabinet/withdrawals', query),
  newWithdrawal: (query?: { system?: string; amount?: string }) =>
    withQuery('/cabinet/withdrawals/new', query),
  withdrawal: (id: string) => one('/cabinet/withdrawals', id),
  cancelWithdrawal: (id: string) => `${one('/cabinet/withdrawals', id)}/cancel`,
  submission: (ticket: string) => one('/cabinet/submissions', ticket),
  exchange: (query?: { from?: string; to?: string; amount?: string; done?: string }) =>
    withQuery('/cabinet/exchange', query),
  referrals: (query?: PartnersQuery) => withQuery('/cabinet/referrals', query),
  referralsOf: (login: string, query?: PartnersQuery) => withQuery(one('/cabinet/referrals', login), query),
  subscription: () => '/cabinet/subscription',
  notifications: (query?: { type?: string; page?: number }) => withQuery('/cabinet/notifications', query),
  newestNotifications: () => '/cabinet/notifications.json',
  notification: (id: string) => one('/cabinet/notifications', id),
  settings: (page: SettingsPage, query?: { failed?: 1; stepUp?: string; download?: string; wait?: number }) =>
    withQuery(`/cabinet/settings/${page}`, query),
  activity: (query?: ActivityQuery) => withQuery('/cabinet/settings/activity', query),
  activityCsv: (query?: ActivityQuery) => withQuery('/cabinet/settings/activity.csv', query),
  handInDocuments: () => '/cabinet/settings/verification/documents',
  accountData: () => '/cabinet/settings/data/download',
  accountDeletion: () => '/cabinet/settings/data/deletion',
  notificationNotMe: (id: string) => `${one('/cabinet/notifications', id)}/not-me`,
  notificationContent: (id: string) => `${one('/cabinet/notifications', id)}/content`,
  /** The page with its picture; `notificationPicture` is the file. */
  notificationView: (id: string, query?: { size?: 'full' }) =>
    withQuery(`${one('/cabinet/notifications', id)}/view`, query),
  notificationPicture: (id: string) => `${one('/cabinet/notifications', id)}/picture`,
  amounts: () => '/cabinet/amounts',

  operator: () => '/operator',
  operatorSecurity: () => '/operator/security',

  /** The page that waits for the answer of a form. */
  lateAnswer: (ticket: string) => one('/answer', ticket),

  /** @param query.until the days by which the clock is to be ahead, while it is not known whether it is */
  demoClock: (query?: { until?: number }) => withQuery('/demo/clock', query),
  demoPayRefill: (id: string) => `${one('/demo/refills', id)}/pay`,
  demoDecidePayment: (id: string) => `${one('/demo/payments', id)}/decide`,

  health: () => '/healthz',
  readiness: () => '/readyz',
  metrics: () => '/metrics',
  sitemap: () => '/sitemap.xml',
  robots: () => '/robots.txt',
  securityTxt: () => '/.well-known/security.txt',
  changePassword: () => '/.well-known/change-password',
  manifest: () => '/manifest.webmanifest',
} as const

export type SettingsPage =
  | 'profile'
  | 'payment-systems'
  | 'password'
  | 'security'
  | 'verification'
  | 'language'
  | 'sessions'
  | 'activity'
  | 'data'

/** The filters of the list of top-ups in its address, and what a new one is begun with. Days are `YYYY-MM-DD`. */
interface TopUpsQuery {
  status?: string
  from?: string
  to?: string
  page?: number
  /** Of the form for a new one. */
  system?: string
  amount?: string
}

/** The filters of the statement in its address. Days are `YYYY-MM-DD`. */
export interface OperationsQuery {
  type?: string
  currency?: string
  account?: string
  status?: string
  from?: string
  to?: string
  page?: number
  /** Rows of one page; 20 by default. */
  limit?: number
}

/** The filters of what was done in the account. Days are `YYYY-MM-DD`. */
export interface ActivityQuery {
  group?: string
  outcome?: string
  from?: string
  to?: string
  page?: number
}

/** The search, filters and order of a list of partners in its address. */
export interface PartnersQuery {
  search?: string
  /** 1 to 3: the partner's distance from the investor. */
  level?: number
  sort?: string
  sortDir?: string
  page?: number
}

/** The pages of second factors, which investors and operators both have. */
export interface FactorPaths {
  list: string
  addPasskey: string
  addTotp: string
  recoveryCodes: string
  factor: (id: string) => string
}

/** @param pathname of a page in the same part of the product */
export function factorPathsBeside(pathname: string): FactorPaths {
  const isOperators = pathname.startsWith(`${paths.operator()}/`)
  const list = isOperators ? paths.operatorSecurity() : paths.settings('security')
  return {
    list,
    addPasskey: `${list}/passkey`,
    addTotp: `${list}/totp`,
    recoveryCodes: `${list}/recovery-codes`,
    factor: (id) => one(list, id),
  }
}
