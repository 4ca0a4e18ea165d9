import { fileOf } from '../support/files'
import { tronWallet } from '../support/investor'
import { type Answer, type Visitor } from '../support/visitor'
import { type Refusal } from '../stranger/response-format'
import { type Stranger } from '../stranger/stranger'

/** Every form of the app that works on an upstream without extensions, with its sender. */

export interface Form {
  /** The folder of the route that accepts it. */
  route: string
  title: string
  /** The login that sends it; `kelp` by default. */
  by?: 'visitor' | 'kelp' | 'reed' | 'investor'
  /** The call that the form causes: method and path prefix, which an id may follow. */
  call: [method: string, path: string]
  /** Fills the form in and sends it, including its review page if it has one. */
  send: (visitor: Visitor) => Promise<Answer>
  /** The state of the upstream that the form changes. */
  count?: (stranger: Stranger) => unknown
  /** The key of the text of success. */
  success: string
  /** The key of the text of a refusal without a word. */
  failure: string
  /** The upstream's own answer that refuses the form, if it has one. */
  about?: Refusal['about']
  /** The values that the refused form keeps. */
  kept?: Record<string, string>
}

const person = (login: string) => ({
  login,
  password: 'Demo-person-1',
  email: `${login}@example.org`,
  phone: '',
  phoneConfirmed: true,
  balances: { USDT: '20000', BTC: '0.5' },
})
export const kelp = person('kelp')
export const reed = { ...person('reed'), phone: '+37061111111', phoneConfirmed: false }
export const otherWord = 'something the company has its reasons for'
const wallet = { system: '1', wallet: tronWallet }
export const newPassword = 'Another-demo-2'
export const documents = {
  photoDocument: fileOf('jpg'),
  photoLogin: fileOf('jpg'),
  photoWallet: fileOf('jpg'),
}
export const papers = {
  fullName: 'Kai Marsh',
  birthDate: '1990-02-03',
  maritalStatus: 'single',
  documentNumber: 'LT 12345678',
}

async function confirmed(visitor: Visitor, form: Answer, mark: string, values: Record<string, string>) {
  return visitor.submit(await visitor.submit(form, mark, values), 'name="figures"')
}

