import { type ByteStore } from './byte-store'
import { folderStore } from './folder'
import { type S3Options, s3Store } from './s3'
import { sealedStorage } from './sealed-storage'
import { type FileStorage } from './storage'

/** Where the bytes of files are kept. */
export type StoragePlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Options)

/** Opens the configured store. */
export function byteStoreOf(place: StoragePlace): Promise<ByteStore> {
  return place.kind === 'folder' ? folderStore(place.folder) : s3Store(place)
}

/** Opens the configured storage. @param secret 32 bytes that everything is encrypted with */
export async function storageOf(place: StoragePlace, secret: Buffer): Promise<FileStorage> {
  return sealedStorage(await byteStoreOf(place), secret)
}
