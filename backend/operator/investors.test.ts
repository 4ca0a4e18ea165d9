import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contract } from '~/contract'
import { describeCompany, hire, operatorContextOf } from '../../tests/support/operator-context'
import { after, at, firstDay, join, topUp, wallets } from '../../tests/support/funds'
import { ledgerEntries } from '../db/schema/ledger'
import { users } from '../db/schema/users'
import { requestPayment } from '../funds/payments'
import { investorCase } from './investor-case'
import { type InvestorsQuery, listInvestors } from './investors'
import { decidePayment } from './payments'
import { decideUser } from './users'

const reader = { now: after(2), language: 'en', timeZone: 'UTC' } as const

describeCompany('investors', (company) => {
  const list = async (query: InvestorsQuery) =>
    contract.operator.investors.output.encode(await listInvestors(company.database.db, reader, query))
  const loginsOf = async (query: InvestorsQuery) => (await list(query)).items.map(({ login }) => login)

  async function person(login: string, more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
    const { db } = company.database
    const id = await join(db)
    await db
      .update(users)
      .set({ login, email: null, phone: null, ...more })
      .where(eq(users.id, id))
    return id
  }

  test('are found by the beginning of a login, an e-mail or a phone, in any spelling', async () => {
    await person('Marina', { email: 'sea@example.org', phone: '+37061234567' })
    await person('mario_1', { pendingEmail: 'Seal@example.org', phone: '+37061239999' })
    await person('marioX1')
    expect(await loginsOf({ search: 'MARI', sort: 'login' })).toEqual(['Marina', 'mario_1', 'marioX1'])
    expect(await loginsOf({ search: 'mario_' })).toEqual(['mario_1'])
    expect(await loginsOf({ search: 'arina' })).toEqual([])
    expect(await loginsOf({ search: 'SEA', sort: 'login' })).toEqual(['Marina', 'mario_1'])
    expect(await loginsOf({ search: '+370 612-34567' })).toEqual(['Marina'])
    expect(await loginsOf({ search: '3706123', sort: 'login', sortDir: 'desc' })).toEqual([
      'mario_1',
      'Marina',
    ])
  })

  test('are found by a wallet, a transaction and the number of whatever is theirs, each named', async () => {
    const { db } = company.database
    const id = await person('wanda')
    await topUp(db, { userId: id, amount: '500' })
    const wallet = wallets['usdt-trc20']
    const payment = await db.transaction((tx) =>
      requestPayment(tx, at(after(1)), { userId: id, systemId: 'usdt-trc20', amount: '100', wallet }),
    )
    const complete = { id: payment.id, decision: 'complete', transactionHash: 'AbCd0123' } as const
    await db.transaction((tx) => decidePayment(tx, operatorContextOf(company.operatorId, after(1)), complete))
    const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, id))
    const finds = async (search: string) =>
      (await list({ search })).items.filter(({ login }) => login === 'wanda').map(({ found }) => found)
    expect(await finds(wallet.toLowerCase())).toEqual([['wallet']])
    expect(await finds('ABCD0123')).toEqual([['transaction']])
    for (const number of [payment.id, id, `${entry!.id}.2`])
      expect(await finds(number)).toEqual([['reference']])
    expect(await finds('AbCd012')).toEqual([])
  })

  test('are listed by state, by inviter and by page, with what they hold; operators are not among them', async () => {
    const { db } = company.database
    const inviter = await person('inga')
    const invited = await join(db, inviter)
    await db.update(users).set({ login: 'invited' }).where(eq(users.id, invited))
    await topUp(db, { userId: invited, amount: '25' })
    expect(await list({ inviter })).toMatchObject({
      total: 1,
      items: [{ login: 'invited', worth: '25', found: [] }],
    })
    const suspend = { id: invited, decision: 'suspend', reason: 'Two accounts.' } as const
    await db.transaction((tx) => decideUser(tx, company.operator(), suspend))
    expect(await loginsOf({ state: 'suspended' })).toEqual(['invited'])
    expect(await loginsOf({ state: 'frozen' })).toEqual([])
    const operatorId = await hire(db, 'operating')
    expect(await loginsOf({ search: 'operating' })).toEqual([])
    const reading = { ...reader, realNow: firstDay, origin: 'http://127.0.0.1' }
    await expect(investorCase(db, reading, operatorId)).rejects.toMatchObject({ code: 'not_found' })
    const all = await list({ limit: 2 })
    expect((await list({ limit: 2, page: 2 })).items).toHaveLength(2)
    expect(all.total).toBe(await db.$count(users, eq(users.role, 'investor')))
  })

  test('of more than a search names the newest are named, first of all the last to register', async () => {
    const many = 230
    await company.database.db.insert(users).values(
      Array.from({ length: many }, (_, n) => ({
        ...{ id: `shoal-${n}`, login: `shoal-${String(n).padStart(3, '0')}`, role: 'investor' as const },
        registeredAt: new Date(firstDay.getTime() + n * 60_000),
        ...(n === 0 && { suspendedAt: after(1), suspendedReason: 'Why.' }),
      })),
    )
    const found = await list({ search: 'Shoal', limit: 3 })
    expect(found.items.map(({ login }) => login)).toEqual(['shoal-229', 'shoal-228', 'shoal-227'])
    expect([found.total, found.moreThan]).toEqual([null, 200])
    // A state is looked for among all whom the search finds.
    expect(await list({ search: 'shoal', state: 'suspended' })).toMatchObject({
      items: [{ login: 'shoal-000' }],
      total: 1,
    })
  })
})
