import { rm } from 'node:fs/promises'
import { type Db, type Database, connect } from '../../backend/db/connect'
import { users } from '../../backend/db/schema/users'
import { fillDatabase } from '../../backend/fill/fill'
import { listDeposits } from '../../backend/funds/deposit-list'
import { listOperations } from '../../backend/funds/operations'
import { listPayments } from '../../backend/funds/payment-list'
import { listRefills } from '../../backend/funds/refill-list'
import { listAllDeposits } from '../../backend/operator/deposits'
import { listInvestors } from '../../backend/operator/investors'
import { listAllPayments } from '../../backend/operator/payments'
import { listAllRefills } from '../../backend/operator/refills'
import { listUsers } from '../../backend/operator/users'
import { listReferrals, listReferralsOf } from '../../backend/partners/referrals'
import { makeDataDir } from '../../tests/support/stack'
import { type Figure, type Row, type World, median } from '../row'

/** As `npm run db:fill` makes them: the operations are of five hundred and a thousand investors, the partners of one. */
const sizes = {
  small: { users: 500, operations: 10_000, deposits: 1_000, partners: 100 },
  large: { users: 100_000, operations: 1_000_000, deposits: 200_000, partners: 10_000 },
}
const shortSizes: typeof sizes = {
  small: { users: 20, operations: 200, deposits: 40, partners: 5 },
  large: { users: 60, operations: 1_200, deposits: 200, partners: 20 },
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Each list in a small company and in a large one, by the functions that answer it: HTTP and the bearer would only hide what
 * grows. Filling the databases takes minutes; `--databases=<small>,<large>` names two that `npm run db:fill` has filled.
 */
export const size: Row = {
  name: 'size of lists, at 1,000,000 operations and 10,000 partners',
  yardstick: 'the same at 10,000 and 100',
  isNamedOnly: true,
  async measure({ rounds, databases }: World) {
    const { small, large } = rounds === 1 ? shortSizes : sizes
    const few = await openCompany(small, databases?.[0])
    try {
      const many = await openCompany(large, databases?.[1])
      try {
        return await measured(rounds, await questionsOf(many.db), await questionsOf(few.db))
      } finally {
        await many.close()
      }
    } finally {
      await few.close()
    }
  },
}

async function openCompany(
  of: (typeof sizes)['small'],
  databaseUrl: string | undefined,
): Promise<Pick<Database, 'db' | 'close'>> {
  if (databaseUrl) return connect({ log: quiet, databaseUrl })
  const dataDir = await makeDataDir()
  const database = await connect({ log: quiet, dataDir })
  const close = async () => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const progress = (done: number) => void process.stderr.write(`${done} of ${of.users} investors\n`)
    await fillDatabase(database, of, { now: new Date(), progress })
    return { db: database.db, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Questions = Record<string, () => Promise<unknown>>

/** A moment in which the machine has other work is spread over all questions. */
async function measured(rounds: number, many: Questions, few: Questions): Promise<Figure[]> {
  const names = Object.keys(many)
  const taken = new Map(names.map((what) => [what, { many: [] as number[], few: [] as number[] }]))
  const untaken = rounds === 1 ? 0 : 5
  for (let round = 0; round < untaken + rounds * 6; round += 1)
    for (const what of names)
      for (const [side, questions] of [
        ['many', many],
        ['few', few],
      ] as const) {
        const began = performance.now()
        await questions[what]!()
        if (round >= untaken) taken.get(what)![side].push(performance.now() - began)
      }
  return names.map((what): Figure => {
    const of = taken.get(what)!
    const [product, yardstick] = [median(of.many), median(of.few)]
    return { what, product, yardstick, unit: 'ms', budget: { atMost: 1.5 } }
  })
}

/** Every list with its orders, filters and pages. The investors are the ones of `npm run db:fill`. */
async function questionsOf(db: Db): Promise<Questions> {
  const now = new Date()
  const view = { now, language: 'en', timeZone: 'UTC' } as const
  const [active, inviter] = [{ ...view, userId: 'fill-2' }, 'fill-1']
  const { total: operations } = await listOperations(db, active, {})
  const { total: partners } = await listReferrals(db, inviter, {})
  const last = (total: number | null) => Math.max(1, Math.ceil((total ?? 0) / 20))
  const statement = (query: Parameters<typeof listOperations>[2]) => () => listOperations(db, active, query)
  const tree = (query: Parameters<typeof listReferrals>[2]) => () => listReferrals(db, inviter, query)
  const deposits = (query: Parameters<typeof listAllDeposits>[2]) => () => listAllDeposits(db, view, query)
  const people = (query: Parameters<typeof listUsers>[2]) => () => listUsers(db, view, query)
  const refills = (query: Parameters<typeof listAllRefills>[2]) => () => listAllRefills(db, view, query)
  const payments = (query: Parameters<typeof listAllPayments>[2]) => () => listAllPayments(db, view, query)
  const middle = Math.ceil(last(partners) / 2)
  // Of one investor alone: no other login begins so.
  const login = `investor-${await db.$count(users)}`
  return {
    'statement: first page': statement({}),
    'statement: last page': statement({ page: last(operations) }),
    'statement: by amount': statement({ sort: 'amount', sortDir: 'desc' }),
    'statement: of one type': statement({ type: 'deposit_open' }),
    'statement: search': statement({ search: 'deposit-fill-2-1' }),
    "investor's deposits": () => listDeposits(db, active, {}),
    "investor's top-ups": () => listRefills(db, active, {}),
    "investor's withdrawals": () => listPayments(db, active, {}),
    'partners: first page': tree({}),
    'partners: middle page': tree({ page: middle }),
    'partners: last page': tree({ page: last(partners) }),
    'partners: by turnover': tree({ sort: 'turnover', sortDir: 'desc' }),
    'partners: by accruals': tree({ sort: 'accruals', sortDir: 'desc' }),
    'partners: by login': tree({ sort: 'login', sortDir: 'asc' }),
    'partners: of the third level': tree({ level: 3 }),
    'partners: search': tree({ search: 'investor-7' }),
    'partners: of a partner': () => listReferralsOf(db, { userId: inviter, login: 'investor-2' }, {}),
    'all deposits: first page': deposits({}),
    'all deposits: page 50': deposits({ page: 50 }),
    'all deposits: by amount': deposits({ sort: 'amount', sortDir: 'desc' }),
    'all deposits: in progress': deposits({ status: 'in_progress' }),
    'all deposits: search of a login': deposits({ search: login }),
    'all deposits: search of how each login begins': deposits({ search: 'investor' }),
    'all users: first page': people({}),
    'all users: last page': people({ sort: 'registeredAt', sortDir: 'asc' }),
    'all users: page 25': people({ page: 25 }),
    'all users: search of a login': people({ search: login }),
    'all users: search of how each login begins': people({ search: 'investor' }),
    'all users: search of an e-mail': people({ search: `${login}@` }),
    'investors: first page': () => listInvestors(db, view, {}),
    'investors: search': () => listInvestors(db, view, { search: login }),
    'all top-ups: first page': refills({}),
    'all top-ups: credited': refills({ status: 'topped_up' }),
    'all top-ups: search of a login': refills({ search: login }),
    'all withdrawals: first page': payments({}),
    'all withdrawals: completed': payments({ status: 'completed' }),
    'all withdrawals: search of a login': payments({ search: login }),
  }
}
