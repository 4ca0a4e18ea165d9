import { type PaymentSystem } from '../../app/contract/settings'
import { expect, test } from '../support/faulty-journey'
import { type Edit, type Where } from '../faults/proxy'
import { newInvestor, demoInvestor } from '../support/investor'
import { isFull } from '../support/reading-modes'
import { appearances, soundInTurns } from '../support/sound'
import { signIn } from '../support/steps'
import { signedIn } from '../support/visitor'

/**
 * Pages for states in which the upstream has nothing to show, has closed something, or sends unknown values.
 * No action in the demonstration leads to these states, so the upstream's answers are changed on their way.
 * Each state is shown in both languages (in a short run alternating) and passes the same checks as the page
 * in its usual state.
 */

// The demonstration has each state on the day of its start only.
test.use({ clock: 'still' })

interface State {
  name: string
  page: string
  /** The page of the first entry of that list, instead of the list. */
  entry?: true
  /** The change of each answer to those calls; null: the call fails. */
  upstream: [where: Where, edit: Edit | null][]
  /** Keys of texts that the page then shows. */
  texts: string[]
}

const get = (path: RegExp): Where => ({ method: 'GET', path })
const systems = get(/\/payment-systems$/)
const eachSystem =
  (edit: (system: PaymentSystem) => void): Edit =>
  ({ items }: { items: PaymentSystem[] }) => {
    items.forEach(edit)
  }
const none: Edit = (list: object) => Object.assign(list, { items: [], total: 0 })
/** A value beyond the contract's types, or nothing. */
const says =
  (other: object): Edit =>
  (body: object) =>
    Object.assign(body, other)
/** Changes each entry of a list, or the single one. */
const entries =
  (other: object): Edit =>
  (body: { items?: object[] }) => {
    for (const entry of body.items ?? [body]) Object.assign(entry, other)
  }

const overview: State[] = [
  {
    name: 'no deposit at work',
    page: '/cabinet',
    upstream: [[get(/\/funds\/deposits\?/), none]],
    texts: ['dashboard.noDeposits', 'dashboard.noDepositsText', 'dashboard.earnings.none'],
  },
  {
    name: 'days without events',
    page: '/cabinet?period=7',
    upstream: [[get(/\/user\/statistics/), says({ series: [] })]],
    texts: ['dashboard.course.nothing'],
  },
  {
    name: 'a market without changes',
    page: '/cabinet',
    upstream: [[get(/\/user\/exchange-rate/), entries({ change24h: '0' })]],
    texts: ['dashboard.leaders.none'],
  },
  {
    name: 'no rank yet',
    page: '/cabinet',
    upstream: [[get(/\/user\/bonus/), says({ rank: null })]],
    texts: ['dashboard.rank.none'],
  },
  {
    name: 'the highest rank',
    page: '/cabinet',
    upstream: [[get(/\/user\/bonus/), says({ rank: 'whale', next: null })]],
    texts: ['partners:rank.name.whale', 'dashboard.rank.highest'],
  },
  {
    name: 'an unknown rank',
    page: '/cabinet',
    upstream: [[get(/\/user\/bonus/), says({ rank: 'kraken' })]],
    texts: ['partners:rank.name.unknown'],
  },
]

