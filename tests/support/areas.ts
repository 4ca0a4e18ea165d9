import { type Page } from '@playwright/test'
import { demoInvestor, demoOperator } from './investor'
import { preparedPages } from './prepared-pages'
import { isFull } from './reading-modes'
import { isShownAt, pageAddresses } from './routes'
import { Answer } from './visitor'

/**
 * The parts of the product, each with all of its pages: every address of the tree of routes is opened, as it is or as that of an
 * entry, or is prepared (`prepared-pages.ts`), or is left out for a reason.
 */

/** The demonstration's clock is for who has signed in. */
const cabinet = /^\/(cabinet|demo)(\/|$)/
export const operators = (path: string): boolean => /^\/operator(\/|$)/.test(path)
export const areas = [
  { area: 'the cabinet', who: demoInvestor, isOne: (path: string) => cabinet.test(path) },
  { area: 'the operators’ part', who: demoOperator, isOne: operators },
  {
    area: 'the public site',
    who: null,
    isOne: (path: string) => !cabinet.test(path) && !operators(path),
  },
]

/** The first entry of each list is opened, and the pages that follow its address. */
const lists: Record<string, string[]> = {
  '/cabinet/top-up': [],
  '/cabinet/deposits?status=awaiting_completion': ['/close'],
  '/cabinet/withdrawals?status=pending': ['/cancel'],
  '/cabinet/referrals': [],
  '/cabinet/notifications': [],
  '/operator/withdrawals': [],
  '/operator/top-ups': [],
  '/operator/transfers': [],
  '/operator/verifications': [],
  '/operator/messages': [],
  '/operator/applications': [],
  '/operator/investors': ['/correct', '/replace-contacts', ...(isFull ? ['/suspend', '/end-sessions'] : [])],
  '/operator/links': [],
  '/operator/people': [],
  '/operator/content/news': ['/preview'],
  '/operator/content/plans': [],
  '/operator/content/payment-systems': ['/addresses'],
  '/operator/content/subscription': [],
  '/news': [],
  '/vacancies': ['/sent'],
}

/** Each form of a setting has fields of its own, of a few kinds: without TEST_FULL every third one is opened. */
const settings = '/operator/content'

/** Pages whose address no list links to. */
const named = [
  ...['/register', `/register/${demoInvestor.login}`],
  ...['/operator/several/withdrawals', '/operator/content/news/new'],
]

/** Addresses without a page of their own, and why. */
const withoutPage: Record<string, string> = {
  '/_app': 'leads to the cabinet, to the operators’ part or to the sign-in',
  '/language': 'leads back to the page whose language is changed',
  '/login/telegram': 'is answered to Telegram, and leads on',
}

/**
 * The addresses of an area, for a page whose reader has signed in; prepared pages are visited by `eachPrepared`.
 * @throws Error for a list without an entry, and for an address of the tree that would be visited by nobody
 */
export async function addressesOf(page: Page, isOne: (path: string) => boolean): Promise<string[]> {
  const tree = await pageAddresses()
  const routeOf = (address: string) =>
    tree
      .filter((route) => isShownAt(route, address))
      .sort((one, other) => parametersOf(one) - parametersOf(other))[0]
  const entriesOf = async (list: string) => {
    const [pathname = ''] = list.split('?')
    const answer = await page.request.get(list)
    const shown = new Answer(answer.status(), new URL(answer.url()), await answer.text())
    // A list may lead to a page of its entry only.
    const entries = shown.links(`${pathname}/`).map((link) => {
      const [name = ''] = link.slice(pathname.length + 1).split(/[/?#]/)
      return `${pathname}/${name}`
    })
    return [...new Set(entries)].filter((entry) => routeOf(entry)?.includes(':') && !entry.endsWith('/new'))
  }
  const isSet = (route: string) => route in preparedPages || route in withoutPage

  const addresses = [...tree, ...named].filter((path) => isOne(path) && !path.includes(':') && !isSet(path))
  for (const [list, further] of Object.entries(lists).filter(([path]) => isOne(path))) {
    const [entry] = await entriesOf(list)
    if (entry === undefined) throw new Error(`${list} has no entry`)
    addresses.push(entry, ...further.map((part) => `${entry}${part}`))
  }
  if (isOne(settings)) {
    const entries = await entriesOf(settings)
    addresses.push(...entries.filter((_, place) => isFull || place % 3 === 2))
  }

  const visited = new Set(addresses.map(routeOf))
  const forgotten = tree.filter((route) => isOne(route) && !visited.has(route) && !isSet(route))
  if (forgotten.length > 0) throw new Error(`neither visited nor left out: ${forgotten.join(', ')}`)
  const past = [...Object.keys(preparedPages), ...Object.keys(withoutPage)].filter(
    (path) => !tree.includes(path),
  )
  if (past.length > 0) throw new Error(`not in the tree of routes any more: ${past.join(', ')}`)
  return addresses
}

const parametersOf = (route: string): number => route.split(':').length
