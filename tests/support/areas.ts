import { type Page } from '@playwright/test'
import { demoInvestor, demoOperator, newAccount, newInvestor } from './investor'
import { pageAddresses } from './routes'
import { addAuthenticator } from './second-factor'
import { signIn } from './steps'

/** The parts of the product, each with all of its pages: those of the tree of routes, and an entry of each list. */

/** The demonstration's clock is for who has signed in. */
const cabinet = /^\/(cabinet|demo)(\/|$)/
const operators = /^\/operator(\/|$)/
export const areas = [
  { area: 'the cabinet', who: demoInvestor, isOne: (path: string) => cabinet.test(path) },
  { area: 'the operators’ part', who: demoOperator, isOne: (path: string) => operators.test(path) },
  {
    area: 'the public site',
    who: null,
    isOne: (path: string) => !cabinet.test(path) && !operators.test(path),
  },
]

/** The first entry of each is opened, too. */
const lists = [
  '/cabinet/top-up',
  '/cabinet/deposits',
  '/cabinet/withdrawals',
  '/cabinet/notifications',
  '/operator/withdrawals',
  '/operator/top-ups',
  '/operator/verifications',
  '/operator/messages',
  '/operator/investors',
  '/operator/content/plans',
  '/operator/content/payment-systems',
  '/news',
]

/** Pages of which each is there in a state of its own only, before the cabinet can be entered. */
const beforeEntry = ['/phone', '/login/second-factor', '/login/second-factor/lost']
/** Addresses that lead on at once, or are no page of a demonstration. */
const withoutPage = ['/_app', '/language', '/login/telegram']

/** Brings the reader into the state of each page that comes between the password and the cabinet. */
export async function eachBeforeEntry(
  page: Page,
  { backendUrl }: { backendUrl: string },
  visit: (address: string) => Promise<void>,
): Promise<void> {
  const withFactor = await newInvestor(backendUrl)
  await addAuthenticator(withFactor)
  for (const address of beforeEntry) {
    await page.context().clearCookies()
    await signIn(page, address === '/phone' ? await newAccount(backendUrl) : withFactor)
    await visit(address)
  }
}

/** The addresses of an area, for a page whose reader has signed in. @throws Error for a list without an entry */
export async function addressesOf(page: Page, isOne: (path: string) => boolean): Promise<string[]> {
  const addresses = (await pageAddresses()).filter(
    (path) => isOne(path) && !path.includes(':') && ![...beforeEntry, ...withoutPage].includes(path),
  )
  for (const list of lists.filter(isOne)) {
    await page.goto(list)
    const entries = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`)
    if ((await entries.count()) === 0) throw new Error(`${list} has no entry`)
    addresses.push((await entries.first().getAttribute('href')) ?? '')
  }
  return addresses
}
