import { type Language } from '~/contract/languages'
import { demoInvestor, knownInvestor } from './investor'
import { textsOf, writtenIn } from './texts'

/**
 * One investor's money from the first visit to the wallet. The figures, worked out by hand from docs/rules.md:
 * Breeze pays 1.11 % a day, 300 × 1.11 / 100 = 3.33 a day in the first term and twice that, 6.66, in the second.
 *
 *   moment              free balance                       in deposits   accrued   with it   income of the term
 *   topped up                              700.00              0.00
 *   opened 300          700 − 300      =   400.00            300.00        0.00    300.00    50×3.33 = 166.50
 *   day 1               400 + 3.33     =   403.33            300.00        3.33    303.33              166.50
 *   day 50              400 + 50×3.33  =   566.50            300.00      166.50    466.50    50×6.66 = 333.00   may be closed
 *   day 51              566.50 + 6.66  =   573.16            300.00      173.16    473.16              333.00   doubled
 *   day 100             566.50+50×6.66 =   899.50            300.00      499.50    799.50   waits, earns nothing
 *   closed              899.50 + 300   = 1,199.50              0.00      499.50    799.50
 *   200 withdrawn     1,199.50 − 200   =   999.50              0.00               fee 1, arrives 199
 *
 * The first term ends 50 days after the opening and the second 100 days after it. The statement has 106 rows: the
 * top-up, 100 days of income, the withdrawal, and two each of the opening and the closing, which touch both accounts.
 * The inviter's 7 % of 300 = 21 show from the opening on and reach the inviter's balance at day 50.
 * Into the balance came 700 + 499.50 + 300 = 1,499.50 and out of it went 300 + 200 = 500.
 */
export const figures = {
  '0.00': { en: '0.00', ru: '0,00' },
  '1': { en: '1.00', ru: '1,00' },
  '3.33': { en: '3.33', ru: '3,33' },
  '6.66': { en: '6.66', ru: '6,66' },
  '166.50': { en: '166.50', ru: '166,50' },
  '303.33': { en: '303.33', ru: '303,33' },
  '333': { en: '333.00', ru: '333,00' },
  '466.50': { en: '466.50', ru: '466,50' },
  '473.16': { en: '473.16', ru: '473,16' },
  '799.50': { en: '799.50', ru: '799,50' },
  '173.16': { en: '173.16', ru: '173,16' },
  '163.17': { en: '163.17', ru: '163,17' },
  '326.34': { en: '326.34', ru: '326,34' },
  '199': { en: '199.00', ru: '199,00' },
  '200': { en: '200.00', ru: '200,00' },
  '300': { en: '300.00', ru: '300,00' },
  '400': { en: '400.00', ru: '400,00' },
  '403.33': { en: '403.33', ru: '403,33' },
  '499.50': { en: '499.50', ru: '499,50' },
  '566.50': { en: '566.50', ru: '566,50' },
  '573.16': { en: '573.16', ru: '573,16' },
  '700': { en: '700.00', ru: '700,00' },
  '899.50': { en: '899.50', ru: '899,50' },
  '999.50': { en: '999.50', ru: '999,50' },
  '1199.50': { en: '1,199.50', ru: '1 199,50' },
} satisfies Record<string, Record<Language, string>>

export type Figure = keyof typeof figures

/**
 * The parts of a statement. The two rows of an opening or a closing have the same time and may be in either
 * order.
 */
export const statementParts = (rows: string[][]) => ({
  withdrawal: rows.slice(0, 1),
  closing: rows.slice(1, 3).sort(),
  income: rows.slice(3, 103),
  opening: rows.slice(103, 105).sort(),
  topUp: rows.slice(105),
})

/** The statement at the end, newest first, and its summary under these column heads. */
export function statementAtTheEnd(language: Language) {
  const say = textsOf(language)
  const usdt = (amount: string, sign = '') => `${sign}${writtenIn(language, amount)} USDT`
  const account = (name: string) => say(`common:account.${name}`)
  const heads = (...names: string[]) => names.map((name) => say(`cabinet:operations.${name}`))
  const row = (type: string, name: string, amount: string, after: string) => [
    say(`common:operation.${type}`),
    account(name),
    usdt(amount.slice(1), amount.slice(0, 1)),
    usdt(after),
  ]
  const incomeOf = (day: number) => {
    const [first, second] = [Math.min(day, 50), Math.max(day - 50, 0)]
    const cents = 400_00 + first * 3_33 + second * 6_66
    return row('accrual', 'balance', second > 0 ? '+6.66' : '+3.33', (cents / 100).toFixed(2))
  }
  const parts = {
    withdrawal: [row('payment', 'balance', '−200.00', '999.50')],
    closing: [
      row('deposit_close', 'balance', '+300.00', '1,199.50'),
      row('deposit_close', 'balance_dep', '−300.00', '0.00'),
    ].sort(),
    income: Array.from({ length: 100 }, (_, at) => incomeOf(100 - at)),
    opening: [
      row('deposit_open', 'balance', '−300.00', '400.00'),
      row('deposit_open', 'balance_dep', '+300.00', '300.00'),
    ].sort(),
    topUp: [row('refill', 'balance', '+700.00', '700.00')],
  }
  const totals = [
    [`USDT, ${account('balance')}`, ...['0.00', '1,499.50', '500.00', '999.50'].map((sum) => usdt(sum))],
    [`USDT, ${account('balance_dep')}`, ...['0.00', '300.00', '300.00', '0.00'].map((sum) => usdt(sum))],
  ]
  return {
    list: { heads: heads('type', 'account', 'amount', 'balanceAfter'), parts },
    summary: { heads: heads('account', 'opening', 'in', 'out', 'closing'), rows: totals },
  }
}

/** The reward of an inviter for a partner's deposit: shown at once, available when the first term ends. */
export async function inviterRewards(
  backendUrl: string,
  partner: string,
  depositId: string,
): Promise<{ held: number[]; free: number[] }> {
  const { ask } = await knownInvestor(backendUrl, demoInvestor)
  const bonus = (await ask('GET', '/user/bonus')) as {
    held: { items: { amount: string; partner: { login: string } }[] }
  }
  const operations = (await ask('GET', '/user/operations/?type=referral&limit=1000')) as {
    items: { amount: string; reference: { id: string } }[]
  }
  return {
    held: bonus.held.items.flatMap((one) => (one.partner.login === partner ? [Number(one.amount)] : [])),
    free: operations.items.flatMap((one) => (one.reference.id === depositId ? [Number(one.amount)] : [])),
  }
}
