import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { restoreBackup } from '../backend/backup/restore'
import { takeBackup } from '../backend/backup/take'
import { readEnv } from '../backend/env'
import { storageOf, byteStoreOf } from '../backend/storage/storage-of'
import { folderStore } from '../backend/storage/folder'
import { s3Store } from '../backend/storage/s3'
import { sealedStorage } from '../backend/storage/sealed-storage'
import { examine } from '../scripts/doctor/examine'
import { temporaryFolder, testDatabase } from './support/postgres'

/** Stored files in a bucket, on a server that speaks S3's protocol: it verifies signatures and keeps objects on the disk. */

const bucket = 'papers-of-people'
const secret = Buffer.from('3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=', 'base64')
const variables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

let server: S3rver
let folder: string
let url: string
const before = new Map(variables.map((name) => [name, process.env[name]]))
beforeAll(async () => {
  folder = temporaryFolder()
  server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, directory: folder, silent: true },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  url = `s3://${bucket}/files?endpoint=${endpoint}&path-style=1`
  for (const name of variables) process.env[name] = 'S3RVER'
})
afterAll(async () => {
  await server.close()
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
})

const placeOf = (text = url) => readEnv({ STORAGE_URL: text }).storage
const storage = () => storageOf(placeOf(), secret)
const pieces = (bytes: Buffer, size = 100_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    ),
  )
const client = () => {
  const place = placeOf()
  if (place.kind !== 's3' || place.endpoint === null) throw new Error('the address names a server')
  return new S3Client({ region: place.region, endpoint: place.endpoint, forcePathStyle: true })
}
const keys = async () => {
  const { Contents = [] } = await client().send(new ListObjectsV2Command({ Bucket: bucket }))
  return Contents.map(({ Key }) => Key)
}

it.each([0, 1, 70_000, 5 * 1024 * 1024 - 1, 5 * 1024 * 1024 + 1, 12_000_000])(
  'returns %i bytes as they were, under the prefix of the address, and erases them',
  async (length) => {
    const files = await storage()
    const content = randomBytes(length)
    expect(await files.write(`f-${length}`, pieces(content))).toBe(length)
    expect(await keys()).toEqual([`files/f-${length}`])
    expect((await buffer((await files.read(`f-${length}`))!)).equals(content)).toBe(true)
    await files.erase(`f-${length}`)
    expect(await files.read(`f-${length}`)).toBeNull()
    expect(await keys()).toEqual([])
  },
)

it('hides contents from the server, and refuses what was changed or sealed with another secret', async () => {
  const files = await storage()
  const content = Buffer.from('the number of my passport is 4509 '.repeat(4000))
  await files.write('one', pieces(content))
  const stored = await buffer((await files.readSealed('one'))!)
  expect(stored.includes('passport')).toBe(false)
  const other = await storageOf(placeOf(), randomBytes(32))
  await expect(buffer((await other.read('one'))!)).rejects.toThrow('another secret')
  stored[stored.length - 1]! ^= 1
  await files.writeSealed('one', pieces(stored))
  await expect(buffer((await files.read('one'))!)).rejects.toThrow('damaged')
  await files.erase('one')
})

it('keeps nothing of a file whose source fails, small or in several parts', async () => {
  const files = await storage()
  for (const length of [1_000, 11_000_000]) {
    async function* breaksOff() {
      for (let sent = 0; sent < length; sent += 500_000) yield await Promise.resolve(randomBytes(500_000))
      throw new Error('the sender is gone')
    }
    await expect(files.write('broken', breaksOff())).rejects.toThrow('the sender is gone')
    expect(await files.read('broken')).toBeNull()
  }
  expect(await keys()).toEqual([])
  const { Uploads = [] } = await client()
    .send(new ListMultipartUploadsCommand({ Bucket: bucket }))
    .catch(() => ({ Uploads: [] })) // this server has no list of them
  expect(Uploads).toEqual([])
})

it('erases what is not there, takes no id that is a path, and has no bound of its own', async () => {
  const files = await storage()
  await files.erase('never')
  for (const id of ['../out', 'a/b', '', 'a.part'])
    await expect(files.write(id, pieces(randomBytes(1)))).rejects.toThrow('no id')
  expect(await files.freeBytes()).toBe(Number.POSITIVE_INFINITY)
})

