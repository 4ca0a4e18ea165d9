import { type Investor, tronWallet } from './investor'
import { type WatchedProduct } from './watched'

/** The result of each form that moves money, however it is sent. */

export type MoneyFormName =
  | 'top-up'
  | 'opening a deposit'
  | 'closing a deposit'
  | 'withdrawal'
  | 'cancelling a withdrawal'
  | 'exchange'
  | 'subscription'

export interface MoneyFormEffect {
  /** The address of the new entry: its path and its query. */
  entry: RegExp
  /** The call that commits. */
  call: RegExp
  /** The text of the new entry, if it is shown on the form's own page. */
  made?: string
  /** The text of the page when nothing is left to do. */
  nothingLeft?: string
  /** The number of the investor's entries of this kind. */
  entries: (investor: Investor) => Promise<number>
}

export const moneyFormEffects: Record<MoneyFormName, MoneyFormEffect> = {
  'top-up': {
    entry: /^\/cabinet\/top-up\/[^/]+$/,
    call: /^\/api\/funds\/refills$/,
    entries: (investor) => total(investor, '/funds/refills', 1), // the initial 700 are one
  },
  'opening a deposit': {
    entry: /^\/cabinet\/deposits\/(?!new)[^/]+$/,
    call: /^\/api\/funds\/deposits$/,
    entries: (investor) => total(investor, '/funds/deposits'),
  },
  'closing a deposit': {
    entry: /^\/cabinet\/deposits\/[^/]+$/,
    call: /^\/api\/funds\/deposits\/client\/close\//,
    nothingLeft: 'cabinet:deposits.close.already',
    entries: (investor) => total(investor, '/funds/deposits?status=closed'),
  },
  withdrawal: {
    entry: /^\/cabinet\/withdrawals\/(?!new)[^/]+$/,
    call: /^\/api\/funds\/payments$/,
    entries: (investor) => total(investor, '/funds/payments'),
  },
  'cancelling a withdrawal': {
    entry: /^\/cabinet\/withdrawals\/[^/]+$/,
    call: /^\/api\/ext\/payments\/[^/]+\/cancel$/,
    nothingLeft: 'cabinet:withdrawals.cancel.tooLate',
    entries: (investor) => total(investor, '/user/operations/?type=payment_return'),
  },
  exchange: {
    entry: /^\/cabinet\/exchange\?done=/,
    call: /^\/api\/user\/exchange$/,
    entries: (investor) => total(investor, '/user/operations/?type=exchange_out'),
  },
  subscription: {
    entry: /^\/cabinet\/subscription$/,
    made: 'exchange:subscription.activeText',
    call: /^\/api\/user\/subscription$/,
    entries: (investor) => total(investor, '/user/operations/?type=subscription'),
  },
}

/** The successful calls since the call with this number. */
export const commitsOf = (
  { upstreamCalls }: Pick<WatchedProduct, 'upstreamCalls'>,
  call: RegExp,
  since: number,
) =>
  upstreamCalls
    .slice(since)
    .filter(({ method, path, status }) => method === 'POST' && call.test(path) && status < 300)
    .filter(({ headers }) => headers['idempotent-replayed'] !== 'true')

/** Requests a withdrawal by a call to the backend. @returns its id */
export async function newPayment({ ask }: Pick<Investor, 'ask'>, amount: string): Promise<string> {
  const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
  const { payment } = (await ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  return payment.id
}

async function total({ ask }: Pick<Investor, 'ask'>, path: string, before = 0): Promise<number> {
  return ((await ask('GET', path))['total'] as number) - before
}
