import { type FaultyProduct, expect, test } from '../support/in-process-faulty-journey'
import { demoInvestor } from '../support/investor'
import { type Visitor, signedIn } from '../support/visitor'

/**
 * The calls that each page of the cabinet makes to the upstream: only what it shows, each once, and all in
 * parallel. The proxy answers only when a whole wave of calls has arrived. Calls that need the answer of
 * another call form a wave of their own.
 */

interface PageCalls {
  page: string
  /** The page of the list's first entry instead of the list, or a page below it; `ID` below is its id. */
  entry?: '' | '/close' | '/cancel' | '/calendar.ics'
  /** False for a file, which has no layout, and for a page whose calls are the layout's as well. */
  hasLayout?: boolean
  /** Besides the calls of the layout. */
  waves: string[][]
}

/** The layout shows the balance, the number of unread notifications, and whether there is a page of contacts. */
const layoutCalls = ['GET /user/balance', 'GET /notification', 'GET /settings/contacts']
const extensions = 'GET /settings/extensions'
const settingsTabs = [extensions]

/** The overview where the upstream does not answer it in one. */
const overviewAlone: PageCalls = {
  page: '/cabinet',
  waves: [
    [
      'GET /user/statistics',
      'GET /funds/deposits',
      'GET /funds/deposits',
      'GET /funds/refills',
      'GET /funds/payments',
      'GET /user/operations/',
      'GET /user/exchange-rate',
      'GET /user/bonus',
      'GET /user-data/byType/verification',
      extensions,
    ],
    ['GET /ext/demo/clock', 'GET /ext/withdrawals/safety'],
  ],
}

const pages: PageCalls[] = [
  // For the layout as well.
  ...['/cabinet', '/cabinet?period=all', '/cabinet?of=income'].map((page) => ({
    page,
    hasLayout: false,
    waves: [['GET /ext/overview']],
  })),
  { page: '/cabinet/top-up', waves: [['GET /payment-systems', 'GET /funds/refills']] },
  {
    page: '/cabinet/top-up?status=pending',
    entry: '',
    waves: [['GET /funds/refills/ID', extensions]],
  },
  { page: '/cabinet/operations', waves: [['GET /user/operations/']] },
  { page: '/cabinet/operations.csv?type=refill', hasLayout: false, waves: [['GET /user/operations/']] },
  { page: '/cabinet/deposits', waves: [['GET /funds/deposits']] },
  {
    page: '/cabinet/deposits?status=awaiting_completion',
    entry: '',
    waves: [['GET /funds/deposits', 'GET /settings_other/plans/available'], ['GET /user/operations/']],
  },
  {
    page: '/cabinet/deposits?status=in_progress',
    entry: '/calendar.ics',
    hasLayout: false,
    waves: [['GET /funds/deposits', 'GET /settings_other/plans/available']],
  },
  {
    page: '/cabinet/deposits?status=awaiting_completion',
    entry: '/close',
    waves: [['GET /funds/deposits']],
  },
  { page: '/cabinet/deposits/new', waves: [['GET /settings_other/plans/available']] },
  { page: '/cabinet/withdrawals', waves: [['GET /funds/payments']] },
  {
    page: '/cabinet/withdrawals?status=pending',
    entry: '',
    waves: [['GET /funds/payments', extensions]],
  },
  {
    page: '/cabinet/withdrawals?status=pending',
    entry: '/cancel',
    waves: [['GET /funds/payments', extensions]],
  },
  {
    page: '/cabinet/withdrawals/new',
    waves: [
      ['GET /payment-systems', 'GET /user-data/wallets', extensions],
      ['GET /funds/refills', 'GET /funds/deposits', 'GET /ext/withdrawals/safety'],
    ],
  },
  {
    page: '/cabinet/exchange',
    waves: [
      ['GET /user/exchange-rate', 'GET /settings/limits', 'GET /user/operations/', 'GET /user/operations/'],
    ],
  },
  { page: '/cabinet/exchange', entry: '', waves: [['GET /user/operations/', 'GET /user/operations/']] },
  {
    page: '/cabinet/subscription',
    waves: [['GET /settings/subscription/options', extensions], ['GET /ext/user']],
  },
  {
    page: '/cabinet/referrals',
    waves: [
      [
        'GET /user/referrals',
        'GET /user/bonus',
        'GET /settings/referral',
        'GET /settings/ranks',
        'GET /settings/rewards',
        'GET /settings_other/plans/available',
      ],
    ],
  },
  { page: '/cabinet/referrals/amber.bay', waves: [['GET /user/referrals/amber.bay']] },
  { page: '/cabinet/notifications', waves: [['GET /notification', 'GET /notification']] },
  { page: '/cabinet/notifications?type=bonus', entry: '', waves: [['GET /notification']] },
  {
    page: '/cabinet/settings/profile',
    waves: [[...settingsTabs, 'GET /user-data/byType/profile'], ['GET /ext/user']],
  },
  {
    page: '/cabinet/settings/payment-systems',
    waves: [[...settingsTabs, 'GET /payment-systems', 'GET /user-data/wallets']],
  },
  { page: '/cabinet/settings/password', waves: [settingsTabs, ['GET /ext/factors']] },
  // If there is a form, it is filled in with the known data.
  {
    page: '/cabinet/settings/verification',
    waves: [[...settingsTabs, 'GET /user-data/byType/verification'], ['GET /user-data/byType/profile']],
  },
  { page: '/cabinet/settings/language', waves: [settingsTabs] },
  {
    page: '/cabinet/settings/security',
    waves: [settingsTabs, ['GET /ext/factors', 'GET /ext/mail-phrase', 'GET /ext/wallet-list']],
  },
  { page: '/cabinet/settings/sessions', waves: [settingsTabs, ['GET /ext/sessions']] },
  { page: '/cabinet/settings/activity', waves: [settingsTabs, ['GET /ext/activity']] },
  { page: '/cabinet/settings/data', waves: [settingsTabs] },
  { page: '/cabinet/settings/data/deletion', waves: [[extensions]] },
]