it('can be read again by many at once, and left in the middle', async () => {
  const files = await storage()
  const content = randomBytes(2_000_000)
  await files.write('shared', pieces(content))
  const first = (await files.read('shared'))!
  first.destroy()
  const all = await Promise.all(Array.from({ length: 5 }, async () => buffer((await files.read('shared'))!)))
  expect(all.every((one) => one.equals(content))).toBe(true)
  await files.erase('shared')
})

it('fails in time where the server hangs, the bucket is not there or the key is wrong', async () => {
  const hanging = createServer(() => undefined)
  hanging.listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  onTestFinished(() => void hanging.close())
  const place = placeOf()
  if (place.kind !== 's3') throw new Error('it is a bucket')
  const { port } = hanging.address() as AddressInfo // it listens on TCP
  const limits = { connectMs: 200, requestMs: 200, attempts: 1 }
  const silent = await s3Store({ ...place, endpoint: `http://127.0.0.1:${port}` }, limits)
  await expect(silent.get('one')).rejects.toThrow()
  await expect((await s3Store({ ...place, bucket: 'nowhere-at-all' }, limits)).get('one')).rejects.toThrow()
  process.env.AWS_ACCESS_KEY_ID = 'SOMEBODY'
  onTestFinished(() => void (process.env.AWS_ACCESS_KEY_ID = 'S3RVER'))
  await expect((await s3Store(place, limits)).put('one', pieces(randomBytes(10)))).rejects.toThrow()
})

describe('the doctor', () => {
  const examined = async (STORAGE_URL: string, change: Record<string, string> = {}) => {
    const given = { PORT: '0', DATA_DIR: temporaryFolder(), STORAGE_URL, ...change }
    const findings = await examine({
      ...{ variables: given, program: 'app', mailTo: null, smsTo: null, now: Date.now },
    })
    return findings.filter(({ part }) => part === 'storage').map(({ outcome, text }) => `${outcome}: ${text}`)
  }

  it('tries a bucket and leaves nothing in it', async () => {
    expect(await examined(url)).toEqual(['ok: a file can be written, read and erased'])
    expect(await keys()).toEqual([])
    expect(await examined(url.replace(bucket, 'nowhere-at-all'))).toEqual([
      expect.stringMatching(/^failure: it can't be used: /),
    ])
  })
})

it('a backup from a folder comes back into a bucket, and one from a bucket into a folder', async () => {
  const source = await testDatabase()
  onTestFinished(() => source.drop())
  const name = `${new URL(source.url).pathname.slice(1)}_bucket`
  const inFolder = await folderStore(join(temporaryFolder(), 'files'))
  const content = randomBytes(6_000_000)
  await sealedStorage(inFolder, secret).write('paper', pieces(content))
  await source.pool.query(
    `insert into stored_files (id, owner, owner_id, field, media_type, bytes, charged_bytes, stored_at, received_at, erase_after)
     values ('paper', 'verification', 'v1', 'front', 'image/png', $1, $1, now(), now(), now())`,
    [content.length],
  )
  const common = { secret, release: '0.0.0', isTried: false }
  const first = await takeBackup({
    ...{ ...common, connection: { connectionString: source.url } },
    ...{ store: inFolder, parent: join(temporaryFolder(), 'backups') },
  })
  await source.pool.query(`create database ${name} template template0`)
  const target = new URL(source.url)
  target.pathname = name
  const connection = { connectionString: target.href }
  const inBucket = await byteStoreOf(placeOf())
  await restoreBackup({ place: first.place, connection, store: inBucket, secret, release: '0.0.0' })
  expect(await keys()).toEqual(['files/paper'])
  expect((await buffer((await sealedStorage(inBucket, secret).read('paper'))!)).equals(content)).toBe(true)

  const second = await takeBackup({
    ...{ ...common, connection, store: inBucket, parent: join(temporaryFolder(), 'backups') },
  })
  expect(readdirSync(join(second.place, 'files'))).toEqual(['paper'])
  expect(
    readFileSync(join(second.place, 'files', 'paper')).equals(
      readFileSync(join(first.place, 'files', 'paper')),
    ),
  ).toBe(true)
  await inBucket.remove('paper')
  await source.pool.query(`drop database ${name} with (force)`)
})

it('its client is loaded only with an address of a bucket', () => {
  const named = ['backend', 'scripts']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
    )
    .filter((file) => /\.ts$/.test(file) && !file.includes('.test.'))
    .filter((file) => /^import (?!type ).*from '@aws-sdk\//m.test(readFileSync(file, 'utf8')))
  expect(named).toEqual([])
})
