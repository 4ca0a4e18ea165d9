import { type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { headerBytes, opened, sealed } from './chunk-cipher'
import { type FileStorage } from './storage'

/**
 * Files in a folder of this machine. A file is written under a temporary name and renamed when all of it is on the
 * disk: a kill or a power cut in between leaves a `.part` that is never read and is erased with the file.
 */

/** @param secret 32 bytes that everything is encrypted with */
export async function openFolder(folder: string, secret: Buffer): Promise<FileStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const placeOf = (id: string) => {
    if (!/^[\w-]{1,64}$/.test(id)) throw new Error('this is no id of a stored file')
    return join(folder, id)
  }
  return {
    async write(id, bytes) {
      const place = placeOf(id)
      let count = 0
      const counted = counting(bytes, (length) => (count += length))
      const part = await open(`${place}.part`, 'wx', 0o600)
      try {
        for await (const piece of sealed({ secret, id }, counted)) await part.writeFile(piece)
        await part.sync()
        await part.close()
        await rename(`${place}.part`, place)
      } catch (error) {
        await part.close().catch(() => {}) // it may be closed already
        await rm(`${place}.part`, { force: true })
        throw error
      }
      await syncFolder(folder)
      return count
    },

    async read(id) {
      const handle = await openIfThere(placeOf(id))
      if (!handle) return null
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
      const rest = handle.createReadStream({ start: headerBytes })
      const plain = opened({ secret, id, header: buffer.subarray(0, bytesRead) }, rest)
      // This also closes the handle when the reader stops early or the header is wrong.
      return Readable.from(plain, { objectMode: false }).once('close', () => rest.destroy())
    },

    async erase(id) {
      const place = placeOf(id)
      await rm(place, { force: true })
      await rm(`${place}.part`, { force: true })
    },

    async freeBytes() {
      const { bavail, bsize } = await statfs(folder) // free for a user who is not root
      return bavail * bsize
    },
  }
}

async function* counting(bytes: AsyncIterable<Uint8Array>, add: (length: number) => void) {
  for await (const piece of bytes) {
    add(piece.length)
    yield piece
  }
}

/** The file's new name is itself a change that has to reach the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openIfThere(place: string): Promise<FileHandle | null> {
  try {
    return await open(place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // what node's file system throws
    throw error
  }
}
