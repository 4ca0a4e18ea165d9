import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileBytes } from '../../tests/support/files'
import { firstDay, newId } from '../../tests/support/funds'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../tests/support/postgres'
import { inquiries } from '../db/schema/operator'
import { storedFiles } from '../db/schema/people'
import { settings } from '../db/schema/settings'
import { keptFor, resumeDays } from '../domain/retention'
import { createLimits } from '../api/limits'
import { dayMs } from '../clock'
import { type Upload } from '../storage/multipart'
import { forgetInquirers } from './inquiry-quotas'
import { eraseDueFiles } from '../jobs/retention'
import { type Services } from '../services'
import { openFolder } from '../storage/folder'
import { createUploadQuotas, defaultUploadMib } from './upload-quotas'
import { applyForVacancy, leaveMessage, subscribe } from './inquiries'

let database: TestDatabase
let services: Services
let folder: string
beforeAll(async () => {
  database = await testDatabase()
  folder = temporaryFolder()
  services = {
    db: database.db,
    newId,
    productClock: { now: () => firstDay },
    realClock: { now: () => firstDay },
    uploadQuotas: createUploadQuotas({ ...defaultUploadMib, minFree: 0 }),
    inquiryQuotas: { perNetworkDay: 25, perDay: 40, openMessages: 3 },
    storage: await openFolder(folder, randomBytes(32)),
    limits: createLimits(1),
    log: pino({ level: 'silent' }),
  } as unknown as Services // the services that inquiries use
  const value = [{ id: 'lawyer', title: { ru: 'Юрист', en: 'Lawyer' } }]
  await database.db.insert(settings).values({ key: 'vacancies', value, updatedAt: firstDay })
})
afterAll(() => database.drop())

const request = (kind: 'subscriber' | 'message' | 'application') =>
  database.db.select().from(inquiries).where(eq(inquiries.kind, kind))

async function* resume(bytes = fileBytes('pdf')): AsyncGenerator<Upload> {
  yield await Promise.resolve({
    field: 'resume',
    fileName: 'me.pdf',
    maxBytes: 10_000,
    bytes: Readable.from([bytes]),
  })
}
const application = {
  ...{ vacancyId: 'lawyer', name: 'Ona', phone: '00370 (612) 34567', from: '192.0.2.9' },
  language: 'en',
} as const