/** The links from a list to its entries. */
const links = 'main :is(tbody a, li a[href^="/cabinet/notifications/"])'

test('each page calls in parallel for what it shows, and for nothing else', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  // From here on the app knows that the upstream answers the overview in one.
  await visitor.visit('/cabinet')
  for (const page of pages) await expectCalls(stack, visitor, page)
})

test('the overview calls for each of its parts where the upstream does not answer all in one', async ({
  stack,
}) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  stack.faulty.change({ method: 'GET', path: /\/settings\/extensions/ }, (body: { value: string[] }) => {
    body.value = body.value.filter((name) => name !== 'overview')
  })
  await visitor.visit('/cabinet')
  await expectCalls(stack, visitor, overviewAlone)
})

async function expectCalls(
  { faulty }: FaultyProduct,
  visitor: Visitor,
  { page: path, entry, hasLayout = true, waves }: PageCalls,
): Promise<void> {
  let address = path
  let id = ''
  if (entry !== undefined) {
    const list = await visitor.visit(path)
    const href = list.$(links).first().attr('href') ?? ''
    id = href.split(/[/=]/).at(-1) ?? ''
    address = `${href}${entry}`
  }
  const [first = [], ...others] = waves
  const expected = [[...(hasLayout ? layoutCalls : []), ...first], ...others]
  const before = faulty.requests.length
  faulty.gather(expected.map(({ length }) => length))
  expect((await visitor.visit(address)).status, address).toBe(200)

  const requests = faulty.requests.slice(before).map((call) => {
    const plain = call.replace(/\?.*/, '').replace('/api', '')
    return id === '' ? plain : plain.replace(`/${id}`, '/ID')
  })
  const sent = expected.map(({ length }) => requests.splice(0, length).sort())
  expect([...sent, requests], address).toEqual([...expected.map((wave) => wave.sort()), []])
}
