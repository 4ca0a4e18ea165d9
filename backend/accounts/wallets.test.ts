import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, at, firstDay, join, openCompany, wallets as addresses } from '../../tests/support/funds'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { until } from '../../tests/support/program'
import { eraseAccount } from './erase-account'
import { lockAccount } from '../db/lock-account'
import { Refusal } from '../domain/refusal'
import { saveWallets, walletsOf } from './wallets'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await openCompany(database.db)
})
afterAll(() => database.drop())

const save = (userId: string, changes: { system: string; address: string }[], now = firstDay) =>
  saveWallets(database.db, { userId, changes, now })
const saved = async (userId: string) =>
  Object.fromEntries((await walletsOf(database.db, userId)).map(({ system, address }) => [system, address]))

describe('saved wallets', () => {
  it('that are new need one password check, outside of any lock, and none without a new wallet', async () => {
    const userId = await join(database.db)
    const changes = [{ system: 'btc', address: addresses.btc }]
    let requestCount = 0
    const authorize = () =>
      database.db.transaction(async (tx) => {
        requestCount++
        await tx.execute(sql`set local lock_timeout = '2s'`)
        await lockAccount(tx, userId)
      })
    await saveWallets(database.db, { userId, changes, now: firstDay }, { authorize })
    await saveWallets(database.db, { userId, changes, now: firstDay }, { authorize })
    expect(requestCount).toBe(1)
    const refuse = { authorize: () => Promise.reject(new Refusal('password_wrong')) }
    const other = [{ system: 'eth', address: addresses.eth }]
    await expect(saveWallets(database.db, { userId, changes: other, now: firstDay }, refuse)).rejects.toThrow(
      'password_wrong',
    )
    expect(Object.keys(await saved(userId))).toEqual(['btc'])
  })

  it('that become new while they are being saved need one too, outside of the lock that they waited for', async () => {
    const { db } = database
    const userId = await join(db)
    const changes = [{ system: 'btc', address: addresses.btc }]
    await save(userId, changes)
    let requested = 0
    const authorize = () =>
      db.transaction(async (tx) => {
        requested++
        await tx.execute(sql`set local lock_timeout = '2s'`)
        await lockAccount(tx, userId)
      })
    const saving = await db.transaction(async (tx) => {
      await lockAccount(tx, userId)
      const waiting = saveWallets(db, { userId, changes, now: firstDay }, { authorize })
      await until('it waits for the account', async () => {
        const { rows } = await db.execute<{ waiting: number }>(
          sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]!.waiting > 0
      })
      await tx.execute(sql`delete from wallets where user_id = ${userId}`)
      return { waiting }
    })
    await saving.waiting
    expect(requested).toBe(1)
    expect(await saved(userId)).toEqual({ btc: addresses.btc })
  })

  it('are one for each system: a second address replaces the first, an empty one removes it', async () => {
    const userId = await join(database.db)
    const other = await join(database.db)
    await save(other, [{ system: 'btc', address: addresses.btc }])
    await save(userId, [
      { system: 'usdt-trc20', address: addresses['usdt-trc20'] },
      { system: 'btc', address: addresses.btc },
    ])
    await save(
      userId,
      [
        { system: 'usdt-trc20', address: addresses.trx },
        { system: 'btc', address: '' },
        { system: 'eth', address: '' },
      ],
      after(1),
    )
    expect(await walletsOf(database.db, userId)).toEqual([
      {
        system: 'usdt-trc20',
        currency: 'USDT',
        network: 'TRC-20',
        address: addresses.trx,
        updatedAt: after(1).toISOString(),
      },
    ])
    expect(await saved(other)).toEqual({ btc: addresses.btc })
  })

  it('are all checked by the network of their system before any is saved', async () => {
    const userId = await join(database.db)
    await save(userId, [{ system: 'trx', address: addresses.trx }])
    const wrong = save(userId, [
      { system: 'trx', address: '' },
      { system: 'eth', address: addresses.btc },
      { system: 'no-such', address: addresses.btc },
      { system: 'usdt-trc20', address: `${addresses.trx.slice(0, -1)}x` },
      { system: 'btc', address: addresses.btc },
      { system: 'btc', address: addresses.btc },
    ])
    await expect(wrong).rejects.toMatchObject({
      code: 'wallet_invalid',
      params: { network: 'Ethereum' },
      fields: {
        'wallets.1.address': { code: 'wallet_invalid', params: { network: 'Ethereum' } },
        'wallets.2.system': { code: 'invalid' },
        'wallets.3.address': { code: 'wallet_invalid', params: { network: 'TRC-20' } },
        'wallets.5.system': { code: 'invalid' },
      },
    })
    expect(await saved(userId)).toEqual({ trx: addresses.trx })
    await expect(save(userId, [{ system: 'no-such', address: '' }])).rejects.toMatchObject({
      code: 'validation',
      fields: { 'wallets.0.system': { code: 'invalid' } },
    })
  })

  it('are saved by two calls at once without a deadlock', async () => {
    const userId = await join(database.db)
    const both = (['btc', 'eth', 'trx'] as const).map((system) => ({ system, address: addresses[system] }))
    await Promise.all(Array.from({ length: 8 }, (_, n) => save(userId, n % 2 ? both : [...both].reverse())))
    expect(Object.keys(await saved(userId)).sort()).toEqual(['btc', 'eth', 'trx'])
  })

  it('are not saved on an account that was erased meanwhile', async () => {
    const userId = await join(database.db)
    await database.db.transaction((tx) => eraseAccount(tx, at(firstDay), userId))
    const late = save(userId, [{ system: 'btc', address: addresses.btc }])
    await expect(late).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await saved(userId)).toEqual({})
  })
})
