import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { readFile, readdir, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/postgres'
import { openFolder } from './folder'
import { type FileStorage } from './storage'

const secret = randomBytes(32)
const chunk = 64 * 1024
/** In a stored file: the bytes before the chunks, and a chunk with its authentication tag. */
const [header, storedChunk] = [28, chunk + 17]

async function storage(): Promise<{ folder: string; files: FileStorage }> {
  const folder = join(temporaryFolder(), 'files')
  return { folder, files: await openFolder(folder, secret) }
}
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    ),
  )
async function readBack(files: FileStorage, id: string): Promise<Buffer | null> {
  const stream = await files.read(id)
  return stream && buffer(stream)
}

it.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 17])(
  'returns %i bytes unchanged, however they arrive',
  async (length) => {
    const { files } = await storage()
    const bytes = randomBytes(length)
    for (const size of [1000, chunk, 1_000_000]) {
      const id = `f-${size}`
      expect(await files.write(id, inPieces(bytes, size))).toBe(length)
      expect((await readBack(files, id))!.equals(bytes)).toBe(true)
    }
  },
)

it('hides contents of a file on the disk, and whether two are the same', async () => {
  const { folder, files } = await storage()
  const text = Buffer.from('the number of my passport is 4509 '.repeat(9000))
  for (const id of ['one', 'two']) await files.write(id, inPieces(text, chunk))
  const [one, two] = [await readFile(join(folder, 'one')), await readFile(join(folder, 'two'))]
  expect(one.includes('passport')).toBe(false)
  expect(one.subarray(header, 200).equals(two.subarray(header, 200))).toBe(false)
  expect((await stat(join(folder, 'one'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

it('returns no byte that was changed, cut, added, re-ordered, moved or sealed with another secret', async () => {
  const { folder, files } = await storage()
  const bytes = randomBytes(2 * chunk + 100)
  const damaged = async (id: string, damage: (path: string) => Promise<unknown>) => {
    await files.write(id, inPieces(bytes, chunk))
    await damage(join(folder, id))
    await expect(readBack(files, id)).rejects.toThrow('damaged')
  }
  const change = (at: number) => async (path: string) => {
    const stored = await readFile(path)
    stored[at] = stored[at]! ^ 1
    await writeFile(path, stored)
  }
  await damaged('magic', change(0))
  await damaged('header', change(10))
  await damaged('first-chunk', change(40))
  await damaged('last-chunk', async (path) => change((await readFile(path)).length - 1)(path))
  // At the end of a chunk, where every tag before is valid.
  await damaged('cut', (path) => truncate(path, header + 2 * storedChunk))
  await damaged('cut-to-nothing', (path) => truncate(path, header))
  await damaged('cut-header', (path) => truncate(path, 20))
  await damaged('added', async (path) => writeFile(path, randomBytes(5), { flag: 'a' }))
  await damaged('re-ordered', async (path) => {
    const stored = await readFile(path)
    const [second, third] = [header + storedChunk, header + 2 * storedChunk]
    const order = [
      [0, header],
      [second, third],
      [header, second],
      [third, stored.length],
    ] as const
    await writeFile(path, Buffer.concat(order.map(([from, to]) => stored.subarray(from, to))))
  })
  await damaged('a-chunk-twice', async (path) => {
    const stored = await readFile(path)
    const upToSecond = stored.subarray(0, header + storedChunk)
    await writeFile(path, Buffer.concat([upToSecond, stored.subarray(header)]))
  })
  await damaged('of-two-files', async (path) => {
    await files.write('the-other', inPieces(bytes, chunk))
    const other = await readFile(join(folder, 'the-other'))
    const end = header + storedChunk
    await writeFile(path, Buffer.concat([(await readFile(path)).subarray(0, end), other.subarray(end)]))
  })
  await files.write('its-own', inPieces(bytes, chunk))
  await rename(join(folder, 'its-own'), join(folder, 'of-another'))
  await expect(readBack(files, 'of-another')).rejects.toThrow('damaged')
  await files.write('kept', inPieces(bytes, chunk))
  const strange = await openFolder(folder, randomBytes(32))
  await expect(readBack(strange, 'kept')).rejects.toThrow('damaged')
})

it('leaves nothing of a file whose source fails', async () => {
  const { folder, files } = await storage()
  async function* breaksOff() {
    yield await Promise.resolve(randomBytes(200_000))
    throw new Error('the sender is gone')
  }
  await expect(files.write('broken', breaksOff())).rejects.toThrow('the sender is gone')
  expect(await readdir(folder)).toEqual([])
  expect(await files.read('broken')).toBeNull()
  expect(await files.write('broken', inPieces(randomBytes(10), 10))).toBe(10)
})

it('does not read a file that a kill left incomplete, and erases it with the file', async () => {
  const { folder, files } = await storage()
  await writeFile(join(folder, 'torn.part'), randomBytes(1000))
  expect(await files.read('torn')).toBeNull()
  await files.erase('torn')
  expect(await readdir(folder)).toEqual([])
})

it('erases, also what does not exist', async () => {
  const { folder, files } = await storage()
  await files.write('gone', inPieces(randomBytes(10), 10))
  await files.erase('gone')
  await files.erase('gone')
  expect(await files.read('gone')).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

it('refuses an id that is a path elsewhere', async () => {
  const { files } = await storage()
  for (const id of ['../out', 'a/b', '', 'a.part']) {
    await expect(files.write(id, inPieces(randomBytes(1), 1))).rejects.toThrow('no id')
    await expect(files.read(id)).rejects.toThrow('no id')
    await expect(files.erase(id)).rejects.toThrow('no id')
  }
})

/** The folder with the open file descriptors of a process. */
const descriptors = '/proc/self/fd'

it.skipIf(!existsSync(descriptors))(
  'closes a file whose reader disconnected, or whose beginning is broken',
  async () => {
    const { folder, files } = await storage()
    await files.write('left', inPieces(randomBytes(3 * chunk), chunk))
    await files.write('broken', inPieces(randomBytes(3 * chunk), chunk))
    const stored = await readFile(join(folder, 'broken'))
    await writeFile(join(folder, 'broken'), Buffer.concat([Buffer.from('none'), stored.subarray(4)]))

    const left = (await files.read('left'))!
    left.destroy()
    await expect(readBack(files, 'broken')).rejects.toThrow()
    const held = () =>
      readdirSync(descriptors).filter((fd) => {
        try {
          return readlinkSync(join(descriptors, fd)).startsWith(folder)
        } catch {
          return false // closed since it was listed
        }
      })
    await expect.poll(held).toEqual([])
  },
)
