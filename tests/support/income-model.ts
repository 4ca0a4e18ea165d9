import type pg from 'pg'
import { type Complete } from '~/contract/reading'
import { type Statistics } from '~/contract/user'
import { type World } from './ledger-world'
import { type Rate, fineOf, millionths, ratesAbout, readRates, worth } from './model-figures'

/**
 * An independent model of income and rewards, and of when they become available: in whole numbers instead of
 * decimals, computed only from openings, accruals, decisions and rates, in the order of their due times. It
 * contains no code of the product.
 */

const levelPercents = [7n, 3n, 1n]
const ranks = [
  { rank: 'spark', from: 1_000n, percent: 5n, bonus: 10n },
  { rank: 'chimera', from: 10_000n, percent: 7n, bonus: 100n },
  { rank: 'monarch', from: 50_000n, percent: 10n, bonus: 500n },
  { rank: 'goliath', from: 250_000n, percent: 12n, bonus: 2_500n },
  { rank: 'whale', from: 1_000_000n, percent: 15n, bonus: 10_000n },
]
const usdt = 10n ** 6n

interface Rows {
  people: { id: string; inviter_id: string | null; turnover: string; rank: string | null }[]
  openings: {
    id: string
    user_id: string
    currency: string
    amount: string
    worth_usdt: string
    started_at: Date
  }[]
  accruals: {
    deposit_id: string
    k: number
    user_id: string
    currency: string
    amount: string
    due_at: Date
    credited_usdt: string
  }[]
  rewards: {
    event_id: string
    user_id: string
    source: string | null
    at: Date
    /** The investor's own accounts with their amounts, sorted by name. */
    accounts: string[]
    amounts: string[]
  }[]
  rates: Rate[]
}

