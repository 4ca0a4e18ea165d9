import { and, eq, ne, sql } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type Balance } from '~/contract/user'
import { type Db } from '../db/connect'
import { prepared } from '../db/prepared'
import { ledgerAccounts } from '../db/schema/ledger'
import { together } from '../db/together'
import { currencies, worthInUsdt } from '../domain/currencies'
import { add, sum } from '../domain/decimal'
import { ratesAt } from './rates'

const accountsQuery = prepared('accounts', (db) =>
  db
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, sql.placeholder('userId')), ne(ledgerAccounts.kind, 'held'))),
)

/**
 * The investor's balance (docs/rules.md): every currency, what it is worth in USDT now, and the sum. A currency without
 * a rate can't be held and is left out.
 */
export async function balanceOf(db: Db, userId: string, now: Date): Promise<Complete<typeof Balance>> {
  const [rates, rows] = await together([ratesAt(db, now), accountsQuery(db).execute({ userId })])
  const of = (kind: 'balance' | 'balance_dep', currency: string) =>
    rows.find((row) => row.kind === kind && row.currency === currency)?.balance ?? '0'

  const held = currencies.flatMap((currency) => {
    const rate = rates.get(currency)
    if (rate === undefined) return []
    const balance = of('balance', currency)
    const balance_dep = of('balance_dep', currency)
    const inUsdt = worthInUsdt(add(balance, balance_dep), rate)
    return [[currency, { balance, balance_dep, rate, inUsdt }] as const]
  })
  return {
    type: 'balance',
    balance: of('balance', 'USDT'),
    balance_dep: of('balance_dep', 'USDT'),
    currency: 'USDT',
    currencies: Object.fromEntries(held),
    totalInUsdt: sum(held.map(([, { inUsdt }]) => inUsdt)),
    asOf: now.toISOString(),
  }
}
