import { currentPassword, demoOperator, newInvestor, knownInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, problemAt, rowsOf, signedIn } from '../support/visitor'

/** Terms that operators set are those that investors are offered from then on; mailings reach whom they were shown for. */

const say = textsOf('en')

async function entered(url: string): Promise<Visitor> {
  const operator = openVisitor(url, 'en')
  await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
  return operator
}

const both = (name: string, ru: string, en: string) => ({ [`${name}.ru`]: ru, [`${name}.en`]: en })

test('a change of a plan is offered at once, says how many deposits are open, and leaves them as they are', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  const investor = await newInvestor(stack.backendUrl, { usdt: '300' })
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '150' })
  const deposits = () => investor.ask('GET', '/funds/deposits')
  const before = await deposits()

  let page = await operator.visit('/operator/content/plans/breeze')
  const open = Number(/(\d+) deposits? (?:is|are) open on this plan/.exec(page.text)?.[1])
  expect(open).toBeGreaterThan(0)
  expect(page.text).toContain(say('content:plans.untouched'))
  page = await operator.press(page, 'name="dailyPercent"', { max: '99' })
  expect(problemAt(page, 'max')).toBeDefined()
  page = await operator.press(page, 'name="dailyPercent"', {
    ...both('title', 'Лёгкий бриз', 'Light breeze'),
    dailyPercent: '0.77',
    max: '4,999.99',
    termDays: '40',
  })
  expect(page.text).toContain(say('flash:contentSaved'))
  const row = rowsOf(page).find(([title]) => title === 'Light breeze')
  expect(row?.join(' ')).toContain(String(open))

  expect(await deposits()).toEqual(before)
  const shown = await openVisitor(stack.url, 'en').visit('/investors')
  expect(shown.text).toContain('Light breeze')
  expect(shown.text).toContain('0.77')
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '150' })
  const { items } = (await deposits()) as { items: { dailyPercent: string; termDays: number }[] }
  expect(items.map(({ dailyPercent, termDays }) => [dailyPercent, termDays]).sort()).toEqual([
    ['0.77', 40],
    ['1.11', 50],
  ])
})

test('a new plan is made once, and can be opened only once it is said to be available', async ({ stack }) => {
  const operator = await entered(stack.url)
  const investor = await newInvestor(stack.backendUrl, { usdt: '1000' })
  const form = await operator.visit('/operator/content/plans/new')
  const plan = {
    ...{ tariff: 'depth', dailyPercent: '1', min: '700', max: '', termDays: '30' },
    ...both('title', 'Отлив', 'Ebb tide'),
    ...{ 'extension.days': '0', 'extension.multiplier': '1' },
  }
  const first = await operator.press(form, 'name="dailyPercent"', plan)
  const second = await operator.press(form, 'name="dailyPercent"', plan)
  expect(second.url.pathname).toBe(first.url.pathname)
  const list = await operator.visit('/operator/content/plans')
  expect(rowsOf(list).filter(([title]) => title === 'Ebb tide')).toHaveLength(1)
  const edit = await operator.follow(list, 'Ebb tide')
  const planId = edit.url.pathname.split('/').at(-1)!
  const open = () => investor.ask('POST', '/funds/deposits', { planId, currency: 'USDT', amount: '700' })
  await expect(open()).rejects.toThrow()
  const page = await operator.press(edit, 'name="dailyPercent"', { available: 'on' })
  expect(page.text).toContain(say('flash:contentSaved'))
  expect((await openVisitor(stack.url, 'en').visit('/investors')).text).toContain('Ebb tide')
  await open()
})

test('a payment system is changed, and gets receiving addresses, of which one wrong one refuses all', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  let page = await operator.visit('/operator/content/payment-systems/btc')
  page = await operator.press(page, 'name="payment.fee"', {
    'payment.fee': '0.0003',
    'payment.minUsd': '60',
    'payment.hours': '48',
    'payment.requires.verification': 'on',
  })
  expect(page.text).toContain(say('flash:contentSaved'))
  const investor = await newInvestor(stack.backendUrl)
  const { items } = (await investor.ask('GET', '/payment-systems')) as {
    items: { id: string; payment: { fee: string; hours: number; requires: string[] } }[]
  }
  expect(items.find(({ id }) => id === 'btc')?.payment).toMatchObject({ fee: '0.0003', hours: 48 })
  expect(items.find(({ id }) => id === 'btc')?.payment.requires).toContain('verification')

  const addresses = ['one', 'two'].map((seed) => fictitiousAddress('bitcoin', `content ${seed}`))
  page = await operator.follow(page, say('content:addresses.add'))
  page = await operator.press(page, 'name="addresses"', { addresses: [...addresses, 'bc1qnone'].join('\n') })
  expect(problemAt(page, 'addresses')).toContain('bc1qnone')
  page = await operator.press(page, 'name="addresses"', { addresses: addresses.join('\n') })
  expect(page.text).toContain(say('flash:addressesAdded'))
  page = await operator.follow(page, say('content:addresses.add'))
  page = await operator.press(page, 'name="addresses"', { addresses: addresses[0]! })
  expect(problemAt(page, 'addresses')).toContain(addresses[0])
})

