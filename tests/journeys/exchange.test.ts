import { type Language } from '~/contract/languages'
import { type Investor, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { investorAt } from '../support/signed-in-investor'
import { type WatchedProduct } from '../support/watched'
import { textsOf, writtenIn } from '../support/texts'
import { type Answer, signedIn, type Visitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/**
 * Exchanges, and withdrawals whose coin is bought: the shown rate applies, and the shown figures are carried
 * out.
 */

const atExchange = (stack: WatchedProduct, options?: { usdt?: string; lng?: Language }) =>
  investorAt(stack, '/cabinet/exchange', options)

const ask = (visitor: Visitor, page: Answer, amount: string, [from, to] = ['USDT', 'BTC']) =>
  visitor.submit(page, 'name="amount"', { from: from ?? '', to: to ?? '', amount })

const confirm = (visitor: Visitor, page: Answer, changes?: Record<string, string>) =>
  visitor.submit(page, 'name="figures"', changes)

const exchanges = async ({ ask }: Pick<Investor, 'ask'>) =>
  (await ask('GET', '/user/operations/?type=exchange_out'))['total']

test('the review page shows rate, time, result and both balances, and no money has moved yet', async ({
  stack,
}) => {
  const { investor, visitor, page } = await atExchange(stack, { usdt: '700' })
  expect(page.text).toContain('All of it: 700.00 USDT')
  expect(page.text).toContain('An example for 10.00 USDT')
  expect(page.text).toContain('At least 10.00 USDT at the rate.')
  const review = await ask(visitor, page, '100')
  expect(review.status).toBe(200)
  expect(review.text).toMatch(/You give 100\.00 USDT You get 0\.\d+ BTC/)
  expect(review.text).toMatch(
    /Rate 1 BTC = [\d,.]+ USDT Holds until \d\d:\d\d\sGMT[+\d]* ?, time left: (1 minute|2 minutes)/,
  )
  expect(review.text).toMatch(/USDT 700\.00 USDT 600\.00 USDT BTC 0\.00000000 BTC 0\.\d+ BTC/)
  expect(review.text).not.toContain('Rate before')
  expect(await exchanges(investor)).toBe(0)
})

for (const lng of otherPlainLanguages)
  test(`an expired quote is confirmed again, with the new rate beside the old, and then applies, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const { investor, visitor, page } = await atExchange(stack, { usdt: '700', lng })
    const review = await ask(visitor, page, '100')
    const again = await confirm(visitor, review, { rateId: 'a-quote-of-yesterday', rate: '0.00002' })
    expect(again.status).toBe(200)
    expect(again.text).toContain(say('errors:code.rate_expired'))
    const [before, now] = ['rateBefore', 'rateNew'].map((name) => say(`exchange:review.${name}`))
    expect(again.text).toContain(`${before} 1 BTC = ${writtenIn(lng, '50,000.00')} USDT ${now} 1 BTC = `)
    expect(await exchanges(investor)).toBe(0)

    const done = await confirm(visitor, again)
    expect(done.url.search).toMatch(/^\?done=/)
    expect(await exchanges(investor)).toBe(1)
  })

test('a refused exchange comes back with the error at its field and its input', async ({ stack }) => {
  const { investor, visitor, page } = await atExchange(stack, { usdt: '700', lng: 'ru' })
  const cases: [amount: string, sentence: string, pair?: [string, string]][] = [
    ['', 'Укажите сумму'],
    ['9,999999', 'Минимум — 10,00 USDT'],
    ['700,000001', 'Недостаточно денег на балансе'],
    ['100', 'Выберите две разные валюты', ['USDT', 'USDT']],
    ['100', 'Выберите валюту', ['', 'BTC']],
    ['100', 'Сейчас эту валюту обменять нельзя', ['USDT', 'DOGE']],
  ]
  for (const [amount, sentence, pair] of cases) {
    const answer = await ask(visitor, page, amount, pair)
    expect(answer.status, sentence).toBe(422)
    expect(answer.text).toContain(sentence)
    expect(answer.title).toMatch(/^Ошибка: /)
    if (amount) expect(answer.html).toContain(`value="${amount}"`)
  }
  expect(await exchanges(investor)).toBe(0)
})

test('"Change" leads back to the form with its input', async ({ stack }) => {
  const { visitor, page } = await atExchange(stack, { usdt: '700' })
  const back = await visitor.submit(await ask(visitor, page, '100.5'), 'name="change"')
  expect(back.html).toContain('value="100.5"')
  expect(back.$('option[value="BTC"][selected]')).toHaveLength(1)
})

test('an exchange is visible to its owner only', async ({ stack }) => {
  const { visitor, page } = await atExchange(stack, { usdt: '700' })
  const done = await confirm(visitor, await ask(visitor, page, '100'))
  const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  expect((await other.visit(done.url.pathname + done.url.search)).status).toBe(404)
})

for (const lng of plainLanguages)
  test(`an exchange from the form to the new balances, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const { investor, visitor, page } = await atExchange(stack, { usdt: '700', lng })
    const review = await ask(visitor, page, '200', ['USDT', 'TRX'])
    expect(review.textOf('main h1')).toBe(say('exchange:review.title'))
    const done = await visitor.press(review, 'id="confirm"')
    expect(done.textOf('main h1')).toBe(say('exchange:done.title'))
    expect(done.text).toContain(say('flash:exchanged'))
    expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('500')
    expect((await visitor.visit('/cabinet/exchange')).text).toContain(say('exchange:history.title'))
  })