export const forms: Form[] = [
  {
    route: '_auth.register.($inviter)',
    title: 'the registration',
    call: ['POST', '/auth/register/dulse'],
    async send(visitor) {
      const form = await visitor.visit('/register')
      const account = { login: 'dulse', email: 'dulse@example.org', phone: '+37061234567' }
      const passwords = { password: 'Low-tide-at-7', passwordRepeat: 'Low-tide-at-7' }
      return visitor.submit(form, 'name="passwordRepeat"', { ...account, ...passwords })
    },
    count: ({ state }) => state.users.length,
    success: 'flash:registered',
    failure: 'refusals:fallback.registration',
    kept: { login: 'dulse', email: 'dulse@example.org' },
    by: 'visitor',
  },
  {
    route: '_auth.login',
    title: 'signing in',
    call: ['POST', '/auth/login'],
    about: 'sign-in',
    async send(visitor) {
      const { login, password } = kelp
      return visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
    },
    success: 'flash:signedIn',
    failure: 'refusals:code.invalid_credentials',
    kept: { login: 'kelp' },
    by: 'visitor',
  },
  {
    route: '_auth.phone',
    title: 'another code',
    by: 'reed',
    call: ['POST', '/auth/phone/resend'],
    send: async (visitor) => visitor.submit(await visitor.visit('/phone'), 'value="resend"'),
    count: ({ state }) => state.users.find(({ login }) => login === 'reed')?.codeSent?.getTime(),
    success: 'flash:codeSent',
    failure: 'refusals:code.code_not_sent',
  },
  {
    route: '_auth.phone',
    title: 'another number',
    by: 'reed',
    call: ['POST', '/user/profile'],
    send: async (visitor) =>
      visitor.submit(await visitor.visit('/phone'), 'name="phone"', { phone: '+37062222222' }),
    count: ({ state }) => state.users.find(({ login }) => login === 'reed')?.phone,
    success: 'flash:numberChanged',
    failure: 'refusals:fallback.editing',
    kept: { phone: '+37062222222' },
  },
  {
    route: '_auth.phone',
    title: 'the code of the phone',
    by: 'reed',
    call: ['POST', '/auth/phone/confirm'],
    send: async (visitor) => visitor.submit(await visitor.visit('/phone'), 'name="code"', { code: '000000' }),
    count: ({ state }) => state.users.find(({ login }) => login === 'reed')?.phoneConfirmed,
    success: 'flash:phoneConfirmed',
    failure: 'errors:fallback.verification',
    kept: { code: '000000' },
  },
  {
    route: 'cabinet.deposits.$id.close',
    title: 'the closure of a deposit',
    by: 'investor',
    call: ['POST', '/funds/deposits/client/close/'],
    async send(visitor) {
      const list = await visitor.visit('/cabinet/deposits?status=awaiting_completion')
      const [deposit = ''] = list.entries('/cabinet/deposits')
      return visitor.submit(await visitor.visit(`${deposit}/close`), 'name="submission"')
    },
    count: ({ state }) => state.deposits.filter(({ closed }) => closed).length,
    success: 'flash:depositClosed',
    failure: 'refusals:fallback.closing',
  },
  {
    route: 'cabinet.settings.profile',
    title: 'the contacts',
    call: ['POST', '/user/profile'],
    async send(visitor) {
      const contacts = {
        email: 'kelp@example.org',
        phone: '+37061230000',
        country: 'Lithuania',
        city: 'Nida',
      }
      return visitor.submit(await visitor.visit('/cabinet/settings/profile'), 'name="city"', contacts)
    },
    count: ({ state }) => state.users.find(({ login }) => login === 'kelp')?.profile['city'],
    success: 'flash:dataUpdated',
    failure: 'refusals:fallback.editing',
    kept: { city: 'Nida' },
  },
  {
    route: 'cabinet.settings.profile',
    title: 'the person',
    call: ['PATCH', '/user-data'],
    async send(visitor) {
      const { fullName, birthDate, maritalStatus } = papers
      const page = await visitor.visit('/cabinet/settings/profile')
      return visitor.submit(page, 'name="fullName"', { fullName, birthDate, maritalStatus })
    },
    count: ({ state }) => state.users.find(({ login }) => login === 'kelp')?.profile['fullName'],
    success: 'flash:dataUpdated',
    failure: 'refusals:fallback.editing',
    kept: { fullName: 'Kai Marsh' },
  },
  {
    route: 'cabinet.settings.payment-systems',
    title: 'the wallets',
    call: ['PATCH', '/user-data/wallets/update'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/settings/payment-systems')
      return visitor.submit(page, 'name="wallets[0].address"', { 'wallets[0].address': tronWallet })
    },
    count: ({ state }) => state.users.find(({ login }) => login === 'kelp')?.wallets.size,
    success: 'flash:dataUpdated',
    failure: 'refusals:fallback.editing',
    kept: { 'wallets[0].address': tronWallet },
  },
  {
    route: 'cabinet.settings.verification',
    title: 'the verification',
    call: ['PATCH', '/user-data/verification'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/settings/verification')
      return visitor.submit(page, 'name="documentNumber"', { ...papers, ...documents })
    },
    count: ({ state }) => state.users.find(({ login }) => login === 'kelp')?.verification,
    success: 'flash:requestSent',
    failure: 'errors:fallback.verification',
    kept: { documentNumber: 'LT 12345678' },
  },
  {
    route: 'cabinet.top-up._index',
    title: 'a top-up',
    call: ['POST', '/funds/refills'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/top-up')
      return visitor.submit(page, 'name="amount"', { system: '1', amount: '150' })
    },
    count: ({ state }) => state.refills.length,
    success: 'flash:requestSent',
    failure: 'refusals:fallback.any',
    kept: { amount: '150' },
  },
  {
    route: 'cabinet.deposits.new',
    title: 'a deposit',
    call: ['POST', '/funds/deposits'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/deposits/new')
      return confirmed(visitor, page, 'name="amount"', { planId: '1', currency: 'USDT', amount: '100' })
    },
    count: ({ state }) => state.deposits.length,
    success: 'flash:depositCreated',
    failure: 'refusals:fallback.opening',
    kept: { amount: '100' },
  },
  {
    route: 'cabinet.withdrawals.new',
    title: 'a withdrawal',
    call: ['POST', '/funds/payments'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/withdrawals/new')
      return confirmed(visitor, page, 'name="wallet"', { ...wallet, amount: '50' })
    },
    count: ({ state }) => state.payments.length,
    success: 'flash:requestSent',
    failure: 'refusals:fallback.any',
    kept: { amount: '50', wallet: tronWallet },
  },
  {
    route: 'cabinet.exchange',
    title: 'an exchange',
    call: ['POST', '/user/exchange'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/exchange')
      return confirmed(visitor, page, 'name="from"', { from: 'USDT', to: 'BTC', amount: '300' })
    },
    count: ({ state }) => state.balanceOf('kelp', 'BTC').toFixed(),
    success: 'flash:exchanged',
    failure: 'refusals:fallback.any',
    kept: { amount: '300' },
  },
  {
    route: 'cabinet.subscription',
    title: 'a subscription',
    call: ['POST', '/user/subscription'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/subscription')
      return confirmed(visitor, page, 'name="optionId"', { optionId: page.value('optionId') })
    },
    count: ({ state }) => state.users.find(({ login }) => login === 'kelp')?.subscription?.getTime(),
    success: 'flash:subscriptionActivated',
    failure: 'refusals:fallback.subscription',
  },
  {
    route: 'cabinet.settings.password',
    title: 'a password',
    call: ['PATCH', '/user/password'],
    async send(visitor) {
      const page = await visitor.visit('/cabinet/settings/password')
      return visitor.submit(page, 'name="currentPassword"', {
        currentPassword: kelp.password,
        password: newPassword,
        passwordRepeat: newPassword,
      })
    },
    count: ({ state }) => state.users.find(({ login }) => login === 'kelp')?.password,
    success: 'flash:passwordUpdated',
    failure: 'refusals:fallback.editing',
  },
]
