import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileBytes } from '../../tests/support/files'
import { after, at, firstDay, join, newId } from '../../tests/support/funds'
import { type TestDatabase, temporaryFolder, testDatabase, serversFor } from '../../tests/support/postgres'
import { eraseAccount } from './erase-account'
import { notifications } from '../db/schema/notifications'
import { storedFiles, verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { documentDays, keptFor, rejectedDocumentDays, unfinishedDays } from '../domain/retention'
import { type Upload } from '../storage/multipart'
import { eraseDueFiles } from '../jobs/retention'
import { type Services } from '../services'
import { openFolder } from '../storage/folder'
import { realClock } from '../clock'
import { createSeal } from '../storage/seal'
import { type FileStorage } from '../storage/storage'
import { documentNumberOf, maskedNumber } from './document-number'
import { openDocument } from './stored-files'
import { type VerificationDecision, decideVerification } from './verification-decisions'
import { createUploadQuotas, defaultUploadMib } from './upload-quotas'
import { verificationOf } from './verification-state'
import { handInDocuments } from './verify'

const said = {
  fullName: 'Ona Vėtra',
  birthDate: '1990-02-28',
  maritalStatus: 'single',
  documentNumber: 'LT-22 4509',
} as const
const names = ['photoDocument', 'photoLogin', 'photoWallet']

async function* uploads(bytesOf = (_field: string) => fileBytes('jpg')): AsyncGenerator<Upload> {
  for (const field of names) {
    yield await Promise.resolve({
      field,
      fileName: 'a.jpg',
      maxBytes: 10_000,
      bytes: Readable.from([bytesOf(field)]),
    })
  }
}

describe.each(serversFor('verify'))('documents on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  let services: Services
  let folder: string
  let now = firstDay
  beforeAll(async () => {
    database = await testDatabase({ server })
    folder = temporaryFolder()
    const secret = randomBytes(32)
    services = {
      db: database.db,
      newId,
      productClock: { now: () => now },
      realClock,
      uploadQuotas: createUploadQuotas({ ...defaultUploadMib, minFree: 0 }),
      storage: await openFolder(folder, secret),
      seal: createSeal(secret),
      log: pino({ level: 'silent' }),
    } as unknown as Services // the services that a submission uses
  })
  afterAll(() => database.drop())

  const userOf = async (id: string) => {
    const [user] = await database.db.select().from(users).where(eq(users.id, id))
    return user!
  }
  const handIn = async (userId: string, files = uploads()) =>
    handInDocuments(services, await userOf(userId), said, files, { device: null, address: '192.0.2.1' })
  const lastOf = async (userId: string) => {
    const rows = await database.db.select().from(verifications).where(eq(verifications.userId, userId))
    return rows.at(-1)!
  }
  const filesOf = (ownerId: string) =>
    database.db.select().from(storedFiles).where(eq(storedFiles.ownerId, ownerId)).orderBy(storedFiles.field)
  const decide = (decision: VerificationDecision, moment = now) =>
    database.db.transaction((tx) => decideVerification(tx, at(moment), decision))
  const erase = (moment: Date, storage: FileStorage = services.storage) =>
    eraseDueFiles(database.db, storage, moment)
  const submitted = async () => {
    const userId = await join(database.db)
    await handIn(userId)
    return lastOf(userId)
  }

  it('are stored encrypted with the personal data, and wait for a decision', async () => {
    const { id, userId, ...row } = await submitted()
    expect(row).toMatchObject({ status: 'in_process', fullName: 'Ona Vėtra', submittedAt: firstDay })
    expect(row.documentNumberSealed).not.toContain('4509')
    expect(row.documentNumberMasked).toBe('•••• 4509')
    expect(await documentNumberOf(services, id)).toBe('LT-22 4509')
    expect((await userOf(userId)).verification).toBe('in_process')
    const files = await filesOf(id)
    expect(files.map(({ field, mediaType, bytes }) => [field, mediaType, bytes])).toEqual(
      names.map((field) => [field, 'image/jpeg', 5000]),
    )
    expect(files[0]!.eraseAfter).toEqual(keptFor(documentDays, firstDay))
    const { mediaType, bytes, stream } = await openDocument(services, files[0]!.id)
    expect([mediaType, bytes]).toEqual(['image/jpeg', 5000])
    expect((await buffer(stream)).equals(fileBytes('jpg'))).toBe(true)
  })

  it('are refused while others are pending or approved, and accepted again after a rejection', async () => {
    const { userId, id } = await submitted()
    const inTheFolder = await readdir(folder)
    await expect(handIn(userId)).rejects.toMatchObject({ code: 'already_verified' })
    await decide({ id, decision: 'reject', reason: 'The photo is blurred.' })
    expect(await verificationOf(database.db, userId)).toMatchObject({
      status: 'rejected',
      reason: 'The photo is blurred.',
    })
    expect((await userOf(userId)).verification).toBe('rejected')
    now = after(1)
    await handIn(userId)
    now = firstDay
    expect(await verificationOf(database.db, userId)).toMatchObject({ status: 'in_process', reason: null })
    const second = (
      await database.db.select().from(verifications).where(eq(verifications.userId, userId))
    ).filter((row) => row.id !== id)
    await decide({ id: second[0]!.id, decision: 'approve' }, after(2))
    expect((await userOf(userId)).verification).toBe('successful')
    await expect(handIn(userId)).rejects.toMatchObject({ code: 'already_verified' })
    expect((await readdir(folder)).length).toBe(inTheFolder.length + names.length)
  })

  it('are one submission when two arrive at once, and the other leaves nothing', async () => {
    const userId = await join(database.db)
    const before = (await readdir(folder)).length
    const outcomes = await Promise.allSettled([handIn(userId), handIn(userId), handIn(userId)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await readdir(folder)).length).toBe(before + names.length)
    const rows = await database.db.select().from(verifications).where(eq(verifications.userId, userId))
    expect(rows).toHaveLength(1)
  })

  it('leave nothing on an account that is erased during the upload', async () => {
    const userId = await join(database.db)
    const before = (await readdir(folder)).length
    async function* slow() {
      for await (const upload of uploads()) {
        yield upload
        if (upload.field === 'photoLogin')
          await database.db.transaction((tx) => eraseAccount(tx, at(firstDay), userId))
      }
    }
    await expect(handIn(userId, slow())).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await readdir(folder)).length).toBe(before)
    expect((await userOf(userId)).verification).toBe('none')
    const rows = await database.db.select().from(verifications).where(eq(verifications.userId, userId))
    expect(rows).toEqual([])
  })

  it('leave nothing when one of them is refused', async () => {
    const userId = await join(database.db)
    const before = (await readdir(folder)).length
    const last = (field: string) => fileBytes(field === 'photoWallet' ? 'pdf' : 'jpg')
    await expect(handIn(userId, uploads(last))).rejects.toMatchObject({
      code: 'unsupported_file',
      field: 'photoWallet',
    })
    expect((await readdir(folder)).length).toBe(before)
    expect((await userOf(userId)).verification).toBe('none')
  })

  it('are decided once, with a reason if rejected, and the investor is notified', async () => {
    const { userId, id } = await submitted()
    await expect(decide({ id, decision: 'reject' })).rejects.toMatchObject({ field: 'reason' })
    await expect(decide({ id: 'none', decision: 'approve' })).rejects.toMatchObject({ code: 'not_found' })
    const both = await Promise.allSettled([
      decide({ id, decision: 'approve' }, after(3)),
      decide({ id, decision: 'reject', reason: 'No.' }, after(3)),
    ])
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'already_decided' } },
    ])
    const { status } = await verificationOf(database.db, userId)
    const notified = await database.db.select().from(notifications).where(eq(notifications.userId, userId))
    expect(notified.map(({ kind }) => kind)).toEqual([`verification_${status}`])
    const days = status === 'successful' ? documentDays : rejectedDocumentDays
    expect((await filesOf(id)).map(({ eraseAfter }) => eraseAfter)).toEqual(
      names.map(() => keptFor(days, after(3))),
    )
  })

  it('are erased with their number when they expire, and the decision is kept', async () => {
    const { userId, id } = await submitted()
    await decide({ id, decision: 'reject', reason: 'Too dark.' })
    const files = await filesOf(id)
    const end = keptFor(rejectedDocumentDays, firstDay)
    await erase(new Date(end.getTime() - 1))
    expect((await filesOf(id)).map(({ erasedAt }) => erasedAt)).toEqual([null, null, null])
    await erase(end)
    await erase(end)
    expect((await filesOf(id)).map(({ erasedAt }) => erasedAt)).toEqual([end, end, end])
    for (const file of files) {
      expect(await services.storage.read(file.id)).toBeNull()
      await expect(openDocument(services, file.id)).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(documentNumberOf(services, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await lastOf(userId)).toMatchObject({
      ...{ fullName: null, birthDate: null, maritalStatus: null },
      ...{ status: 'rejected', reason: 'Too dark.' },
    })
    expect(await verificationOf(database.db, userId)).toMatchObject({
      status: 'rejected',
      documentNumberMasked: null,
    })
  })

  it('are erased completely after a kill half-way, and one that can’t be erased delays no other', async () => {
    const { id } = await submitted()
    await decide({ id, decision: 'reject', reason: 'Too dark.' })
    const [first, second, third] = await filesOf(id)
    const end = keptFor(rejectedDocumentDays, firstDay)
    // The state after a kill: the file is gone and its row is not marked.
    await services.storage.erase(first!.id)
    const stuck: FileStorage = {
      ...services.storage,
      erase: (one) => (one === second!.id ? Promise.reject(new Error('busy')) : services.storage.erase(one)),
    }
    await expect(erase(end, stuck)).rejects.toThrow('some files could not be erased')
    expect((await filesOf(id)).map(({ erasedAt }) => erasedAt)).toEqual([end, null, end])
    // A number is erased with the last of its files.
    expect(await documentNumberOf(services, id)).toBe('LT-22 4509')
    await erase(after(100))
    expect((await filesOf(id)).map(({ erasedAt }) => erasedAt)).toEqual([end, after(100), end])
    expect(await services.storage.read(third!.id)).toBeNull()
    await expect(documentNumberOf(services, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of a process that was killed during the upload are hidden and erased after an hour', async () => {
    const userId = await join(database.db)
    const killed: Upload = {
      field: 'photoDocument',
      fileName: 'a.jpg',
      maxBytes: 10_000,
      bytes: Readable.from([fileBytes('jpg')]),
    }
    // The upload neither ends nor fails: the first file is stored, the form is incomplete.
    let arrived = () => {}
    const firstIsIn = new Promise<void>((resolve) => (arrived = resolve))
    async function* neverEnds(): AsyncGenerator<Upload> {
      yield await Promise.resolve(killed)
      arrived()
      await new Promise(() => {})
    }
    void handIn(userId, neverEnds())
    await firstIsIn
    const rows = await database.db.select().from(storedFiles).where(eq(storedFiles.bytes, 0))
    const left = rows.find(({ erasedAt }) => erasedAt === null)!
    expect(await services.storage.read(left.id)).not.toBeNull()
    await expect(openDocument(services, left.id)).rejects.toMatchObject({ code: 'not_found' })
    await erase(keptFor(unfinishedDays, firstDay))
    expect(await services.storage.read(left.id)).toBeNull()
  })
})

it.each([
  ['LT-22 4509', '•••• 4509'],
  ['12345678', '•••• 5678'],
  ['12345', '•••• 45'],
  ['1', '••••'],
])('masks %s as %s', (number, masked) => {
  expect(maskedNumber(number)).toBe(masked)
})
