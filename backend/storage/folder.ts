import { mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type ByteStore, checkedId } from './byte-store'
import { sealedStorage } from './sealed-storage'
import { type FileStorage } from './storage'

/** @param secret 32 bytes that everything is encrypted with */
export async function openFolder(folder: string, secret: Buffer): Promise<FileStorage> {
  return sealedStorage(await folderStore(folder), secret)
}

/**
 * Bytes in a folder of this machine. A file is written under a temporary name and renamed when all of it is on the
 * disk: a kill or a power cut in between leaves a `.part` that is never read and is erased with the file.
 */
export async function folderStore(folder: string): Promise<ByteStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const placeOf = (id: string) => join(folder, checkedId(id))
  return {
    async put(id, bytes) {
      const place = placeOf(id)
      const part = await open(`${place}.part`, 'wx', 0o600)
      try {
        for await (const piece of bytes) await part.writeFile(piece)
        await part.sync()
        await part.close()
        await rename(`${place}.part`, place)
      } catch (error) {
        await part.close().catch(() => {}) // it may be closed already
        await rm(`${place}.part`, { force: true })
        throw error
      }
      await syncFolder(folder)
    },

    async get(id) {
      try {
        return (await open(placeOf(id))).createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // what node's file system throws
        throw error
      }
    },

    async remove(id) {
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

/** The file's new name is itself a change that has to reach the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