test('options of the subscription are offered as they are written', async ({ stack }) => {
  const operator = await entered(stack.url)
  const investor = await newInvestor(stack.backendUrl)
  const reader = await signedIn(stack.url, investor, 'en')
  let page = await operator.visit('/operator/content/subscription/new')
  page = await operator.press(page, 'name="price"', {
    ...both('title', 'Неделя', 'One week'),
    days: '7',
    price: '4.50',
    rows: 'benefits.add.0',
  })
  expect(page.typed('title.en')).toBe('One week')
  page = await operator.press(page, 'name="price"', {
    ...both('benefits[0]', 'Тише', 'A calmer sea'),
    available: 'on',
  })
  expect(page.text).toContain(say('flash:contentSaved'))
  const offered = await reader.visit('/cabinet/subscription')
  expect(offered.text).toContain('One week')
  expect(offered.text).toContain('A calmer sea')
  page = await operator.follow(page, 'One week')
  page = await operator.press(page, 'name="price"', { price: '5' })
  expect(page.text).toContain(say('flash:contentSaved'))
  expect((await reader.visit('/cabinet/subscription')).text).toMatch(/One week\s*5/)
})

test('withdrawals are stopped for everybody, which is said before anything is typed', async ({ stack }) => {
  const operator = await entered(stack.url)
  const investor = await newInvestor(stack.backendUrl, { usdt: '500' })
  const visitor = await signedIn(stack.url, investor, 'en')
  const open = await visitor.visit('/cabinet/withdrawals/new?system=usdt-trc20')
  const typed = { system: 'usdt-trc20', amount: '50', wallet: fictitiousAddress('tron', 'stopped') }
  const review = await visitor.submit(open, 'name="amount"', typed)
  expect(review.$('input[name="figures"]').length, review.text).toBeGreaterThan(0)
  const limits = () => operator.visit('/operator/content/limits')
  const set = async (withdrawalsStopped: string) => {
    const saved = await operator.press(await limits(), 'name="version"', { withdrawalsStopped })
    expect(saved.text).toContain(say('flash:contentSaved'))
  }
  const isTicked = async () =>
    (await limits()).$('input[name="withdrawalsStopped"]').attr('checked') !== undefined
  expect(await isTicked()).toBe(false)
  await set('on')
  try {
    expect(await isTicked()).toBe(true)
    for (const path of ['/cabinet/withdrawals/new', '/cabinet']) {
      const page = await visitor.visit(path)
      expect(page.text, path).toContain(say('refusals:pause.stopped'))
      expect(page.$('input[name="wallet"]'), path).toHaveLength(0)
    }
    const late = await visitor.submit(review, 'name="figures"', { currentPassword })
    expect(late.text).toContain(say('refusals:code.withdrawals_stopped'))
    const { items } = (await investor.ask('GET', '/funds/payments')) as { items: unknown[] }
    expect(items).toEqual([])
  } finally {
    await set('')
  }
  const after = await visitor.visit('/cabinet/withdrawals/new')
  expect(after.text).not.toContain(say('refusals:pause.stopped'))
  expect(after.$('input[name="wallet"]').length).toBeGreaterThan(0)
})

test('ranks, rewards and limits are set by their forms, in the notation of the page', async ({ stack }) => {
  const operator = openVisitor(stack.url, 'ru')
  await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
  const investor = await newInvestor(stack.backendUrl)
  const setting = async (key: string) =>
    ((await investor.ask('GET', `/settings/${key}`)) as { value: unknown }).value

  let page = await operator.visit('/operator/content/ranks')
  page = await operator.press(page, 'name="version"', {
    'items[0].turnover': '1 500,50',
    'items[1].percent': '7,5',
  })
  expect(await setting('ranks')).toMatchObject([{ turnover: '1500.5' }, { percent: '7.5' }, {}, {}, {}])
  page = await operator.press(await operator.visit('/operator/content/ranks'), 'name="version"', {
    'items[1].turnover': '10',
  })
  expect(problemAt(page, 'items[1].turnover')).toBeDefined()

  await operator.press(await operator.visit('/operator/content/referral'), 'name="version"', {
    'items[2].percent': '2',
  })
  expect(await setting('referral')).toMatchObject([{ percent: '7' }, { percent: '3' }, { percent: '2' }])
  page = await operator.visit('/operator/content/limits')
  await operator.press(page, 'name="version"', { exchangeMin: '12,5', walletHours: '48' })
  expect(await setting('limits')).toMatchObject({
    exchange: { min: '12.5' },
    rest: { walletHours: 48, withdrawalHours: 24 },
  })
})

