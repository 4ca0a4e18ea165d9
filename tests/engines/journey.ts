import { type Investor, demoCode, newAccount, newInvestor, topUp, tronWallet } from '../support/investor'
import { addAuthenticator } from '../support/second-factor'
import { until } from '../support/program'
import { type Language, errorTextOf, textsOf } from '../support/texts'
import { type Answer, signedIn } from '../support/visitor'
import { type Field, type Reader, plain } from './reader'

/** What a reader goes through in each engine: texts are those that the page must show then. */

export interface Journey {
  reader: Reader
  url: string
  backendUrl: string
  investor: Investor
  lng: Language
  scripts: boolean
  /** See `Engine`. */
  choosesFirst: boolean
}

export const parts: { name: string; go: (journey: Journey) => Promise<void> }[] = [
  { name: 'codes', go: wrongCodes },
  { name: 'sign-in', go: signIn },
  { name: 'top-up', go: topUpByForm },
  { name: 'deposit', go: openDeposit },
  { name: 'withdrawal', go: withdraw },
  { name: 'errors', go: refusals },
  { name: 'notification', go: notification },
]

const slowestMs = 30_000

async function shows({ reader }: Journey, ...texts: string[]): Promise<void> {
  let text = ''
  for (const expected of texts.map(plain))
    await until(
      `the page shows “${expected}”`,
      async () => (text = await reader.text()).includes(expected),
      slowestMs,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\nIt shows: ${text.slice(0, 1_500)}`)
    })
}

let openings = 0

/** Opens the page of signing in. @returns what sends its form with these values */
async function openLogin({
  reader,
  lng,
}: Journey): Promise<(who: Pick<Investor, 'login' | 'password'>) => Promise<void>> {
  const say = textsOf(lng)
  // An address of its own: text browsers show one that they know as they have it, with the form of the session before.
  openings += 1
  await reader.open(`/login?lng=${lng}&opening=${openings}`)
  return async ({ login, password }) => {
    await reader.type({ name: 'login', label: say('auth:login.login') }, login)
    await reader.type({ name: 'password', label: say('auth:login.password') }, password)
    await reader.press(say('common:action.signIn'))
  }
}

/** The codes that are asked for at the door: of a phone that nobody has confirmed, and of an authenticator app. */
async function wrongCodes(journey: Journey): Promise<void> {
  const { reader, lng, backendUrl } = journey
  const say = textsOf(lng)
  const typeWrongCode = async (label: string, button: string) => {
    await shows(journey, label)
    await reader.type({ name: 'code', label }, '123456')
    await reader.press(button)
    await shows(journey, say('common:form.summary'))
  }
  const stranger = await newAccount(backendUrl)
  await (
    await openLogin(journey)
  )(stranger)
  await typeWrongCode(say('auth:phone.code'), say('common:action.confirm'))
  await reader.press(say('common:action.signOut'))

  const guarded = await newInvestor(backendUrl)
  await addAuthenticator(guarded)
  await (
    await openLogin(journey)
  )(guarded)
  await typeWrongCode(say('security:code'), say('common:action.signIn'))
}

async function signIn(journey: Journey): Promise<void> {
  const { reader, lng, investor } = journey
  const say = textsOf(lng)
  await reader.open(`/register?lng=${lng}`)
  await reader.type({ name: 'login', label: say('auth:register.login') }, 'x')
  await reader.press(say('auth:register.action'))
  await shows(journey, say('common:form.summary'), errorTextOf(lng, 'email_required'))
  const send = await openLogin(journey)
  await send({ login: 'nobody-here', password: 'not-the-password' })
  await shows(journey, say('common:form.summary'), errorTextOf(lng, 'invalid_credentials'))
  await send(investor)
  await shows(journey, say('flash:signedIn'))
}

async function topUpByForm(journey: Journey): Promise<void> {
  const { reader, lng } = journey
  const say = textsOf(lng)
  const amount: Field = { name: 'amount', label: say('cabinet:topUp.amountIn', { currency: 'USDT' }) }
  await reader.open('/cabinet/top-up')
  await reader.type(amount, 'much')
  await reader.press(say('cabinet:topUp.submit'))
  await shows(journey, say('common:form.summary'), errorTextOf(lng, 'amount_invalid'))
  await reader.type(amount, '700')
  await reader.press(say('cabinet:topUp.submit'))
  await shows(journey, say('common:status.refill.pending'))
  await reader.press(say('common:action.playTransfer'))
  await shows(journey, say('flash:toppedUp'), say('common:status.refill.topped_up'))
}

async function openDeposit(journey: Journey): Promise<void> {
  const { reader, lng } = journey
  const say = textsOf(lng)
  await reader.open('/cabinet/deposits/new?currency=USDT')
  await reader.press(say('common:action.continue'))
  await shows(journey, say('common:form.summary'), errorTextOf(lng, 'amount_required'))
  if (!journey.choosesFirst) await shows(journey, errorTextOf(lng, 'plan_required'))
  await reader.choose({ name: 'planId', value: 'breeze', label: { ru: 'Бриз', en: 'Breeze' }[lng] })
  await reader.type({ name: 'amount', label: say('cabinet:deposits.new.amount') }, '300')
  await reader.press(say('common:action.continue'))
  await shows(journey, say('cabinet:deposits.review.title'))
  await reader.press(say('common:action.openDeposit'))
  await shows(journey, say('flash:depositCreated'), say('common:status.deposit.in_progress'))
}

async function withdraw(journey: Journey): Promise<void> {
  const { reader, lng } = journey
  const say = textsOf(lng)
  const amount: Field = {
    name: 'amount',
    label: say('cabinet:withdrawals.new.amountIn', { currency: 'USDT' }),
  }
  const wallet: Field = { name: 'wallet', label: say('cabinet:withdrawals.new.wallet') }
  await reader.open('/cabinet/withdrawals/new?system=usdt-trc20')
  await reader.type(amount, '50')
  await reader.type(wallet, 'nowhere')
  await reader.press(say('common:action.continue'))
  await shows(journey, say('common:form.summary'), errorTextOf(lng, 'wallet_invalid', { network: 'TRC-20' }))
  await reader.type(wallet, tronWallet)
  await reader.press(say('common:action.continue'))
  await shows(journey, say('cabinet:withdrawals.review.title'))
  await reader.press(say('common:action.withdraw'))
  const password: Field = { name: 'currentPassword', label: say('settings:password.current') }
  await shows(journey, password.label)
  await reader.type(password, journey.investor.password)
  await reader.press(say('common:action.withdraw'))
  const code: Field = { name: 'stepUpCode', label: say('settings:stepUp.email') }
  await shows(journey, code.label)
  await reader.type(code, demoCode)
  await reader.press(say('common:action.withdraw'))
  await shows(journey, say('flash:requestSent'), say('common:status.payment.pending'))
}

/**
 * Forms that are refused, besides those on the way: each with what is typed, and the field whose form is sent; the form of
 * a list's first page, too.
 */
const refused: {
  path: string
  typed: Record<string, string>
  sent: string
  isChoice?: boolean
  isOfFirst?: boolean
}[] = [
  { path: '/cabinet/exchange', typed: { amount: '1' }, sent: 'amount' },
  { path: '/cabinet/subscription', typed: {}, sent: 'optionId', isChoice: true },
  { path: '/cabinet/settings/profile', typed: { email: 'nobody' }, sent: 'email' },
  {
    path: '/cabinet/settings/password',
    typed: { currentPassword: 'x', password: 'short' },
    sent: 'password',
  },
  {
    path: '/cabinet/settings/payment-systems',
    typed: { 'wallets[0].address': 'x' },
    sent: 'wallets[0].address',
  },
  { path: '/cabinet/settings/verification', typed: {}, sent: 'documentNumber' },
  { path: '/cabinet/settings/security/totp', typed: { name: ' ' }, sent: 'name' },
  { path: '/contacts', typed: { email: 'nobody' }, sent: 'message' },
  { path: '/subscribe', typed: { email: 'nobody' }, sent: 'email' },
  { path: '/vacancies', typed: { name: 'Kai', email: 'nobody' }, sent: 'resume', isOfFirst: true },
]

async function refusals(journey: Journey): Promise<void> {
  const { reader, lng, url } = journey
  const visitor = await signedIn(url, journey.investor, lng)
  for (const { path: listed, typed, sent, isChoice, isOfFirst } of refused) {
    if (isChoice && journey.choosesFirst) continue
    const path = isOfFirst ? (await visitor.visit(listed)).links(`${listed}/`)[0]! : listed
    const page = await visitor.visit(path)
    await reader.open(path)
    for (const [name, text] of Object.entries(typed))
      await reader.type({ name, label: labelOf(page, name) }, text)
    await reader.press(buttonOf(page, sent))
    await shows(journey, textsOf(lng)('common:form.summary')).catch((error: unknown) => {
      throw new Error(`${path}: ${String(error)}`)
    })
  }
}

async function notification(journey: Journey): Promise<void> {
  const { reader, lng, investor, scripts } = journey
  const say = textsOf(lng)
  const arrived = /\b41[.,]00 USDT/
  if (scripts) await reader.open('/cabinet/operations')
  await topUp(investor, '41')
  // With scripts it comes while the page is open.
  if (scripts) await shown(journey, arrived)
  await reader.open('/cabinet/notifications')
  await shown(journey, arrived)
  const list = await (await signedIn(journey.url, investor, lng)).visit('/cabinet/notifications')
  const all = list.$('main li button, main li a').toArray()
  const found = all.find((one) => arrived.test(plain(list.$(one).text())))
  if (!found) throw new Error('the list has no such notification')
  const text = plain(list.$(found).text())
  // One that has been read is a link, and one that is marked by opening it is a button.
  if (found.name === 'a') await reader.follow(text)
  else await reader.press(text)
  await shows(journey, say(scripts ? 'common:action.close' : 'notifications:one.back'))
  // Its words hold a link, which some readers set apart by spaces.
  await shown(journey, arrived)
}

async function shown({ reader }: Journey, pattern: RegExp): Promise<void> {
  await until(`the page shows ${pattern}`, async () => pattern.test(await reader.text()), slowestMs)
}

/** The label of a field as its page has it. */
function labelOf({ $ }: Answer, name: string): string {
  const field = $(`main [name="${name}"]:not([type=hidden])`).first()
  return plain(
    $(`label[for="${field.attr('id')}"]`)
      .first()
      .text(),
  )
}

/** The text of the button that sends the form of a field. */
const buttonOf = ({ $ }: Answer, name: string): string =>
  plain($(`main form:has([name="${name}"]) button[type=submit]`).first().text())
