import { bitcoinWallet, ethereumWallet, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { languages, textsOf } from '../support/texts'
import { problemAt, signedIn } from '../support/visitor'

/** What each system pays out at least, in dollars, and less than that of its coin. Each takes in ten dollars at least. */
const dollars = [
  { system: 'usdt-trc20', coin: 'USDT', digits: 2, out: 20, wallet: tronWallet, less: '9' },
  { system: 'trx', coin: 'TRX', digits: 2, out: 20, wallet: tronWallet, less: '1' },
  { system: 'btc', coin: 'BTC', digits: 8, out: 100, wallet: bitcoinWallet, less: '0.00001' },
  { system: 'eth', coin: 'ETH', digits: 8, out: 100, wallet: ethereumWallet, less: '0.0001' },
] as const

test('the least of each system is its dollars at the rate of the moment, rounded up in the digits that are shown', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const rateOf = async (coin: string) => {
    if (coin === 'USDT') return '1'
    const { items } = (await investor.ask('GET', '/user/exchange-rate')) as {
      items: { coin: string; rate: string }[]
    }
    return items.find((one) => one.coin === coin)?.rate ?? 'none'
  }
  for (const language of languages) {
    const say = textsOf(language)
    const visitor = await signedIn(stack.url, investor, language)
    for (const { system, coin, digits, out, wallet, less } of dollars)
      for (const [path, usd] of [
        ['/cabinet/top-up', 10],
        ['/cabinet/withdrawals/new', out],
      ] as const) {
        const page = await visitor.visit(path)
        const before = await rateOf(coin)
        const refused = await visitor.submit(page, 'name="amount"', { system, amount: less, wallet })
        // The demonstration has another rate each minute, and one may begin just then.
        const told = [before, await rateOf(coin)].map((rate) => {
          const amount = roundedUp(usd, rate, digits)
          const min = `${language === 'ru' ? amount.replace('.', ',') : amount} ${coin}`
          return say('refusals:code.amount_below_min', { min })
        })
        expect(told, `${path} of ${coin}`).toContain(problemAt(refused, 'amount'))
      }
  }
})

/** Dollars by a rate, in so many digits after the point. */
function roundedUp(usd: number, rate: string, digits: number): string {
  const [whole = '', part = ''] = rate.split('.')
  const [divisor, dividend] = [BigInt(whole + part), BigInt(usd) * 10n ** BigInt(digits + part.length)]
  const units = ((dividend + divisor - 1n) / divisor).toString().padStart(digits + 1, '0')
  return `${units.slice(0, -digits)}.${units.slice(-digits)}`
}