/** Errors in income and rewards of the world's investors, as texts; empty if all is right. */
export async function incomeFaultsOf(client: pg.ClientBase, world: World): Promise<string[]> {
  const { users, begun } = world
  const rows = await read(client, users, begun)
  const faults: string[] = []
  const counts = (what: string, booked: bigint, right: bigint[]) => {
    if (!right.includes(booked)) faults.push(`${what} is ${booked}, not ${right.join(' or ')} millionths`)
  }
  const inviterOf = new Map(rows.people.map((one) => [one.id, one.inviter_id]))
  const turnoverOf = new Map(rows.people.map((one) => [one.id, 0n]))
  const rankOf = new Map<string, number>()
  const expected = new Map<string, string>()
  const expect = (event: string, of: string[], at: Date, moved: Record<string, bigint>) => {
    const accounts = Object.entries(moved).map(([account, amount]) => `${account} ${amount}`)
    expected.set(event, [...of, at.toISOString(), ...accounts].join(' '))
  }
  /** Rewards that are held until the end of each deposit's first term. */
  const waiting = new Map<
    string,
    { event: string; of: [user: string, source: string]; partner: string; amount: bigint }[]
  >()
  const blocked = new Set<string>()
  const acts = new Map(
    world.acts.flatMap((act, n) => (act.do === 'open' ? [[act.depositId, { ...act, n }]] : [])),
  )

  const events = [
    ...rows.accruals.map((accrual) => ({ at: accrual.due_at, order: 0, n: 0, accrual })),
    ...rows.openings.map((opening) => ({
      ...{ at: opening.started_at, order: 1, opening },
      n: acts.get(opening.id)!.n,
    })),
    ...world.acts.flatMap((act, n) =>
      act.do === 'takeBack' ? [{ at: act.at, order: 1, n, takeBack: act }] : [],
    ),
  ].sort((a, b) => a.at.getTime() - b.at.getTime() || a.order - b.order || a.n - b.n)
  for (const event of events) {
    const { at } = event
    if ('accrual' in event) {
      const { accrual } = event
      const { deposit_id: id, k, user_id: owner } = accrual
      const credited = millionths(accrual.credited_usdt)
      const right = ratesAbout(rows.rates, accrual.currency, at).map((rate) =>
        worth(fineOf(accrual.amount), rate),
      )
      counts(`accrual ${k} of ${id}`, credited, right)
      const inviter = inviterOf.get(owner)
      const rank = ranks[rankOf.get(inviter ?? '') ?? -1]
      const waits = acts.get(id)!.holds && k <= 50
      if (inviter && rank && !blocked.has(`${inviter} ${owner}`)) {
        const amount = (credited * rank.percent) / 100n
        if (amount > 0n) {
          expect(`matching:${id}:${k}`, [inviter, owner], at, {
            [waits ? 'rewards_held' : 'balance']: amount,
          })
          if (waits) {
            const own = waiting.get(id) ?? []
            const matching = own.find((one) => one.event === `matching:${id}`)
            if (matching) matching.amount += amount
            else own.push({ event: `matching:${id}`, of: [inviter, owner], partner: owner, amount })
            waiting.set(id, own)
          }
        }
      }
      if (k !== 50) continue
      for (const { event: source, of, amount } of waiting.get(id) ?? [])
        expect(`reward_release:${source}`, of, at, { balance: amount, rewards_held: -amount })
      waiting.delete(id)
    } else if ('takeBack' in event) {
      const { userId, partnerId } = event.takeBack
      blocked.add(`${userId} ${partnerId}`)
      for (const [id, own] of waiting) {
        const isTaken = ({ of: [user], partner }: (typeof own)[number]) =>
          user === userId && partner === partnerId
        for (const { event: source, of, amount } of own.filter(isTaken))
          expect(`reward_take_back:${source}`, of, at, { rewards_held: -amount })
        waiting.set(
          id,
          own.filter((one) => !isTaken(one)),
        )
      }
    } else {
      const { opening } = event
      const { id, user_id: owner } = opening
      const value = millionths(opening.worth_usdt)
      const right = ratesAbout(rows.rates, opening.currency, at).map((rate) =>
        worth(fineOf(opening.amount), rate),
      )
      counts(`the opening of ${id}`, value, right)
      const { holds } = acts.get(id)!
      const own: NonNullable<ReturnType<typeof waiting.get>> = []
      const reward = (source: string, of: [user: string, source: string], amount: bigint) => {
        if (amount <= 0n) return
        expect(source, of, at, { [holds ? 'rewards_held' : 'balance']: amount })
        if (holds) own.push({ event: source, of, partner: owner, amount })
      }
      let above = inviterOf.get(owner) ?? null
      for (const [index, percent] of levelPercents.entries()) {
        if (above === null) break
        const user = above
        above = inviterOf.get(user) ?? null
        if (blocked.has(`${user} ${owner}`)) continue
        reward(`referral:${id}:${index + 1}`, [user, owner], (value * percent) / 100n)
        const turnover = turnoverOf.get(user)! + value
        turnoverOf.set(user, turnover)
        let held = rankOf.get(user) ?? -1
        for (let next = ranks[held + 1]; next && turnover >= next.from * usdt; next = ranks[held + 1]) {
          reward(`rank:${user}:${next.rank}`, [user, ''], next.bonus * usdt)
          held++
        }
        if (held >= 0) rankOf.set(user, held)
      }
      if (own.length > 0) waiting.set(id, own)
    }
  }

  for (const { event_id: event, user_id, source, at, accounts, amounts } of rows.rewards) {
    const moved = accounts.map((account, n) => `${account} ${millionths(amounts[n]!)}`)
    const booked = [user_id, source ?? '', at.toISOString(), ...moved].join(' ')
    if (expected.get(event) !== booked)
      faults.push(`${event} is booked as ${booked}, not ${expected.get(event)}`)
    expected.delete(event)
  }
  faults.push(...[...expected].map(([event, right]) => `${event} is not booked: ${right}`))
  for (const { id, turnover, rank } of rows.people) {
    counts(`the turnover of ${id}`, millionths(turnover), [turnoverOf.get(id)!])
    const right = ranks[rankOf.get(id) ?? -1]?.rank ?? null
    if (rank !== right) faults.push(`${id} is ${rank}, not ${right}`)
  }
  return faults
}

