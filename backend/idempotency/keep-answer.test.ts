import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { hourMs } from '../clock'
import { type Db } from '../db/connect'
import { keptAnswers } from '../db/schema/access'
import { Refusal } from '../domain/refusal'
import { forgetKept, keepAnswer, keptAnswer } from './keep-answer'

const start = new Date('2026-03-01T12:00:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const newKey = () => randomBytes(18).toString('base64url')

describe.each(testServers)('on the %s PostgreSQL, a call that carries a key and needs none', (server) => {
  let database: TestDatabase
  let db: Db
  let ran = 0

  beforeAll(async () => {
    database = await testDatabase({ server })
    db = database.db
  })
  afterAll(() => database.drop())

  const sending = (key: string, change: Partial<Parameters<typeof keepAnswer>[1]> = {}) => ({
    key,
    call: 'inquiries.message',
    request: { body: { name: 'Ona', email: 'ona@example.org' } },
    now: start,
    run: () => Promise.resolve({ status: 202, body: { number: ++ran } }),
    refuse: ({ code }: Refusal) => ({ status: 422, body: { code } }),
    ...change,
  })

  it('runs once, and its answer is there for whoever has the key', async () => {
    const key = newKey()
    const first = await keepAnswer(db, sending(key))
    const before = ran
    expect(first).toEqual({ status: 202, body: { number: before }, replayed: false })
    expect(await keepAnswer(db, sending(key))).toEqual({ ...first, replayed: true })
    expect(ran).toBe(before)
    expect(await keptAnswer(db, { key, now: start })).toEqual({
      state: 'done',
      status: 202,
      body: first.body,
    })
  })

  it('is refused for other values and for another call under its key', async () => {
    const key = newKey()
    await keepAnswer(db, sending(key))
    const mismatch = new Refusal('idempotency_mismatch')
    await expect(keepAnswer(db, sending(key, { request: { body: { name: 'Eva' } } }))).rejects.toThrow(
      mismatch,
    )
    await expect(keepAnswer(db, sending(key, { call: 'auth.login' }))).rejects.toThrow(mismatch)
  })

  it('is running until it ends, and runs a second time only if it was refused or has failed', async () => {
    for (const error of [new Refusal('code_invalid'), new Error('out of order')]) {
      const key = newKey()
      let end = (_error: Error) => {}
      const ending = new Promise<never>((_, reject) => (end = reject))
      let begun = () => {}
      const beginning = new Promise<void>((resolve) => (begun = resolve))
      const first = keepAnswer(db, sending(key, { run: () => (begun(), ending) }))
      await beginning
      expect(await keptAnswer(db, { key, now: start })).toEqual({
        state: 'running',
        status: null,
        body: null,
      })
      await expect(keepAnswer(db, sending(key))).rejects.toThrow(new Refusal('in_progress'))
      end(error)
      await expect(first).rejects.toThrow(error)
      const kept = keptAnswer(db, { key, now: start })
      if (error instanceof Refusal)
        expect(await kept).toEqual({ state: 'refused', status: 422, body: { code: error.code } })
      else await expect(kept).rejects.toThrow(new Refusal('not_found'))
      expect(await keepAnswer(db, sending(key))).toMatchObject({ status: 202, replayed: false })
    }
  })

  it('is kept for an hour', async () => {
    const key = newKey()
    await keepAnswer(db, sending(key))
    expect(await keptAnswer(db, { key, now: later(hourMs - 1) })).toMatchObject({ state: 'done' })
    await expect(keptAnswer(db, { key, now: later(hourMs) })).rejects.toThrow(new Refusal('not_found'))
    expect(await keepAnswer(db, sending(key, { now: later(hourMs) }))).toMatchObject({ replayed: false })
    expect(await forgetKept(db, later(3 * hourMs))).toBeGreaterThan(0)
    expect(await db.$count(keptAnswers)).toBe(0)
  })

  it('leaves nothing in the database that names its key, its caller or its answer', async () => {
    const key = newKey()
    const body = { refreshToken: 'secret-bearer' }
    await keepAnswer(db, sending(key, { run: () => Promise.resolve({ status: 200, body }) }))
    const rows = JSON.stringify(await db.select().from(keptAnswers))
    for (const secret of [key, 'Ona', 'ona@example.org', 'secret-bearer']) expect(rows).not.toContain(secret)
    await expect(keptAnswer(db, { key: newKey(), now: start })).rejects.toThrow(new Refusal('not_found'))
  })

  it('whose answer is a long file does not keep it', async () => {
    const key = newKey()
    const body = { file: 'x'.repeat(70_000) }
    const long = sending(key, { run: () => Promise.resolve({ status: 200, body }) })
    expect(await keepAnswer(db, long)).toEqual({ status: 200, body, replayed: false })
    await expect(keptAnswer(db, { key, now: start })).rejects.toThrow(new Refusal('not_found'))
  })
})
