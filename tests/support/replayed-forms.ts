import { readFileSync, readdirSync } from 'node:fs'
import { fileOf } from './files'
import { type Investor, closableDeposit, newPerson, tronWallet } from './investor'
import { Answer, type Visitor } from './visitor'

/** Every form that a session can send, for tests that send it with a copied cookie. */

/** The parts of an account that a form may change (`tests/journeys/replayed-cookie.test.ts`). */
export type Part =
  | 'balances'
  | 'withdrawals'
  | 'wallets'
  | 'contacts'
  | 'sign-in'
  | 'factors'
  | 'protection'
  | 'sessions'
  | 'requests'

type Post = [mark: string, values?: Record<string, string | File>]

export interface SessionForm {
  /** The folder of the route that accepts it. */
  route: string
  title: string
  /**
   * What a copied cookie comes to without a step-up: the form asks for one, is refused, ends the session of the cookie with
   * nothing else changed, or is carried out because of `reason`, which changes these parts alone.
   */
  ends: 'asks' | 'refused' | 'ended' | { reason: string; changes: Part[] }
  /** Only accounts with a second factor have it. */
  needsFactor?: boolean
  /** What the account has before its second factor, which would be asked for. */
  begin?: (investor: Investor) => Promise<void>
  /** By calls of the owner's own, before. @returns the id in the form's address */
  prepare?: (investor: Investor) => Promise<string>
  /** The page of the first form. */
  open: (visitor: Visitor, id: string) => Promise<Answer>
  /** Each post, in order: the mark of its form on the page that the one before was answered with. */
  steps: Post[]
}

const at =
  (path: string | ((id: string) => string)) =>
  (visitor: Visitor, id: string): Promise<Answer> =>
    visitor.visit(typeof path === 'string' ? path : path(id))

/** A form whose page does not show it: its fields are posted all the same. */
const hidden =
  (path: string | ((id: string) => string), fields: Record<string, string> = {}) =>
  async (visitor: Visitor, id: string): Promise<Answer> => {
    const { url, ...page } = await visitor.visit('/cabinet/settings/profile')
    const token = new Answer(page.status, url, page.html).value('formToken')
    const inputs = Object.entries({ formToken: token, ...fields }).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    )
    const action = typeof path === 'string' ? path : path(id)
    return new Answer(
      200,
      url,
      `<main><form method="post" action="${action}">${inputs.join('')}</form></main>`,
    )
  }

