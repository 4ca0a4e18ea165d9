import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorContextOf, hire, trailOf } from '../../tests/support/operator-context'
import { after, at, firstDay, join, newId, openCompany, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { eraseTraces, forgetTraces, noteDocument, noteSignIn } from '../accounts/traces'
import { fictitiousAddress } from '../domain/addresses'
import { wallets as savedWallets } from '../db/schema/people'
import { accountTraces } from '../db/schema/rewards'
import { users } from '../db/schema/users'
import { openDeposit } from '../funds/deposits'
import { createSeal } from '../storage/seal'
import { decideLink, linkOf, listLinks } from './links'

let database: TestDatabase
const seal = createSeal(Buffer.alloc(32, 7))

describe.each(serversFor('links'))('linked accounts on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  const seen = (userId: string, address: string, deviceId: string | null = null, now = firstDay) =>
    noteSignIn({ db: database.db, seal, realClock: { now: () => now } }, { userId, address, deviceId })
  const document = (userId: string, number: string) =>
    noteDocument(database.db, { seal }, { userId, number, at: firstDay })
  const wallet = (userId: string) =>
    database.db.insert(savedWallets).values({
      ...{
        userId,
        systemId: 'usdt-trc20',
        address: wallets['usdt-trc20'],
        addedAt: firstDay,
        updatedAt: firstDay,
      },
    })
  const linksOf = async (userId: string) => {
    const { items } = await listLinks(database.db, { search: userId, limit: 100 })
    return items.map(({ investor, partner, level, shared, held }) => ({
      pair: [investor.id, partner.id],
      level,
      shared: shared.map(({ kind, count }) => `${kind} ${count}`),
      held,
    }))
  }

  test('four accounts of one person who invited one another are listed as pairs, with all that they share and what is at stake', async () => {
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.push(await join(database.db, ids.at(-1) ?? null))
    const [first, second, third, fourth] = ids as [string, string, string, string]
    for (const id of ids) await seen(id, '2001:db8:0:1::' + ids.indexOf(id), 'the-same-browser-of-all')
    await seen(first, '192.0.2.7')
    await seen(second, '::ffff:192.0.2.7')
    await document(first, 'AB 123-456')
    await document(fourth, 'ab123456')
    await wallet(first)
    await wallet(third)
    await topUp(database.db, { userId: fourth, amount: '1000' })
    const opening = { userId: fourth, planId: 'breeze', currency: 'USDT', amount: '1000' }
    await database.db.transaction((tx) => openDeposit(tx, at(firstDay), opening))

    const both = ['device 1', 'network 1']
    // The strongest first: a document, then a wallet, then two networks.
    expect(await linksOf(first)).toEqual([
      { pair: [first, fourth], level: 3, shared: ['document 1', ...both], held: '20' },
      { pair: [first, third], level: 2, shared: ['wallet 1', ...both], held: '0' },
      { pair: [first, second], level: 1, shared: ['device 1', 'network 2'], held: '0' },
    ])
    expect(await linksOf(fourth)).toEqual(
      expect.arrayContaining([
        { pair: [third, fourth], level: 1, shared: both, held: '80' },
        { pair: [second, fourth], level: 2, shared: both, held: '40' },
      ]),
    )
    const byHeld = await listLinks(database.db, { sort: 'held', sortDir: 'desc', limit: 2 })
    expect(byHeld.items.map(({ held }) => held)).toEqual(['80', '40'])
    expect(byHeld.total).toBe(6)
    // The stored values are hashed.
    const traces = await database.db.select().from(accountTraces)
    for (const { value } of traces) expect(value).toMatch(/^[\w-]{43}$/)
    expect(traces.find(({ userId, kind }) => userId === first && kind === 'device')?.times).toBe(1)

    const operatorId = await hire(database.db)
    const operator = operatorContextOf(operatorId, after(1))
    const request = { id: third, partnerId: fourth, reason: 'One passport.' }
    expect(await database.db.transaction((tx) => decideLink(tx, operator, request))).toBe('80.555')
    expect((await trailOf(database.db)).at(-1)).toBe(
      `reward.take_back ${third} by ${operatorId}: ${fourth}: One passport.`,
    )
    expect(await linkOf(database.db, { id: fourth, partnerId: third })).toMatchObject({
      investor: { id: third },
      held: '0',
      takenBack: { reason: 'One passport.', at: after(1).toISOString(), amount: '80.555', free: '0' },
    })
  })

  test("a value that many share links no one, nor does an operator's or an erased account's", async () => {
    const crowd = await Promise.all(Array.from({ length: 21 }, () => join(database.db)))
    for (const id of crowd) await seen(id, '198.51.100.1')
    expect(await linksOf(crowd[0]!)).toEqual([])
    const [one, operator, erased] = [
      await join(database.db),
      await hire(database.db),
      await join(database.db),
    ]
    for (const id of [one, operator, erased]) await seen(id, '198.51.100.2')
    await database.db.update(users).set({ erasedAt: firstDay }).where(eq(users.id, erased))
    expect(await linksOf(one)).toEqual([])
  })

  test('a wallet that many share is a group, with pairs where one invited another', async () => {
    const inviter = await join(database.db)
    const ring = [inviter, await join(database.db, inviter)]
    while (ring.length < 21) ring.push(await join(database.db))
    const address = fictitiousAddress('ethereum', 'the wallet of a ring')
    for (const [n, userId] of ring.entries())
      await database.db.insert(savedWallets).values({
        // The same one in another letter case.
        ...{
          userId,
          systemId: 'eth',
          address: n % 2 ? address : address.toLowerCase(),
          addedAt: firstDay,
          updatedAt: firstDay,
        },
      })
    const { groups, groupsTotal } = await listLinks(database.db, { search: ring[20]! })
    expect(groupsTotal).toBe(1)
    expect(groups).toMatchObject([{ kind: 'wallet', wallet: address.toLowerCase(), count: 21, held: '0' }])
    expect(groups[0]!.accounts).toHaveLength(20)
    expect(await linksOf(inviter)).toMatchObject([{ pair: ring.slice(0, 2), level: 1, shared: ['wallet 1'] }])
  })

  test('groups are paged: documents, wallets, devices, then networks, the largest of each first', async () => {
    const company = await testDatabase({ server })
    await openCompany(company.db)
    const services = { db: company.db, seal, realClock: { now: () => firstDay } }
    const crowd = await Promise.all(Array.from({ length: 22 }, () => join(company.db)))
    for (const [n, userId] of crowd.entries()) {
      await noteSignIn(services, { userId, address: '198.51.100.3', deviceId: 'a-browser-of-all-of-them' })
      if (n > 0) await noteSignIn(services, { userId, address: '198.51.100.4', deviceId: null })
      await company.db.insert(savedWallets).values({
        ...{
          userId,
          systemId: 'usdt-trc20',
          address: wallets['usdt-trc20'],
          addedAt: firstDay,
          updatedAt: firstDay,
        },
      })
    }
    const page = (groupsPage: number) => listLinks(company.db, { groupsPage }, { groupsLimit: 3 })
    const labelsOf = (groups: Awaited<ReturnType<typeof page>>['groups']) =>
      groups.map(({ kind, count }) => `${kind} ${count}`)
    const [first, second] = [await page(1), await page(2)]
    expect(labelsOf(first.groups)).toEqual(['wallet 22', 'device 22', 'network 22'])
    expect(labelsOf(second.groups)).toEqual(['network 21'])
    expect([first.groupsTotal, second.groupsTotal, second.groupsPage]).toEqual([4, 4, 2])
    expect(first.items).toEqual([])
    await company.drop()
  })

  test('a device that many share is a group, with pairs where one invited another; erased accounts do not count', async () => {
    const inviter = await join(database.db)
    const crowd = [inviter, await join(database.db, inviter)]
    while (crowd.length < 24) crowd.push(await join(database.db))
    const [, partner = '', erased = ''] = crowd
    for (const id of crowd) await seen(id, `2001:db8:7:${crowd.indexOf(id)}::1`, 'a-browser-of-many')
    await database.db.update(users).set({ erasedAt: firstDay }).where(eq(users.id, erased))
    await topUp(database.db, { userId: partner, amount: '1000' })
    const opening = { userId: partner, planId: 'breeze', currency: 'USDT', amount: '1000' }
    await database.db.transaction((tx) => openDeposit(tx, at(firstDay), opening))

    const pair = { pair: [inviter, partner], level: 1, shared: ['device 1'], held: '80' }
    expect(await linksOf(inviter)).toEqual([pair])
    expect(await linkOf(database.db, { id: inviter, partnerId: partner })).toMatchObject({
      shared: [{ kind: 'device', count: 1 }],
    })
    const { groups } = await listLinks(database.db, { search: partner })
    expect(groups).toMatchObject([
      { kind: 'device', count: 23, held: '80', currency: 'USDT', lastAt: firstDay.toISOString() },
    ])
    const labelsOf = groups[0]!.accounts.map(({ id }) => id)
    expect(labelsOf).toHaveLength(20)
    expect(labelsOf[0]).toBe(inviter)
    expect(labelsOf).not.toContain(erased)

    // The remaining twenty are paired, each with each: erased accounts do not count.
    for (const id of crowd.slice(3, 6))
      await database.db.update(users).set({ erasedAt: firstDay }).where(eq(users.id, id))
    expect((await listLinks(database.db, { search: partner })).groups).toEqual([])
    expect(await linksOf(inviter)).toHaveLength(19)
  })

  test('a pair is found if one invited the other, linked or not, and no other pair', async () => {
    const inviter = await join(database.db)
    const [partner, stranger] = [await join(database.db, inviter), await join(database.db)]
    expect(await linkOf(database.db, { id: partner, partnerId: inviter })).toMatchObject({
      investor: { id: inviter },
      partner: { id: partner },
      level: 1,
      shared: [],
      takenBack: null,
    })
    for (const other of [stranger, inviter, newId()])
      await expect(linkOf(database.db, { id: inviter, partnerId: other })).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  test('is forgotten half a year after it was last seen, and with the account', async () => {
    const id = await join(database.db)
    await seen(id, '203.0.113.9', 'a-browser-of-long-ago', firstDay)
    await seen(id, '203.0.113.10', null, after(100))
    await document(id, 'XY 1')
    const kinds = async () =>
      (await database.db.select().from(accountTraces).where(eq(accountTraces.userId, id))).map(
        ({ kind }) => kind,
      )
    await forgetTraces(database.db, after(180))
    expect((await kinds()).sort()).toEqual(['document', 'network'])
    await eraseTraces(database.db, id)
    expect(await kinds()).toEqual([])
  })
})