const funds: State[] = [
  {
    name: 'no system accepts top-ups',
    page: '/cabinet/top-up',
    upstream: [[systems, eachSystem(({ refill }) => (refill.enabled = false))]],
    texts: ['topUp.noSystems', 'topUp.noSystemsText'],
  },
  {
    name: 'a system without withdrawals',
    page: '/cabinet/top-up',
    upstream: [[systems, eachSystem(({ payment }) => (payment.enabled = false))]],
    texts: ['topUp.outClosed'],
  },
  {
    name: 'a system with an unknown requirement',
    page: '/cabinet/top-up',
    upstream: [
      [systems, eachSystem(({ payment }) => Object.assign(payment, { requires: ['a_word_of_tomorrow'] }))],
    ],
    texts: ['topUp.requires.unknown'],
  },
  {
    name: 'a system without requirements',
    page: '/cabinet/top-up',
    upstream: [[systems, eachSystem(({ payment }) => (payment.requires = []))]],
    texts: ['topUp.requires.none'],
  },
  {
    name: 'a top-up of another amount',
    page: '/cabinet/top-up?status=topped_up',
    entry: true,
    upstream: [[get(/\/funds\/refills\/[^/?]+$/), says({ creditedAmount: '1.23' })]],
    texts: ['refill.differs'],
  },
  {
    name: 'a top-up that was refused without a reason',
    page: '/cabinet/top-up?status=rejected',
    entry: true,
    upstream: [[get(/\/funds\/refills\/[^/?]+$/), entries({ status: 'rejected', reason: null })]],
    texts: ['refill.rejected', 'refill.again'],
  },
  {
    name: 'an expired top-up',
    page: '/cabinet/top-up?status=timeout_expired',
    entry: true,
    upstream: [],
    texts: ['refill.expired', 'refill.again'],
  },
  {
    name: 'a top-up in an unknown state',
    page: '/cabinet/top-up?status=topped_up',
    entry: true,
    upstream: [[get(/\/funds\/refills\/[^/?]+$/), entries({ status: 'frozen' })]],
    texts: ['refill.unknown', 'common:status.unknown'],
  },
  {
    name: 'no plan can be opened',
    page: '/cabinet/deposits/new',
    upstream: [[get(/\/plans\/available$/), none]],
    texts: ['deposits.new.noPlans', 'deposits.new.noPlansText'],
  },
  {
    name: 'plans that are all closed',
    page: '/cabinet/deposits/new',
    upstream: [[get(/\/plans\/available$/), entries({ available: false })]],
    texts: ['deposits.new.noPlans'],
  },
  {
    name: 'a deposit without a second term',
    page: '/cabinet/deposits?status=in_progress',
    entry: true,
    upstream: [[get(/\/funds\/deposits/), entries({ extension: { days: 0, multiplier: '1' } })]],
    texts: ['deposits.choice.second.none'],
  },
  {
    name: 'a deposit of unknown terms whose plan has no second term',
    page: '/cabinet/deposits?status=in_progress',
    entry: true,
    upstream: [
      [get(/\/funds\/deposits/), entries({ extension: null })],
      [get(/\/plans\/available$/), entries({ extension: { days: 0, multiplier: '1' } })],
    ],
    texts: ['deposits.choice.second.none', 'deposits.choice.planNote'],
  },
  {
    name: 'a deposit of unknown terms whose plan is not offered any more',
    page: '/cabinet/deposits?status=in_progress',
    entry: true,
    upstream: [
      [get(/\/funds\/deposits/), entries({ extension: null })],
      [get(/\/plans\/available$/), none],
    ],
    texts: ['deposits.choice.second.unknown'],
  },
  {
    name: 'a deposit in an unknown state',
    page: '/cabinet/deposits?status=in_progress',
    entry: true,
    upstream: [[get(/\/funds\/deposits/), entries({ status: 'frozen', canClose: false })]],
    texts: ['common:status.unknown'],
  },
  {
    name: 'a deposit whose accruals fail to load',
    page: '/cabinet/deposits?status=awaiting_completion',
    entry: true,
    upstream: [[get(/\/user\/operations/), null]],
    texts: [
      'dashboard.failed',
      'dashboard.failedText',
      'deposits.accruals.title',
      'deposits.one.waiting',
      'deposits.one.accruedUsdt',
      'deposits.one.terms',
      'deposits.course.opened',
    ],
  },
  {
    name: 'no system allows withdrawals',
    page: '/cabinet/withdrawals/new',
    upstream: [[systems, eachSystem(({ payment }) => (payment.enabled = false))]],
    texts: ['withdrawals.new.noSystems', 'withdrawals.new.noSystemsText'],
  },
  {
    name: 'a withdrawal without a fee',
    page: '/cabinet/withdrawals/new?system=usdt-trc20',
    upstream: [[systems, eachSystem(({ payment }) => (payment.fee = '0'))]],
    texts: ['withdrawals.review.fee', 'withdrawals.receipt.noFee'],
  },
  {
    name: 'an overdue withdrawal',
    page: '/cabinet/withdrawals?status=pending',
    entry: true,
    upstream: [[get(/\/funds\/payments/), entries({ expectedBy: '2020-01-01T00:00:00.000Z' })]],
    texts: ['withdrawals.one.overdue', 'withdrawals.one.contacts'],
  },
  {
    name: 'a withdrawal that was refused without a reason',
    page: '/cabinet/withdrawals?status=rejected',
    entry: true,
    upstream: [[get(/\/funds\/payments/), entries({ status: 'rejected', reason: null })]],
    texts: ['withdrawals.one.rejectedPlain'],
  },
  {
    name: 'a withdrawal in an unknown state',
    page: '/cabinet/withdrawals?status=pending',
    entry: true,
    upstream: [[get(/\/funds\/payments/), entries({ status: 'frozen' })]],
    texts: ['withdrawals.one.unknown', 'common:status.unknown'],
  },
  {
    name: 'nothing can be exchanged',
    page: '/cabinet/exchange',
    upstream: [[get(/\/user\/exchange-rate/), entries({ exchangeable: false })]],
    texts: ['exchange:closed', 'exchange:closedText'],
  },
  {
    name: 'no subscription is sold',
    page: '/cabinet/subscription',
    upstream: [[get(/\/subscription\/options$/), none]],
    texts: ['exchange:subscription.closed', 'exchange:subscription.closedText'],
  },
  {
    name: 'a subscription that fails to load',
    page: '/cabinet/subscription',
    upstream: [[get(/\/ext\/user$/), null]],
    texts: ['exchange:subscription.unknown', 'exchange:subscription.unknownText'],
  },
]

