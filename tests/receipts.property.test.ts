import Big from 'big.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcessApp, startApp } from './support/in-process-app'
import {
  type Investor,
  bitcoinWallet,
  currentPassword,
  ethereumWallet,
  newInvestor,
  topUp,
  tronWallet,
} from './support/investor'
import { type Answer, type Visitor, factOf, signedIn } from './support/visitor'

/**
 * What a receipt says while an amount is typed is what the review page says, and what is booked: for any amount, plan,
 * coin and payment system, on a real backend.
 */

const runs = process.env['TEST_FULL'] === '1' ? 60 : 12

/** Free balances that are large enough for every amount of a run. */
const funds = { USDT: '900000', BTC: '30', ETH: '300', TRX: '90000' }
const systems = { USDT: 'usdt-trc20', BTC: 'btc', ETH: 'eth', TRX: 'trx' }
const coins = Object.keys(funds) as Coin[]
type Coin = keyof typeof funds

/** Amounts from just above the smallest minimum, with up to all decimals of the currency. */
const amountIn = (coin: Coin, min: number, max: number) => {
  const decimals = coin === 'USDT' || coin === 'TRX' ? 6 : 8
  return fc
    .tuple(fc.integer({ min: 0, max: decimals }), fc.double({ min, max, noNaN: true }))
    .map(([digits, value]) => new Big(value).round(digits, Big.roundUp).toFixed())
}

/** The decimal that a fact such as "1,234.50 USDT" begins with; undefined where the page has none. */
function figure(page: Answer, term: string): string | undefined {
  const [text] = /^[\d,.\s]+/.exec(factOf(page, term)?.text ?? '') ?? []
  return text && decimalOf(text)
}

/** The form says the percentage of the plan beside the term, the review page does not. */
const dayTerm = ({ $ }: Answer) =>
  $('main dl > div > dt')
    .toArray()
    .map((one) => $(one).text().trim())
    .find((term) => term.startsWith('Income a day')) ?? ''

/** @param then what the page calls a day of the second term */
const incomeOn = (page: Answer, then: string) => ({
  day: figure(page, dayTerm(page)),
  income: figure(page, 'Income of the first term, 50 days'),
  then: figure(page, then),
})

const decimalOf = (text: string) => new Big(text.replace(/[^\d.]/g, '')).toFixed()

