import { type Hash, createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { type Readable } from 'node:stream'
import { type Db } from '../db/connect'
import { storedFiles } from '../db/schema/people'
import { type MediaType, inspectedBytes, kindOf } from '../domain/file-kinds'
import { Refusal } from '../domain/refusal'
import { keptFor, unfinishedDays } from '../domain/retention'
import { type Upload } from '../storage/multipart'
import { type Services } from '../services'
import { chargeFile, reserveFile } from './upload-quotas'

/**
 * Uploaded files: bytes in the storage, a row here. Invariants: a file always has a row that holds its expiry. So the
 * row is written first with an expiry of a day, and the transaction that saves the form extends it. A kill in between
 * leaves a row that the retention job removes together with its bytes.
 */

export interface FileOwner {
  owner: typeof storedFiles.$inferSelect.owner
  ownerId: string
  /** Whose daily quota the files count against: a network, or an investor's id. */
  sender: string
}

export interface TakenFile {
  id: string
  field: string
  mediaType: MediaType
  bytes: number
  /** SHA-256 of its content. */
  digest: string
}

type FileServices = Pick<
  Services,
  'db' | 'storage' | 'newId' | 'productClock' | 'realClock' | 'uploadQuotas' | 'log'
>

/**
 * Takes every file of a form into the storage, one after the other, or none of them.
 * @throws Refusal unsupported_file, too_large, validation, each with its field; upload_quota, storage_full
 */
export async function takeFiles(
  services: FileServices,
  uploads: AsyncIterable<Upload>,
  owner: FileOwner,
): Promise<TakenFile[]> {
  const ids: string[] = []
  const taken: TakenFile[] = []
  try {
    for await (const upload of uploads) {
      const id = services.newId()
      ids.push(id)
      taken.push(await takeFile(services, upload, { id, ...owner }))
    }
  } catch (error) {
    await dropFiles(services, ids)
    throw error
  }
  return taken
}

/** Makes the files stay until `eraseAfter`, in the transaction of the form that they belong to. */
export async function keepFiles(tx: Db, files: TakenFile[], eraseAfter: Date): Promise<void> {
  for (const { id, bytes } of files) {
    const kept = await tx
      .update(storedFiles)
      .set({ bytes, eraseAfter })
      .where(and(eq(storedFiles.id, id), isNull(storedFiles.erasedAt)))
      .returning({ id: storedFiles.id })
    if (kept.length === 0) throw new Error('a file was erased before its form was saved')
  }
}

/**
 * Erases files of a form that was not saved. One that is kept stays: its form was saved where only the answer of the commit was
 * lost, and the lock waits for a commit that is under way. What can't be erased now is left to the retention job.
 */
export async function dropFiles(
  { db, storage, productClock, log }: Pick<FileServices, 'db' | 'storage' | 'productClock' | 'log'>,
  ids: string[],
): Promise<void> {
  for (const id of ids) {
    try {
      await db.transaction(async (tx) => {
        const isUnkept = and(eq(storedFiles.id, id), eq(storedFiles.bytes, 0))
        const [row] = await tx.select({ id: storedFiles.id }).from(storedFiles).where(isUnkept).for('update')
        if (!row) return
        await storage.erase(id)
        await tx.update(storedFiles).set({ erasedAt: productClock.now() }).where(eq(storedFiles.id, id))
      })
    } catch (error) {
      log.warn({ err: error }, 'a refused file could not be erased now')
    }
  }
}

/**
 * An uploaded file; the caller decides who may see it. It is sent as an attachment.
 * @throws Refusal not_found if there is no file, or it was erased
 */
export async function openDocument(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  id: string,
): Promise<{ mediaType: string; bytes: number; stream: Readable }> {
  const whole = and(eq(storedFiles.id, id), isNull(storedFiles.erasedAt), gt(storedFiles.bytes, 0))
  const [row] = await db.select().from(storedFiles).where(whole)
  const stream = row && (await storage.read(id))
  if (!stream) throw new Refusal('not_found')
  return { mediaType: row.mediaType, bytes: row.bytes, stream }
}

async function takeFile(
  services: FileServices,
  { field, fileName, maxBytes, bytes }: Upload,
  { id, ...owner }: FileOwner & { id: string },
): Promise<TakenFile> {
  const { db, storage, productClock } = services
  const { head, all } = await peekInto(bytes)
  const mediaType = kindOf(fileName, head)
  if (!mediaType) throw new Refusal('unsupported_file', { field })
  const storedAt = productClock.now()
  const eraseAfter = keptFor(unfinishedDays, storedAt)
  // How long it is will be known at its end; until then it is not shown to anyone.
  await reserveFile(services, { id, ...owner, field, mediaType, storedAt, eraseAfter, maxBytes })
  const hash = createHash('sha256')
  const length = await storage.write(id, hashed(all, hash))
  await chargeFile(db, id, length)
  return { id, field, mediaType, bytes: length, digest: hash.digest('base64url') }
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

/** The first bytes of a file, and all of them, those included. */
async function peekInto(bytes: AsyncIterable<Uint8Array>) {
  const pieces = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < inspectedBytes) {
    const piece = await pieces.next()
    if (piece.done) break
    head = Buffer.concat([head, piece.value])
  }
  async function* all() {
    yield head
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value
  }
  return { head: head.subarray(0, inspectedBytes), all: all() }
}
