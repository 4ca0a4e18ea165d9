import { expect, test } from 'vitest'
import { type Subscription } from '~/contract/user'
import { createServerI18n } from '~/locale/texts.server'
import { type SubscriptionOptions, optionName, purchaseOf } from './purchase.server'

const { en } = createServerI18n('Europe/Vilnius')
const now = new Date('2026-03-01T12:00:00.000Z')

const month = { id: 'month', title: 'Month', days: 30, price: '15', currency: 'USDT', benefits: ['No fee'] }
const optionsWith = (current: SubscriptionOptions['current'], free = '20') =>
  ({
    options: [month],
    balance: { currencies: { USDT: { balance: free } } },
    current,
  }) as unknown as SubscriptionOptions
const running = (status: Subscription['status']): Subscription => ({
  optionId: 'month',
  title: 'Month',
  startedAt: '2026-02-10T12:00:00.000Z',
  expiresAt: '2026-03-12T12:00:00.000Z',
  status,
})

test.each<[string, SubscriptionOptions['current'], { isAdded: boolean; endsAt: string | null }]>([
  ['the first subscription begins now', 'none', { isAdded: false, endsAt: '2026-03-31T12:00:00.000Z' }],
  [
    'one after an expired subscription begins now, too',
    running('expired'),
    { isAdded: false, endsAt: '2026-03-31T12:00:00.000Z' },
  ],
  [
    'one during an active subscription begins at its end',
    running('active'),
    { isAdded: true, endsAt: '2026-04-11T12:00:00.000Z' },
  ],
  ['nothing is claimed where it is not known', 'unknown', { isAdded: false, endsAt: null }],
])('%s', (_, current, expected) => {
  expect(purchaseOf('month', optionsWith(current), now, en)).toMatchObject({
    review: { ...expected, freeAfter: '5' },
  })
})

test("an option that the balance can't pay, and one that does not exist, are reported at the choice", () => {
  expect(purchaseOf('month', optionsWith('none', '14.999999'), now, en)).toEqual({
    problems: { optionId: 'Not enough money on the balance' },
  })
  expect(purchaseOf('gone', optionsWith('none'), now, en)).toEqual({
    problems: { optionId: "This subscription can't be paid for now" },
  })
})

test.each([
  ['its duration', { days: null }, 'none', '20', { days: null, endsAt: null, freeAfter: '5' }],
  ['the available balance', {}, 'none', null, { freeAfter: null, endsAt: '2026-03-31T12:00:00.000Z' }],
  ['an existing subscription', {}, 'unsupported', '20', { isAdded: false, endsAt: null }],
] as const)('nothing is claimed about %s if it is unknown', (_, own, current, free, expected) => {
  const options = {
    ...optionsWith(current),
    balance: { currencies: { USDT: { balance: free } } },
    options: [{ ...month, ...own }],
  } as unknown as SubscriptionOptions
  expect(purchaseOf('month', options, now, en)).toMatchObject({ review: expected })
})

test('the end of an extension is unknown without the end of the active subscription', () => {
  const endless = { ...running('active'), expiresAt: null }
  expect(purchaseOf('month', optionsWith(endless), now, en)).toMatchObject({
    review: { isAdded: true, endsAt: null },
  })
})

test('the end is unknown where it is not known whether the subscription is still active', () => {
  const unknown = { ...running('unknown'), expiresAt: null }
  expect(purchaseOf('month', optionsWith(unknown), now, en)).toMatchObject({
    review: { isAdded: false, endsAt: null },
  })
})

test('an option without a name is named by its duration', () => {
  expect(optionName(month, en)).toBe('Month')
  expect(optionName({ title: null, days: 30 }, en)).toBe('30 days')
  expect(optionName({ title: null, days: null }, en)).toBe('Subscription')
})