const rest: State[] = [
  {
    name: 'a rank that fails to load',
    page: '/cabinet/referrals',
    upstream: [[get(/\/user\/bonus/), null]],
    texts: ['partners:rank.failed', 'partners:rank.failedText'],
  },
  {
    name: 'a partner without partners',
    page: '/cabinet/referrals/zephyr',
    upstream: [],
    texts: ['partners:one.empty'],
  },
  {
    name: 'no system to save a wallet for',
    page: '/cabinet/settings/payment-systems',
    upstream: [[systems, none]],
    texts: ['security:wallets.none', 'security:wallets.noneText'],
  },
  {
    name: 'a session of a device without a name',
    page: '/cabinet/settings/sessions',
    upstream: [[get(/\/ext\/sessions/), entries({ device: null })]],
    texts: ['security:sessions.unknownDevice'],
  },
  {
    name: 'no extension for downloads, and no contacts',
    page: '/cabinet/settings/data',
    upstream: [
      [get(/\/settings\/extensions$/), says({ value: [] })],
      [get(/\/settings\/contacts$/), null],
    ],
    texts: ['security:data.write', 'security:data.noContacts'],
  },
  ...(['none', 'in_process', 'successful', 'rejected'] as const).map((said) => ({
    name: `verification: ${said}`,
    page: '/cabinet/settings/verification',
    upstream: [
      [
        get(/\/byType\/verification$/),
        ({ data }: { data: object }) => Object.assign(data, { status: said, reason: null }),
      ] satisfies [Where, Edit],
    ],
    texts: [
      `security:verification.sentence.${said}`,
      ...(said === 'rejected' ? ['security:verification.noReason'] : []),
    ],
  })),
  {
    name: 'verification in an unknown state',
    page: '/cabinet/settings/verification',
    upstream: [
      [
        get(/\/byType\/verification$/),
        ({ data }: { data: object }) => Object.assign(data, { status: 'frozen', reason: null }),
      ],
    ],
    texts: ['common:status.unknown', 'security:verification.sentence.unknown'],
  },
  {
    name: 'a data download that could not be created',
    page: '/cabinet/settings/data?failed=1',
    upstream: [],
    texts: ['refusals:fallback.any', 'security:data.failed', 'security:data.downloadText'],
  },
  {
    name: 'a notification of an unknown kind',
    page: '/cabinet/notifications',
    upstream: [[get(/\/notification\?/), entries({ type: 'gift' })]],
    texts: ['notifications:types.unknown'],
  },
]

