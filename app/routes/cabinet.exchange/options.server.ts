import { type RequestContext } from '~/context'
import { type Rate, type Balance } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { type Quote } from '~/investments/quote.server'
import { isPositive } from '~/money/decimal'
import { panel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'

/** What can be exchanged, at which rates, and what the investor has of it. */
export interface ExchangeOptions {
  quote: Quote
  /** Those of the quote that can be exchanged. */
  coins: Rate[]
  balance: Balance
  /** The least that one exchange must be worth, in USDT. */
  min: string
}

/** @param readRates quoted to the investor, or to look at */
export async function readExchangeOptions(
  context: RequestContext,
  readRates: (context: RequestContext) => Promise<Quote>,
): Promise<ExchangeOptions> {
  const { upstream } = context
  const [quote, balance, limits] = await Promise.all([
    readRates(context),
    balanceOf(upstream),
    panel(setting(upstream, 'limits')),
  ])
  const coins = quote.items.filter(({ exchangeable, rate }) => exchangeable && isPositive(rate))
  return { quote, coins, balance, min: limits?.exchange.min ?? '0' }
}

export function freeOf({ balance }: Pick<ExchangeOptions, 'balance'>, currency: string): string {
  return balance.currencies[currency]?.balance ?? '0'
}

/** The offer as its form shows it. */
export interface ShownExchangeOptions {
  coins: { coin: string; title: string; rate: string; free: string }[]
  min: string | null
  /** Null: there is none. */
  spreadPercent: string | null
}

export function exchangeOptionsForPage(offer: ExchangeOptions): ShownExchangeOptions {
  const { coins, min, quote } = offer
  return {
    coins: coins.map(({ coin, title, rate }) => ({ coin, title, rate, free: freeOf(offer, coin) })),
    min: isPositive(min) ? min : null,
    spreadPercent: isPositive(quote.spreadPercent) ? quote.spreadPercent : null,
  }
}