const passwords = { password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' }
const withdrawal = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
const papers = { fullName: 'Kai Marin', birthDate: '1990-02-03', documentNumber: 'LT 12345678' }
const photos = { photoDocument: fileOf('jpg'), photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') }

const withdraw = async ({ ask }: Investor): Promise<string> =>
  ((await ask('POST', '/funds/payments', withdrawal)) as { payment: { id: string } }).payment.id
const notificationOf = async ({ ask }: Investor): Promise<string> =>
  ((await ask('GET', '/notification')) as { items: { id: string }[] }).items[0]!.id
const factorOf = async ({ ask }: Investor): Promise<string> =>
  ((await ask('GET', '/ext/factors')) as { items: { id: string }[] }).items[0]!.id
const otherSessionOf = async ({ ask }: Investor): Promise<string> => {
  const { items } = (await ask('GET', '/ext/sessions')) as { items: { id: string; current: boolean }[] }
  return items.find(({ current }) => current)!.id
}

export const sessionForms: SessionForm[] = [
  {
    route: 'cabinet.withdrawals.new',
    title: 'a withdrawal',
    ends: 'asks',
    open: at('/cabinet/withdrawals/new'),
    steps: [['name="amount"', withdrawal], ['name="figures"']],
  },
  {
    route: 'cabinet.settings.profile',
    title: 'another e-mail',
    ends: 'asks',
    open: at('/cabinet/settings/profile'),
    steps: [['name="city"', { email: 'thief@example.org' }]],
  },
  {
    route: 'cabinet.settings.profile',
    title: 'another phone',
    ends: 'asks',
    open: at('/cabinet/settings/profile'),
    steps: [['name="city"', { phone: newPerson().phone }]],
  },
  {
    route: '_auth.phone',
    title: 'another phone on the page of its code',
    ends: 'refused',
    open: hidden('/phone', { intent: 'number' }),
    steps: [['name="intent"', { phone: newPerson().phone }]],
  },
  {
    route: 'cabinet.settings.payment-systems',
    title: 'a new wallet',
    ends: 'asks',
    open: at('/cabinet/settings/payment-systems'),
    steps: [['name="wallets[0].address"', { 'wallets[0].address': tronWallet }]],
  },
  {
    route: 'cabinet.settings.password',
    title: 'a new password',
    ends: 'asks',
    open: at('/cabinet/settings/password'),
    steps: [['name="passwordRepeat"', passwords]],
  },
  {
    route: 'cabinet.settings.security_.mail-phrase',
    title: 'the phrase of the mails',
    ends: 'asks',
    open: at('/cabinet/settings/security/mail-phrase'),
    steps: [['name="phrase"', { phrase: 'Nine quiet harbours' }]],
  },
  {
    route: 'cabinet.settings.security_.wallet-list',
    title: 'the list of wallets',
    ends: 'asks',
    open: at('/cabinet/settings/security/wallet-list'),
    steps: [['name="intent"']],
  },
  {
    route: 'cabinet.settings.security_.totp',
    title: 'a new authenticator app',
    ends: 'asks',
    open: at('/cabinet/settings/security/totp'),
    steps: [['name="name"', { name: 'Mine' }]],
  },
  {
    route: 'cabinet.settings.security_.passkey',
    title: 'a new passkey',
    ends: 'asks',
    open: at('/cabinet/settings/security/passkey'),
    steps: [['name="name"', { name: 'Mine' }]],
  },
  {
    route: 'cabinet.settings.security_.recovery-codes',
    title: 'new recovery codes',
    ends: 'asks',
    needsFactor: true,
    open: at('/cabinet/settings/security/recovery-codes'),
    steps: [['id="form"']],
  },
  {
    route: 'cabinet.settings.security_.$factorId',
    title: 'another name of a factor',
    ends: 'asks',
    needsFactor: true,
    prepare: factorOf,
    open: at((id) => `/cabinet/settings/security/${id}`),
    steps: [['id="name"', { name: 'Mine' }]],
  },
  {
    route: 'cabinet.settings.security_.$factorId',
    title: 'the removal of a factor',
    ends: 'asks',
    needsFactor: true,
    prepare: factorOf,
    open: at((id) => `/cabinet/settings/security/${id}`),
    steps: [['id="remove"']],
  },
  {
    route: 'cabinet.settings.sessions',
    title: 'the end of all other sessions',
    ends: 'asks',
    open: at('/cabinet/settings/sessions'),
    steps: [['id="others"']],
  },
  {
    route: 'cabinet.settings.sessions',
    title: 'the end of another session',
    ends: 'asks',
    prepare: otherSessionOf,
    open: (visitor, id) => hidden('/cabinet/settings/sessions', { id })(visitor, id),
    steps: [['name="id"']],
  },
  {
    route: 'cabinet.settings.data_.download',
    title: 'the file of all data',
    ends: 'asks',
    open: at('/cabinet/settings/data'),
    steps: [['action="/cabinet/settings/data/download"']],
  },
  {
    route: 'cabinet.settings.data_.deletion',
    title: 'the request to be erased',
    ends: 'asks',
    open: at('/cabinet/settings/data/deletion'),
    steps: [['id="form"']],
  },
  {
    route: 'cabinet.settings.payment-systems',
    title: 'the removal of a wallet',
    ends: 'asks',
    async begin({ ask }) {
      const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
      await ask('PATCH', '/user-data/wallets/update', { wallets })
    },
    open: at('/cabinet/settings/payment-systems'),
    steps: [['name="wallets[0].address"', { 'wallets[0].address': '' }]],
  },
  {
    route: 'cabinet.deposits.new',
    title: 'a deposit',
    ends: 'ended',
    open: at('/cabinet/deposits/new'),
    steps: [['name="amount"', { planId: 'breeze', currency: 'USDT', amount: '300' }], ['name="figures"']],
  },
  {
    route: 'cabinet.deposits.$id.close',
    title: 'the closure of a deposit',
    ends: 'ended',
    prepare: closableDeposit,
    open: at((id) => `/cabinet/deposits/${id}/close`),
    steps: [['name="submission"']],
  },
  {
    route: 'cabinet.exchange',
    title: 'an exchange',
    ends: 'ended',
    open: at('/cabinet/exchange'),
    steps: [['name="from"', { from: 'USDT', to: 'TRX', amount: '20' }], ['name="figures"']],
  },
  {
    route: 'cabinet.subscription',
    title: 'a subscription',
    ends: 'ended',
    open: at('/cabinet/subscription'),
    steps: [['name="optionId"', { optionId: 'day' }], ['name="figures"']],
  },
  {
    route: 'cabinet.top-up._index',
    title: 'a top-up',
    ends: { reason: 'it only brings money in', changes: [] },
    open: at('/cabinet/top-up'),
    steps: [['name="amount"', { system: 'usdt-trc20', amount: '150' }]],
  },
  {
    route: 'cabinet.withdrawals.$id.cancel',
    title: 'a withdrawal that is taken back',
    ends: 'ended',
    prepare: withdraw,
    open: at((id) => `/cabinet/withdrawals/${id}/cancel`),
    steps: [['name="submission"']],
  },
  {
    route: 'cabinet.notifications.$id._index',
    title: 'a notification that is read',
    ends: { reason: 'it stays in the list', changes: [] },
    prepare: async (investor) => {
      await withdraw(investor)
      return notificationOf(investor)
    },
    open: at((id) => `/cabinet/notifications/${id}`),
    steps: [['Close']],
  },
  {
    route: 'cabinet.notifications._index',
    title: 'all notifications that are read',
    ends: { reason: 'they stay in the list', changes: [] },
    prepare: withdraw,
    open: at('/cabinet/notifications'),
    steps: [['id="read-all"']],
  },
  {
    route: 'cabinet.notifications.$id.not-me',
    title: '"this was not me"',
    ends: {
      reason: 'it only closes: nothing leaves the account, and an operator looks',
      changes: ['protection', 'sessions', 'requests'],
    },
    prepare: async (investor) => {
      await withdraw(investor)
      return notificationOf(investor)
    },
    open: at((id) => `/cabinet/notifications/${id}/not-me`),
    steps: [['method="post"']],
  },
  {
    route: 'cabinet.settings.profile',
    title: 'the personal data',
    ends: {
      reason: 'who gets money and messages does not depend on it, and it is in the activity',
      changes: [],
    },
    open: at('/cabinet/settings/profile'),
    steps: [['name="fullName"', { fullName: 'Kai Marin' }]],
  },
  {
    route: 'cabinet.settings.verification',
    title: 'documents',
    ends: { reason: 'a person looks at them', changes: [] },
    open: at('/cabinet/settings/verification'),
    steps: [['name="documentNumber"', { ...papers, maritalStatus: 'single', ...photos }]],
  },
  {
    route: 'cabinet.settings.verification_.documents',
    title: 'documents, sent by the script of their page',
    ends: { reason: 'a person looks at them', changes: [] },
    open: hidden('/cabinet/settings/verification/documents'),
    steps: [['name="formToken"', { ...papers, maritalStatus: 'single', ...photos }]],
  },
  {
    route: 'cabinet.settings.language',
    title: 'the language',
    ends: { reason: 'nothing depends on it', changes: [] },
    open: at('/cabinet/settings/language'),
    steps: [['name="lng"', { lng: 'ru' }]],
  },
  {
    route: 'cabinet.amounts',
    title: 'hidden amounts',
    ends: { reason: 'it is of the device', changes: [] },
    open: hidden('/cabinet/amounts'),
    steps: [['name="formToken"', { amounts: 'hidden' }]],
  },
  {
    route: 'session',
    title: 'a longer session',
    ends: { reason: 'a session that is used goes on anyway, for twelve hours in all', changes: [] },
    open: hidden('/session'),
    steps: [['name="formToken"']],
  },
  {
    route: 'logout',
    title: 'signing out',
    ends: { reason: 'it only closes', changes: ['sessions'] },
    open: hidden('/logout'),
    steps: [['name="formToken"']],
  },
  {
    route: '_auth.demo.clock',
    title: "the demonstration's clock",
    ends: { reason: 'no real money is there', changes: [] },
    open: at('/demo/clock'),
    steps: [['id="clock"', { days: '1' }]],
  },
  {
    route: 'demo.refills.$id.pay',
    title: "the demonstration's transfer",
    ends: { reason: 'no real money is there', changes: ['balances'] },
    prepare: async ({ ask }) =>
      String((await ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '200' }))['id']),
    open: hidden((id) => `/demo/refills/${id}/pay`),
    steps: [['name="formToken"']],
  },
  {
    route: 'demo.payments.$id.decide',
    title: "the demonstration's administrator",
    ends: { reason: 'no real money is there', changes: ['balances', 'withdrawals'] },
    prepare: withdraw,
    open: hidden((id) => `/demo/payments/${id}/decide`),
    steps: [['name="formToken"', { decision: 'complete' }]],
  },
]

/** Routes with a form that no investor's session opens, and why. */
export const formsWithoutSession: Record<string, string> = {
  $: 'there is nothing at the address',
  language: 'it is of the device, with a session or without one',
  '_auth.invitation.$token': 'asks for the token of an invitation',
  '_auth.login': 'asks for the password',
  '_auth.login_.passkey': 'asks for the passkey',
  '_auth.login_.second-factor': 'follows the password',
  '_auth.login_.second-factor_.lost': 'follows the password',
  '_auth.not-me.$token': 'asks for the token of a message',
  '_auth.password.forgot': 'sends a code to the owner',
  '_auth.password.reset': 'asks for that code',
  '_auth.register.($inviter)': 'makes another account',
  '_site.contacts': 'is public',
  '_site.subscribe': 'is public',
  '_site.vacancies_.$id': 'is public',
}

/** The folders of all routes that accept a form, without those of operators, whom an investor's session is not. */
export function routesWithForms(): string[] {
  const files = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\/route\.tsx?$/.test(file) && !file.startsWith('operator'))
    .filter((file) => /\bexport\b[^\n]*\baction\b/.test(readFileSync(`app/routes/${file}`, 'utf8')))
    .map((file) => file.split('/')[0]!)
}