for (const { lng, colorScheme } of appearances) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    for (const [area, states] of Object.entries({ 'the overview': overview, funds, 'the rest': rest }))
      test(`${area}: each state is shown, and its page passes all checks`, async ({ page, stack, say }) => {
        const expectSound = soundInTurns(lng, { onlyNew: true })
        await signIn(page, demoInvestor)
        const visitor = await signedIn(stack.url, demoInvestor, lng)
        const own = states.filter((_, place) => isFull || (place % 2 === 0) === (lng === 'ru'))
        for (const { name, page: path, entry, upstream, texts } of own) {
          await test.step(name, async () => {
            let address = path
            if (entry) {
              const list = await visitor.visit(path)
              address = list.$('main tbody a[href^="/cabinet/"]').first().attr('href') ?? ''
            }
            for (const [where, edit] of upstream) {
              if (edit) stack.faulty.change(where, edit)
              else stack.faulty.fail('answers 503', where)
            }
            await page.goto(address)
            stack.faulty.heal()
            const main = page.locator('main')
            for (const key of texts)
              await expect(main, name).toContainText(
                sentence(say(key.includes(':') ? key : `cabinet:${key}`)),
              )
            await expectSound.here(page)
          })
        }
      })

    test('an investor without any entries gets a useful page everywhere, and a way to begin', async ({
      page,
      stack,
      say,
    }) => {
      const expectSound = soundInTurns(lng, { onlyNew: true })
      await signIn(page, await newInvestor(stack.backendUrl))
      for (const [path, says] of [
        ['/cabinet', 'cabinet:dashboard.begin.lead'],
        ['/cabinet/top-up', 'cabinet:topUp.emptyText'],
        ['/cabinet/operations', 'cabinet:operations.empty'],
        ['/cabinet/deposits', 'cabinet:deposits.emptyText'],
        ['/cabinet/deposits/new', 'cabinet:deposits.new.noMoneyText'],
        ['/cabinet/withdrawals', 'cabinet:withdrawals.emptyText'],
        ['/cabinet/withdrawals/new', 'cabinet:withdrawals.new.unmet'],
        ['/cabinet/referrals', 'partners:empty.text'],
        ['/cabinet/exchange', 'exchange:rates.text'],
        ['/cabinet/subscription', 'exchange:subscription.noneText'],
        ['/cabinet/notifications', 'notifications:emptyText'],
        ['/cabinet/settings/payment-systems', 'security:wallets.lead'],
        ['/cabinet/settings/verification', 'security:verification.sentence.none'],
      ] as const) {
        await expectSound.open(page, path)
        await expect(page.locator('main'), path).toContainText(say(says))
        await expectSound.here(page)
      }
    })

    test('a new deposit shows when its first income is due', async ({ page, stack, say }) => {
      const expectSound = soundInTurns(lng, { onlyNew: true })
      const investor = await newInvestor(stack.backendUrl, { usdt: '300' })
      const { deposit } = (await investor.ask('POST', '/funds/deposits', {
        planId: 'breeze',
        currency: 'USDT',
        amount: '300',
      })) as { deposit: { id: string } }
      await signIn(page, investor)
      await page.goto(`/cabinet/deposits/${deposit.id}`)
      await expect(page.locator('main')).toContainText(say('cabinet:deposits.accruals.emptyText'))
      await expectSound.here(page)
    })
  })
}

/** A text with any figures in it. */
const sentence = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+'))