describe('inquiries', () => {
  it('subscribe an address once, in any spelling and however many calls at once', async () => {
    const ask = (email: string) => subscribe(services, { email, from: '192.0.2.1' })
    await Promise.all(['a@example.org', 'A@Example.org', 'a@example.org'].map(ask))
    await ask('b@example.org')
    expect((await request('subscriber')).map(({ email }) => email).sort()).toEqual([
      'a@example.org',
      'b@example.org',
    ])
  })

  it('are in the operator’s queue as they were sent', async () => {
    const said = { name: 'Ona', email: 'Ona@example.org', message: 'Hello <b>there</b>' }
    await leaveMessage(services, { ...said, language: 'en', from: '192.0.2.2' })
    expect(await request('message')).toMatchObject([{ ...said, status: 'open', createdAt: firstDay }])
  })

  it('keep a résumé with its application until it expires', async () => {
    await applyForVacancy(services, application, resume())
    const [row] = await request('application')
    expect(row).toMatchObject({ name: 'Ona', phone: '+37061234567', vacancyId: 'lawyer', status: 'open' })
    const files = await database.db.select().from(storedFiles).where(eq(storedFiles.ownerId, row!.id))
    expect(files).toMatchObject([
      { owner: 'application', field: 'resume', mediaType: 'application/pdf', bytes: 5000 },
    ])
    expect(files[0]!.eraseAfter).toEqual(keptFor(resumeDays, firstDay))
    expect(await readdir(folder)).toEqual([files[0]!.id])
    const end = keptFor(resumeDays, firstDay)
    await eraseDueFiles(database.db, services.storage, new Date(end.getTime() - 1))
    expect(await request('application')).toMatchObject([{ name: 'Ona', phone: '+37061234567' }])
    await eraseDueFiles(database.db, services.storage, end)
    expect(await readdir(folder)).toEqual([])
    // That an application was made, its vacancy and its time identify no person.
    expect(await request('application')).toMatchObject([{ name: null, phone: null, vacancyId: 'lawyer' }])
  })

  it('sent twice within a day are stored once, even at the same time', async () => {
    const from = '192.0.2.8'
    const roomy = { ...services, inquiryQuotas: { perNetworkDay: 25, perDay: 40, openMessages: 30 } }
    const said = { name: 'Jonas', email: 'j@example.org', message: 'Call me', from }
    const sentTo = async (email: string) =>
      (await request('message')).filter((message) => message.email === email).length
    await Promise.all([
      leaveMessage(roomy, { ...said, language: 'en' }),
      leaveMessage(roomy, { ...said, language: 'en' }),
    ])
    await leaveMessage(roomy, { ...said, language: 'en' })
    expect(await sentTo('j@example.org')).toBe(1)
    await leaveMessage(roomy, { ...said, language: 'en', message: 'Call me today' })
    expect(await sentTo('j@example.org')).toBe(2)

    const own = { ...application, name: 'Jonas', from }
    const count = async () =>
      (await request('application')).filter(({ name, status }) => name === 'Jonas' && status === 'open')
        .length
    const files = async () => (await readdir(folder)).length
    const before = await files()
    await applyForVacancy(services, own, resume())
    await applyForVacancy(services, own, resume())
    expect([await count(), await files()]).toEqual([1, before + 1])
    await applyForVacancy(services, own, resume(fileBytes('pdf', 6000)))
    expect([await count(), await files()]).toEqual([2, before + 2])

    // An inquiry that is sent again on another day is stored.
    await forgetInquirers(database.db, new Date(firstDay.getTime() + dayMs))
    await leaveMessage(roomy, { ...said, language: 'en' })
    expect(await sentTo('j@example.org')).toBe(3)
    await database.db.delete(inquiries)
  })

  it('keep the résumé of an application that was saved though the answer of its commit was lost', async () => {
    const saved = async () => (await request('application')).find(({ name }) => name === 'Lost')
    let isLost = false
    const transaction: Services['db']['transaction'] = async (...given) => {
      const result = await database.db.transaction(...given)
      if (isLost || !(await saved())) return result
      isLost = true
      throw new Error('the connection was lost')
    }
    const db = new Proxy(database.db, {
      get: (target, name): unknown => (name === 'transaction' ? transaction : Reflect.get(target, name)),
    })
    const own = { ...application, from: '192.0.2.33', name: 'Lost' }
    await expect(applyForVacancy({ ...services, db }, own, resume())).rejects.toThrow(
      'the connection was lost',
    )
    const row = await saved()
    const [file] = await database.db.select().from(storedFiles).where(eq(storedFiles.ownerId, row!.id))
    expect(file).toMatchObject({ bytes: 5000, erasedAt: null })
    expect(await readdir(folder)).toContain(file!.id)
    await database.db.delete(inquiries).where(eq(inquiries.id, row!.id))
  })

  it('leave nothing of a refused application', async () => {
    const before = [(await request('application')).length, (await readdir(folder)).length]
    const apply = (change: object, files = resume()) =>
      applyForVacancy(services, { ...application, from: '192.0.2.3', ...change }, files)
    await expect(apply({ vacancyId: 'astronaut' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(apply({ phone: 'call me' })).rejects.toMatchObject({ field: 'phone' })
    await expect(apply({}, resume(fileBytes('png')))).rejects.toMatchObject({ code: 'unsupported_file' })
    expect([(await request('application')).length, (await readdir(folder)).length]).toEqual(before)
  })

  it('are limited by address', async () => {
    const ask = (from: string) => subscribe(services, { email: 'a@example.org', from })
    for (let time = 1; time <= 20; time++) await ask('192.0.2.4')
    await expect(ask('192.0.2.4')).rejects.toMatchObject({ code: 'too_many_requests' })
    await ask('192.0.2.5')
  })

  it('are refused before the résumé is read if the quota is used up', async () => {
    let isRequested = false
    async function* untouched(): AsyncGenerator<Upload> {
      isRequested = true
      yield* resume()
    }
    const full = { ...services, inquiryQuotas: { ...services.inquiryQuotas, perDay: 0 } }
    const applied = applyForVacancy(full, { ...application, from: '192.0.2.77' }, untouched())
    await expect(applied).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(isRequested).toBe(false)
  })

  it('that are stored already are taken again though the quota is used up, and count no more', async () => {
    const from = '192.0.2.78'
    const own = { ...application, from, name: 'Ieva' }
    await applyForVacancy(services, own, resume())
    await subscribe(services, { email: 'ieva@example.org', from })
    const count = () => database.db.$count(inquiries)
    const before = [await count(), (await readdir(folder)).length]
    const full = { ...services, inquiryQuotas: { ...services.inquiryQuotas, perNetworkDay: 2 } }
    await applyForVacancy(full, own, resume())
    await subscribe(full, { email: 'Ieva@example.org', from })
    // Another résumé, another address, and an address that somebody else has subscribed: whether it is known is said to nobody.
    const refused = { code: 'too_many_requests' }
    await expect(applyForVacancy(full, own, resume(fileBytes('pdf', 7000)))).rejects.toMatchObject(refused)
    await expect(subscribe(full, { email: 'jonas@example.org', from })).rejects.toMatchObject(refused)
    await subscribe(services, { email: 'jonas@example.org', from: '192.0.2.79' })
    await expect(subscribe(full, { email: 'jonas@example.org', from })).rejects.toMatchObject(refused)
    expect([await count(), (await readdir(folder)).length]).toEqual([before[0]! + 1, before[1]])
  })

  it('are limited by the day in the database, by network and in total, including pending ones', async () => {
    await database.db.delete(inquiries)
    // Each backend has limits of its own in memory; these stand for any number of them.
    const another = () => ({ ...services, limits: createLimits(1000) })
    let sent = 0
    const leave = (from: string) =>
      leaveMessage(another(), {
        name: 'Ona',
        email: 'o@example.org',
        message: `${++sent}`,
        language: 'en',
        from,
      })
    const join = (from: string) => subscribe(another(), { email: `s${++sent}@example.org`, from })
    const outcomes = async (tries: Promise<unknown>[]) => {
      const all = await Promise.allSettled(tries)
      const refused = all.filter((one) => one.status === 'rejected')
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_requests' })
      return all.length - refused.length
    }
    const times = (count: number, one: () => Promise<unknown>) => Array.from({ length: count }, one)

    expect(await outcomes(times(10, () => leave('192.0.2.6')))).toBe(3)
    const neighbours = ['2001:db8::1', '2001:db8::2']
    expect(await outcomes(times(30, () => join(neighbours[sent % 2]!)))).toBe(25)
    expect(await outcomes(times(30, () => join(`192.0.2.${100 + sent}`)))).toBe(40 - 3 - 25)

    await forgetInquirers(database.db, new Date(firstDay.getTime() + 86_400_000))
    const left = await database.db.select().from(inquiries)
    expect(left.filter(({ sender }) => sender !== null)).toEqual([])
    await join('192.0.2.6')
  })
})
