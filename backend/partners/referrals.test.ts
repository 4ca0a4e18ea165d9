import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, topUp } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { lockInviters } from '../funds/investors'
import { openDeposit } from '../funds/deposits'
import { runDueJobs } from '../jobs/due-jobs'
import { ledgerFaults } from '../backup/tables'
import { bonusOf } from './bonus'
import { listReferrals, listReferralsOf } from './referrals'

let database: TestDatabase

async function open(userId: string, amount: string, currency = 'USDT') {
  const systemId = currency === 'USDT' ? 'usdt-trc20' : 'btc'
  await topUp(database.db, { userId, systemId, amount })
  await database.db.transaction((tx) =>
    openDeposit(tx, at(firstDay), { userId, planId: 'breeze', currency, amount }),
  )
}

describe.each(serversFor('referrals'))('partners on the %s PostgreSQL', (server) => {
  let root: string, first: string, other: string, second: string, third: string, fourth: string

  beforeAll(async () => {
    database = await testDatabase({ server })
    const { db } = database
    await openCompany(db)
    root = await join(db, await join(db))
    first = await join(db, root)
    other = await join(db, root)
    second = await join(db, first)
    third = await join(db, second)
    fourth = await join(db, third)
    await open(first, '1000')
    await open(second, '0.01', 'BTC')
    await open(third, '300')
    await open(fourth, '200')
    await runDueJobs(db, at(after(1)))
  })
  afterAll(() => database.drop())

  test('of three levels are listed with what each opened and brought, without those below', async () => {
    const { items, summary, total } = await listReferrals(database.db, root, { sort: 'level' })
    const rows = Object.fromEntries(items.map(({ login, ...row }) => [login, row]))
    const registeredAt = firstDay.toISOString()
    // Spark at 1,000: 5 % of the day's 11.1 is 0.555; 500 USDT in BTC pay 3 %, 300 pay 1 %.
    expect(rows).toEqual({
      [first]: {
        level: 1,
        turnover: '1000',
        bonus: '70',
        accruals: '70.555',
        held: '70.555',
        partners: 1,
        registeredAt,
      },
      [other]: { level: 1, turnover: '0', bonus: '0', accruals: '0', held: '0', partners: 0, registeredAt },
      [second]: {
        level: 2,
        turnover: '500',
        bonus: '15',
        accruals: '15',
        held: '15',
        partners: 1,
        registeredAt,
      },
      // Partners below the third level are not in this tree.
      [third]: { level: 3, turnover: '300', bonus: '3', accruals: '3', held: '3', partners: 0, registeredAt },
    })
    expect(total).toBe(4)
    expect(summary).toEqual({
      partners: 4,
      turnover: '1800',
      bonus: '88',
      accruals: '88.555',
      levels: [
        { level: 1, partners: 2, turnover: '1000' },
        { level: 2, partners: 1, turnover: '500' },
        { level: 3, partners: 1, turnover: '300' },
      ],
    })
    const { rank, next, turnover, accruals } = await bonusOf(database.db, root)
    expect({ rank, next, turnover, accruals }).toEqual({
      rank: 'spark',
      next: { rank: 'chimera', turnover: '10000' },
      turnover: '1800',
      accruals: { referral: '88', matching: '0.555', bonus: '10', total: '98.555' },
    })
  })

  test('are sorted by each column, paged and searched without a change of the summary', async () => {
    const { summary } = await listReferrals(database.db, root, {})
    for (const sort of [
      'login',
      'level',
      'turnover',
      'bonus',
      'accruals',
      'registeredAt',
      'partners',
    ] as const) {
      const up = await listReferrals(database.db, root, { sort, sortDir: 'asc' })
      const down = await listReferrals(database.db, root, { sort, sortDir: 'desc' })
      expect(down.items).toEqual([...up.items].reverse())
      const values = up.items.map((item) => item[sort])
      expect(values).toEqual(
        [...values].sort((a, b) =>
          sort === 'login' || sort === 'registeredAt' ? (a < b ? -1 : 1) : +a - +b,
        ),
      )
      const paged = [
        ...(await listReferrals(database.db, root, { sort, sortDir: 'asc', limit: 3 })).items,
        ...(await listReferrals(database.db, root, { sort, sortDir: 'asc', limit: 3, page: 2 })).items,
      ]
      expect(paged).toEqual(up.items)
    }
    const found = await listReferrals(database.db, root, { search: second.toUpperCase(), level: 2 })
    expect([found.items.map(({ login }) => login), found.total]).toEqual([[second], 1])
    expect(found.summary).toEqual(summary)
    expect((await listReferrals(database.db, root, { search: second, level: 1 })).total).toBe(0)
    expect((await listReferrals(database.db, root, { search: '%' })).total).toBe(0)
  })

  test('that are not kept as the ledger says break a law of it', async () => {
    const client = await database.pool.connect()
    const faults = async () => (await ledgerFaults(client)).map(({ what }) => what)
    try {
      expect(await faults()).toEqual([])
      await client.query('begin')
      await client.query('update partners set bonus = bonus + 1 where user_id = $1 and level = 2', [root])
      expect(await faults()).toEqual(['partners that are not as investors and rewards say'])
      await client.query('rollback')
      await client.query('begin')
      await client.query('update partner_sums set turnover = turnover + 1 where user_id = $1', [root])
      expect(await faults()).toEqual(['sums of partners that are not those of their rows'])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('are counted with what they open while others register at once', async () => {
    const { db } = database
    const inviter = await join(db, await join(db, await join(db)))
    const openers = await Promise.all(Array.from({ length: 8 }, () => join(db, inviter)))
    const registered = () =>
      db.transaction(async (tx) => {
        await lockInviters(tx, inviter)
        await join(tx, inviter)
      })
    await Promise.all(openers.flatMap((opener) => [open(opener, '100'), registered(), registered()]))
    expect((await listReferrals(db, inviter, {})).summary).toEqual({
      ...{ partners: 24, turnover: '800', bonus: '56', accruals: '56' },
      levels: [
        { level: 1, partners: 24, turnover: '800' },
        { level: 2, partners: 0, turnover: '0' },
        { level: 3, partners: 0, turnover: '0' },
      ],
    })
  })

  test('of a partner are the direct ones, visible only to inviters within three levels', async () => {
    const of = (userId: string, login: string) => listReferralsOf(database.db, { userId, login }, {})
    const below = await of(root, first)
    expect(below.items).toMatchObject([{ login: second, level: 2, bonus: '15' }])
    expect(below.summary).toMatchObject({ partners: 1, levels: [{ level: 2, partners: 1, turnover: '500' }] })
    expect((await of(root, second)).items).toMatchObject([{ login: third, level: 3 }])
    expect((await of(root, third)).items).toEqual([])
    expect((await of(first, third)).items).toMatchObject([{ login: fourth, level: 3 }])
    for (const [userId, login] of [
      [root, fourth],
      [root, root],
      [other, second],
      [second, first],
    ] as const) {
      await expect(of(userId, login)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
