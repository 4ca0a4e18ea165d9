import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { after, firstDay, join, newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { type Refusal } from '../domain/refusal'
import { maxTries, replaceCode, resetCodeDigits, tryCode as tryPasswordCode } from './password-codes'
import { createSeal } from '../storage/seal'
import { freeReserved, randomCode, storeCode, tryCode } from './phone-codes'
import { newSecret } from './random-secret'
import { renewRecoveryCodes } from './second-factors/recovery-codes'
import { newTotpSecret } from './second-factors/totp'

const minute = (count: number) => after(0, count * 60_000)

describe.each(serversFor('codes'))('codes on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await testDatabase({ server })
    db = database.db
  })
  afterAll(() => database.drop())

  describe('for a phone', () => {
    const phoneOf = async (userId: string) => {
      const [user] = await db.select().from(users).where(eq(users.id, userId))
      return user!.phone
    }
    const send = (userId: string, phone: string, now: Date) =>
      storeCode(db, { id: newId(), code: '111111', userId, phone, now })
    async function unconfirmed(phone: string): Promise<string> {
      const id = newId()
      await db.insert(users).values({ id, login: id, phone, registeredAt: firstDay })
      return id
    }

    it('allow five attempts in ten minutes, however many codes are requested', async () => {
      const userId = await join(db)
      const [one, other] = ['+37061110001', '+37061110002']
      const guess = (phone: string, at: number, code = '222222') =>
        tryCode(db, { userId, phone }, code, minute(at))
      await send(userId, one, minute(0))
      for (const at of [0, 1, 1]) await expect(guess(one, at)).rejects.toMatchObject({ code: 'code_invalid' })
      // Neither a new code nor another number resets the count.
      await send(userId, other, minute(2))
      const atOnce = await Promise.allSettled(Array.from({ length: 9 }, () => guess(other, 2)))
      const taken = atOnce.filter(
        (tried) => tried.status === 'rejected' && (tried.reason as Refusal).code === 'code_invalid',
      )
      expect(taken).toHaveLength(2)
      await send(userId, one, minute(3))
      await expect(guess(one, 3, '111111')).rejects.toMatchObject({
        code: 'too_many_requests',
        params: { retryAfter: 17 * 60 },
      })
      await send(userId, one, minute(20))
      expect(await guess(one, 20, '111111')).toEqual(expect.any(String))
    })

    it('reserve an unconfirmed number for an hour, and a new request does not prolong that', async () => {
      const phone = '+37061110003'
      const holder = await unconfirmed(phone)
      const take = (at: number) =>
        db.transaction((tx) => freeReserved(tx, { phone, for: newId(), now: minute(at) }))
      await send(holder, phone, minute(0))
      await send(holder, phone, minute(58))
      await take(59)
      expect(await phoneOf(holder)).toBe(phone)
      await take(60)
      expect(await phoneOf(holder)).toBeNull()
    })

    it('reserve a confirmed number permanently', async () => {
      const phone = '+37061110004'
      const owner = await unconfirmed(phone)
      await db.update(users).set({ phoneConfirmedAt: firstDay }).where(eq(users.id, owner))
      await db.transaction((tx) => freeReserved(tx, { phone, for: newId(), now: after(400) }))
      expect(await phoneOf(owner)).toBe(phone)
    })
  })

  describe('for a new password', () => {
    const replace = (userId: string, at: number) =>
      db.transaction((tx) => replaceCode(tx, { id: newId(), code: '11111111', userId, now: minute(at) }))

    it('accept the right code after wrong guesses below the limit, and refuse it after the last attempt', async () => {
      const userId = await join(db)
      await replace(userId, 0)
      const guess = (code: string) => tryPasswordCode(db, userId, code, minute(1))
      for (let tried = 1; tried < maxTries; tried++) expect(await guess('22222222')).toBe('wrong')
      expect(await guess('11111111')).toEqual({ id: expect.any(String) as string })
      expect(await guess('11111111')).toBe('wrong')
    })

    it('are limited by the hour, but there is always a valid one or a new one can be requested', async () => {
      const userId = await join(db)
      const given: number[] = []
      for (let at = 0; at <= 60; at++) if (await replace(userId, at)) given.push(at)
      expect(given).toEqual([0, 1, 2, 12, 22, 32, 42, 52])
    })
  })

  it('have as many digits as their kind, zeros in front included', () => {
    const made = Array.from({ length: 2_000 }, () => randomCode())
    for (const code of made) expect(code).toMatch(/^\d{6}$/)
    expect(made.some((code) => code.startsWith('0'))).toBe(true)
    expect(new Set(made).size).toBeGreaterThan(1_900)
    expect(randomCode(resetCodeDigits)).toMatch(/^\d{8}$/)
  })

  it('and seeds of apps, recovery codes and tokens come of the generator of the system alone', async () => {
    const userId = await join(db)
    const seal = createSeal(randomBytes(32))
    const predictable = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    try {
      for (const make of [() => randomCode(8), newSecret, newTotpSecret]) {
        const made = Array.from({ length: 50 }, make)
        expect(new Set(made).size).toBe(made.length)
      }
      expect(predictable).not.toHaveBeenCalled()
      const renew = () => renewRecoveryCodes(db, { seal }, { userId, now: firstDay })
      const codes = [...(await renew()), ...(await renew())]
      expect(new Set(codes).size).toBe(20)
    } finally {
      predictable.mockRestore()
    }
  })
})