test('withdrawals rest, and a new wallet rests, for as many hours as the company has set', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  const limits = await operator.visit('/operator/content/limits')
  const refused = await operator.press(limits, 'name="version"', { withdrawalHours: '721' })
  expect(problemAt(refused, 'withdrawalHours')).toBeDefined()
  const saved = await operator.press(limits, 'name="version"', { withdrawalHours: '3', walletHours: '5' })
  expect(saved.text).toContain(say('flash:contentSaved'))

  const investor = await newInvestor(stack.backendUrl, { usdt: '300' })
  const wallet = fictitiousAddress('tron', 'a wallet for the hours of rest')
  const { payment } = (await investor.ask('POST', '/funds/payments', {
    ...{ system: 'usdt-trc20', amount: '50', wallet },
  })) as { payment: { createdAt: string; rest: { until: string; reason: string } } }
  const hoursUntil = (time: string) => (Date.parse(time) - Date.parse(payment.createdAt)) / 3_600_000
  expect(payment.rest.reason).toBe('wallet')
  expect(hoursUntil(payment.rest.until)).toBeCloseTo(5, 1)

  const visitor = await signedIn(stack.url, investor, 'en')
  const password = 'High-tide-at-9'
  await visitor.submit(await visitor.visit('/cabinet/settings/password'), 'name="passwordRepeat"', {
    ...{ currentPassword, password, passwordRepeat: password },
  })
  const { ask } = await knownInvestor(stack.backendUrl, { login: investor.login, password })
  const safety = (await ask('GET', '/ext/withdrawals/safety')) as { restsUntil: string }
  expect(hoursUntil(safety.restsUntil)).toBeCloseTo(3, 1)
  const form = await visitor.visit('/cabinet/withdrawals/new')
  expect(form.text).toContain(say('refusals:pause.why.password'))
  expect(form.$('main [name="amount"]')).toHaveLength(0)
})

test('a mailing is shown with its count before it is sent, once, to those whom it is for', async ({
  stack,
}) => {
  const operator = await entered(stack.url)
  const reader = await newInvestor(stack.backendUrl)
  const invested = await newInvestor(stack.backendUrl, { usdt: '1000' })
  await invested.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  const received = async ({ login, password }: { login: string; password: string }) => {
    const { ask } = await knownInvestor(stack.backendUrl, { login, password })
    const { items } = (await ask('GET', '/notification?type=mailing')) as {
      items: { message: string; image: string | null; imageAlt: string | null }[]
    }
    return items
  }
  const form = await operator.visit('/operator/content/mailings/new')
  let page = await operator.press(form, 'name="message.ru"', { 'message.ru': 'Тише', deposits: 'none' })
  expect(problemAt(page, 'message.en')).toBe(say('refusals:code.required'))
  expect(page.typed('message.ru')).toBe('Тише')
  const written = { 'message.en': '<p>Slack <b>water</b></p><script>x</script>', verified: 'false' }
  // A picture says nothing to those who can't see it until its words are written, in each language.
  const pictured = { ...written, image: 'https://tideline.example/tide.png', 'imageAlt.en': 'Slack water' }
  page = await operator.press(page, 'name="message.ru"', pictured)
  expect(problemAt(page, 'imageAlt.ru')).toBe(say('refusals:code.required'))
  expect(page.typed('imageAlt.en')).toBe('Slack water')
  const review = await operator.press(page, 'name="message.ru"', { 'imageAlt.ru': 'Тихая вода' })
  expect(review.text).toContain(say('content:mailings.reviewTitle'))
  expect(review.html).toContain('<p>Slack <strong>water</strong></p>')
  expect(await received(reader)).toEqual([])
  const [, ru = '', en = ''] = /In Russian: (\d+), in English: (\d+)/.exec(review.text) ?? []
  page = await operator.press(review, say('common:action.back'))
  expect(page.typed('message.ru')).toBe('Тише')

  const sent = await operator.press(review, 'id="confirm"')
  expect(sent.text).toContain(say('flash:mailingSent'))
  await operator.press(review, 'id="confirm"')
  const list = await operator.visit('/operator/content/mailings')
  const rows = rowsOf(list).filter(([message]) => message?.startsWith('Slack water'))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.slice(1, 4)).toEqual([
    `${say('content:mailings.deposits.none')}, ${say('content:mailings.verified.false')}`,
    String(Number(ru) + Number(en)),
    demoOperator.login,
  ])
  expect(await received(reader)).toMatchObject([{ image: pictured.image, imageAlt: 'Slack water' }])
  expect(await received(invested)).toEqual([])
})