describe('a receipt is what is booked', () => {
  let app: InProcessApp
  let investor: Investor
  let visitor: Visitor

  beforeAll(async () => {
    app = await startApp()
    investor = await newInvestor(app.upstream.url)
    for (const coin of coins) await topUp(investor, funds[coin], systems[coin])
    visitor = await signedIn(app.url, investor, 'en')
  })
  afterAll(() => app?.stop())

  const open = (path: string, query: Record<string, string>) =>
    visitor.visit(`${path}?${new URLSearchParams(query).toString()}`)
  /** Each wish once: an entry like one of the last minutes would ask for a tick. */
  const holds = <Wish>(wish: fc.Arbitrary<Wish>, property: (wish: Wish) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(wish, { minLength: runs, maxLength: runs, selector: (one) => JSON.stringify(one) }),
        async (wishes) => {
          for (const one of wishes) await property(one)
        },
      ),
      { numRuns: 1, endOnFailure: true },
    )

  it('of a deposit: its days and its two terms', async () => {
    const opened: { id: string; day?: string; income?: string; then?: string }[] = []
    const plans = [
      { planId: 'breeze', min: 100, max: 4_999 },
      { planId: 'depth', min: 5_000, max: 24_999 },
      { planId: 'tsunami', min: 25_000, max: 40_000 },
    ]
    const wish = fc
      .constantFrom(...plans)
      .chain(({ planId, min, max }) => amountIn('USDT', min, max).map((amount) => ({ planId, amount })))
    await holds(wish, async ({ planId, amount }) => {
      const page = await open('/cabinet/deposits/new', { currency: 'USDT', amount })
      const shown = incomeOn(page, 'Then a day, for at most 50 days')
      expect(page.typed('planId')).toBe(planId)
      const review = await visitor.press(page, 'Continue')
      expect(incomeOn(review, 'Second term, if you leave it running')).toEqual(shown)
      const done = await visitor.submit(review, 'id="confirm"')
      opened.push({ id: done.url.pathname.split('/').at(-1)!, ...shown })
    })
    const accruedOf = async (id: string) => {
      const { items } = (await investor.ask('GET', '/funds/deposits?limit=100')) as {
        items: { id: string; accrued: string }[]
      }
      return new Big(items.find((one) => one.id === id)!.accrued).toFixed()
    }
    await investor.ask('POST', '/ext/demo/clock', { days: 1 })
    for (const { id, day } of opened) expect(await accruedOf(id)).toBe(day)
    await investor.ask('POST', '/ext/demo/clock', { days: 49 })
    for (const { id, income } of opened) expect(await accruedOf(id)).toBe(income)
    await investor.ask('POST', '/ext/demo/clock', { days: 1 })
    const after = ({ income, then }: (typeof opened)[number], days: number) =>
      new Big(income!).plus(new Big(then!).times(days)).toFixed()
    for (const one of opened) expect(await accruedOf(one.id)).toBe(after(one, 1))
    // It stops with its second term.
    await investor.ask('POST', '/ext/demo/clock', { days: 60 })
    for (const one of opened) expect(await accruedOf(one.id)).toBe(after(one, 50))
  })

  it('of an exchange: what is got for it', async () => {
    const pair = fc.shuffledSubarray(coins, { minLength: 2, maxLength: 2 })
    const atLeast = { USDT: 11, BTC: 0.001, ETH: 0.01, TRX: 60 }
    const wish = pair.chain(([from, to]) =>
      amountIn(from!, atLeast[from!], atLeast[from!] * 40).map((amount) => ({
        from: from!,
        to: to!,
        amount,
      })),
    )
    await holds(wish, async ({ from, to, amount }) => {
      const page = await open('/cabinet/exchange', { from, to, amount })
      const got = figure(page, 'You get')
      const review = await visitor.press(page, 'Continue')
      expect(figure(review, 'You get')).toBe(got)
      const done = await visitor.submit(review, 'id="confirm"')
      const booked = (await investor.ask('GET', '/user/operations/?limit=2')) as {
        items: { amount: string; currency: string }[]
      }
      expect(done.url.search).toMatch(/^\?done=/)
      expect(booked.items.find(({ currency }) => currency === to)?.amount.replace(/^\+/, '')).toBe(got)
    })
  })

  it('of a withdrawal: its fee, and what arrives', async () => {
    const wallets = { USDT: tronWallet, TRX: tronWallet, BTC: bitcoinWallet, ETH: ethereumWallet }
    const atLeast = { USDT: 21, BTC: 0.002, ETH: 0.04, TRX: 100 }
    const wish = fc
      .constantFrom(...coins)
      .chain((coin) => amountIn(coin, atLeast[coin], atLeast[coin] * 40).map((amount) => ({ coin, amount })))
    await holds(wish, async ({ coin, amount }) => {
      const page = await open('/cabinet/withdrawals/new', { system: systems[coin], amount })
      const shown = { fee: figure(page, 'Fee'), net: figure(page, 'Arrives') }
      const review = await visitor.press(page, 'Continue', { wallet: wallets[coin] })
      expect({ fee: figure(review, 'Fee'), net: figure(review, 'Arrives') }).toEqual(shown)
      const done = await visitor.submit(review, 'id="confirm"', { currentPassword })
      const id = done.url.pathname.split('/').at(-1)!
      const { items } = (await investor.ask('GET', '/funds/payments?limit=1')) as {
        items: { id: string; fee: string; net: string }[]
      }
      const [booked] = items
      expect(booked?.id).toBe(id)
      expect([booked!.fee, booked!.net].map((one) => new Big(one).toFixed())).toEqual([shown.fee, shown.net])
    })
  })

  it('of a top-up: what has to be sent', async () => {
    const atLeast = { USDT: 11, BTC: 0.001, ETH: 0.01, TRX: 60 }
    const wish = fc
      .constantFrom(...coins)
      .chain((coin) => amountIn(coin, atLeast[coin], atLeast[coin] * 400).map((amount) => ({ coin, amount })))
    await holds(wish, async ({ coin, amount }) => {
      const page = await open('/cabinet/top-up', { system: systems[coin], amount })
      const send = figure(page, 'Send')
      expect(send).toBe(new Big(amount).toFixed())
      const done = await visitor.press(page, 'Get an address')
      const id = done.url.pathname.split('/').at(-1)!
      const { items } = (await investor.ask('GET', '/funds/refills?limit=1')) as {
        items: { id: string; requestAmount: string }[]
      }
      expect([items[0]!.id, new Big(items[0]!.requestAmount).toFixed()]).toEqual([id, send])
      await investor.ask('POST', `/ext/demo/refills/${id}/pay`, {})
    })
  })
})