/** Errors in an investor's daily statistics, compared with the balances that the ledger lines store. */
export async function seriesFaultsOf(
  client: pg.ClientBase,
  { begun, now }: World,
  {
    userId,
    series,
    income,
  }: { userId: string; series: Complete<typeof Statistics>['series']; income: string },
): Promise<string[]> {
  const { rows: lines } = await client.query<{
    account: 'balance' | 'balance_dep' | 'held' | 'rewards_held'
    currency: string
    type: string
    amount: string
    balance_after: string
    at: Date
  }>({
    name: 'lines_of_investor',
    text: `select account, currency, type, amount, balance_after, occurred_at as at from ledger_lines
      where user_id = $1 order by occurred_at, seq`,
    values: [userId],
  })
  const rates = await readRates(client, begun)
  const wrong: string[] = []
  for (const { date, ...day } of series) {
    const from = new Date(`${date}T00:00:00.000Z`)
    const ends = new Date(from.getTime() + 86_400_000)
    const until = ends > now ? new Date(now.getTime() + 1) : ends
    const upTo = lines.filter(({ at }) => at < until)
    const balanceOf = (account: 'balance' | 'balance_dep') =>
      ['USDT', 'BTC', 'ETH', 'TRX'].reduce((total, currency) => {
        const last = upTo.filter((line) => line.account === account && line.currency === currency).at(-1)
        const rate = ratesAbout(rates, currency, new Date(until.getTime() - 1)).at(-1)
        return last ? total + worth(fineOf(last.balance_after), rate ?? 0n) : total
      }, 0n)
    const earned = upTo
      .filter(({ type, at }) => type === 'accrual' && at >= from)
      .reduce((total, { amount }) => total + millionths(amount), 0n)
    const right = [balanceOf('balance'), balanceOf('balance_dep'), earned].join(' ')
    const reported = [day.balance, day.balance_dep, day.income].map(millionths).join(' ')
    if (reported !== right) wrong.push(`${date} is told as ${reported}, not ${right}`)
  }
  const all = lines.filter(({ type }) => type === 'accrual')
  const total = all.reduce((sum, { amount }) => sum + millionths(amount), 0n)
  if (millionths(income) !== total) wrong.push(`income is told as ${income}, not ${total} millionths`)
  return wrong
}

async function read(client: pg.ClientBase, users: string[], begun: Date): Promise<Rows> {
  const of = async <Row extends pg.QueryResultRow>(name: string, text: string) =>
    (await client.query<Row>({ name, text, values: [users] })).rows
  return {
    people: await of(
      'model_people',
      'select id, inviter_id, turnover, rank from users where id = any($1::text[])',
    ),
    openings: await of(
      'model_openings',
      `select id, user_id, currency, amount, worth_usdt, started_at from deposits where user_id = any($1::text[])`,
    ),
    accruals: await of(
      'model_accruals',
      `select deposit_id, k, user_id, currency, accruals.amount, due_at, credited_usdt
        from accruals join deposits on deposits.id = deposit_id where user_id = any($1::text[])`,
    ),
    rewards: await of(
      'model_rewards',
      `select event_id, e.user_id, source_user_id as source, e.occurred_at as at,
          array_agg(account order by account) as accounts, array_agg(amount::text order by account) as amounts
        from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.user_id = e.user_id
        where e.user_id = any($1::text[])
          and e.type in ('referral', 'matching', 'bonus', 'reward_release', 'reward_take_back')
        group by e.id`,
    ),
    rates: await readRates(client, begun),
  }
}
