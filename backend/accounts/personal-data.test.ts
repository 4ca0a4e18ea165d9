import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, firstDay, join } from '../../tests/support/funds'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { eraseAccount } from './erase-account'
import { users } from '../db/schema/users'
import { eq } from 'drizzle-orm'
import { changePersonalData, personalDataOf } from './personal-data'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const nothing = { fullName: null, birthDate: null, maritalStatus: null, country: null, city: null }

describe('personal data', () => {
  it('changes the named fields and leaves the rest', async () => {
    const { db } = database
    const user = { id: await join(db) }
    expect(await personalDataOf(db, user.id)).toEqual(nothing)
    await changePersonalData(db, user, { fullName: 'Ona Vėtra', birthDate: '1990-02-28' }, firstDay)
    await changePersonalData(db, user, { maritalStatus: 'married', birthDate: null }, firstDay)
    await changePersonalData(db, user, {}, firstDay)
    expect(await personalDataOf(db, user.id)).toEqual({
      ...nothing,
      fullName: 'Ona Vėtra',
      maritalStatus: 'married',
    })
    await changePersonalData(db, user, { fullName: '' }, firstDay)
    expect(await personalDataOf(db, user.id)).toEqual({ ...nothing, maritalStatus: 'married' })
  })

  it('stores country and city with the user', async () => {
    const { db } = database
    const user = { id: await join(db) }
    await db.update(users).set({ country: 'Latvia', city: 'Riga' }).where(eq(users.id, user.id))
    await changePersonalData(db, user, { city: 'Liepāja' }, firstDay)
    const [row] = await db.select().from(users).where(eq(users.id, user.id))
    expect([row!.country, row!.city]).toEqual(['Latvia', 'Liepāja'])
    expect(await personalDataOf(db, user.id)).toEqual({ ...nothing, country: 'Latvia', city: 'Liepāja' })
  })

  it('refuses a birth date in the future, and then changes nothing', async () => {
    const { db } = database
    const user = { id: await join(db) }
    const tomorrow = { birthDate: '2026-01-02', city: 'Nida' }
    await expect(changePersonalData(db, user, tomorrow, firstDay)).rejects.toMatchObject({
      code: 'validation',
      fields: { 'data.birthDate': { code: 'invalid' } },
    })
    await changePersonalData(db, user, { birthDate: '2026-01-01' }, firstDay)
    expect(await personalDataOf(db, user.id)).toEqual({ ...nothing, birthDate: '2026-01-01' })
  })

  it('stays empty on an account that was erased meanwhile', async () => {
    const { db } = database
    const user = { id: await join(db) }
    await db.transaction((tx) => eraseAccount(tx, at(firstDay), user.id))
    const late = { fullName: 'Ona Vėtra', city: 'Nida' }
    await expect(changePersonalData(db, user, late, firstDay)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await personalDataOf(db, user.id)).toEqual(nothing)
  })
})
