import { tronWallet } from '../support/investor'
import { type Answer, type Visitor } from '../support/visitor'
import { type Stranger } from '../stranger/stranger'

/** One form of money: how it is filled in and confirmed, what it sends, and what its page says when it is done. */
export interface MoneyStep {
  name: string
  /** The upstream's call. */
  path: string
  take: (investor: Visitor) => Promise<Answer>
  says: string
}

/** The main path of an investor, in English, by forms alone. */
export const moneyPath: MoneyStep[] = [
  {
    name: 'a top-up',
    path: '/api/funds/refills',
    async take(investor) {
      const form = await investor.visit('/cabinet/top-up')
      return investor.submit(form, 'name="amount"', { system: form.value('system'), amount: '150' })
    },
    says: 'Request sent',
  },
  {
    name: 'a deposit',
    path: '/api/funds/deposits',
    async take(investor) {
      const form = await investor.visit('/cabinet/deposits/new')
      const values = { planId: form.value('planId'), currency: 'USDT', amount: '100' }
      return investor.submit(await investor.submit(form, 'name="amount"', values), 'name="figures"')
    },
    says: 'Deposit created',
  },
  {
    name: 'an exchange',
    path: '/api/user/exchange',
    async take(investor) {
      const form = await investor.visit('/cabinet/exchange')
      const values = { from: 'USDT', to: 'BTC', amount: '20' }
      return investor.submit(await investor.submit(form, 'name="amount"', values), 'name="figures"')
    },
    says: 'Exchange completed',
  },
  {
    name: 'a withdrawal',
    path: '/api/funds/payments',
    async take(investor) {
      const form = await investor.visit('/cabinet/withdrawals/new')
      const values = { system: form.value('system'), amount: '50', wallet: tronWallet }
      return investor.submit(await investor.submit(form, 'name="wallet"', values), 'name="figures"')
    },
    says: 'Request sent',
  },
]

/** How often a call that changes something came to the stranger. */
export const sentTo = ({ requests }: Stranger, path: string): number =>
  requests.filter((one) => one.method === 'POST' && one.path.startsWith(path)).length

/** Steps that did not end well, or were not sent once: where they ended, and what was said instead. */
export async function failedSteps(investor: Visitor, stranger: Stranger): Promise<unknown[]> {
  const failed: unknown[] = []
  for (const { name, path, take, says } of moneyPath) {
    const before = sentTo(stranger, path)
    const { status, url, text } = await take(investor)
    const sent = sentTo(stranger, path) - before
    if (status !== 200 || sent !== 1 || !text.includes(says))
      failed.push([name, status, url.pathname.slice(0, 40), sent, text.slice(0, 200)])
  }
  return failed
}
