import { Readable } from 'node:stream'
import type * as Client from '@aws-sdk/client-s3'
import { type ByteStore, checkedId } from './byte-store'

/**
 * Bytes in a bucket of S3 or of what speaks its protocol. An object appears when all of it has been sent. The client is
 * loaded with the first bucket: its packages are of no use to who keeps files in a folder. It finds credentials by
 * itself, as everywhere at its maker's: variables (`AWS_ACCESS_KEY_ID`, …), profiles, roles of the machine.
 */

export interface S3Options {
  bucket: string
  /** Before each id, such as `files/`; empty: none. */
  prefix: string
  region: string
  /** The address of a server other than Amazon's; null: Amazon's of that region. */
  endpoint: string | null
  /** The bucket stands in the path of an address and not in its host name. */
  pathStyle: boolean
}

/** How long a request without an answer may take, and how often it is sent. */
interface Limits {
  connectMs: number
  requestMs: number
  attempts: number
}
const defaultLimits: Limits = { connectMs: 5_000, requestMs: 60_000, attempts: 3 }
/** The smallest part that S3 takes. A file of less is sent as one. */
const partBytes = 5 * 1024 * 1024

/** @throws never by itself: the bucket is reached with the first file */
export async function s3Store(options: S3Options, limits = defaultLimits): Promise<ByteStore> {
  const [{ DeleteObjectCommand, GetObjectCommand }, { Upload }, client] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    s3Client(options, limits),
  ])
  const placeOf = (id: string) => ({ Bucket: options.bucket, Key: options.prefix + checkedId(id) })
  return {
    async put(id, bytes) {
      let failure: Error | undefined
      const body = Readable.from(bytes, { objectMode: false }).once('error', (error) => (failure = error))
      const params = { ...placeOf(id), Body: body, ContentType: 'application/octet-stream' }
      const upload = new Upload({
        client,
        params,
        partSize: partBytes,
        queueSize: 1,
        leavePartsOnError: false,
      })
      try {
        await upload.done()
      } catch (error) {
        // The source's own failure, and not that of taking back what had been sent of it.
        throw failure ?? error
      } finally {
        body.destroy()
      }
    },

    async get(id) {
      try {
        const { Body } = await client.send(new GetObjectCommand(placeOf(id)))
        return (Body as Readable | undefined) ?? null // on Node it is a stream
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return null
        throw error
      }
    },

    async remove(id) {
      await client.send(new DeleteObjectCommand(placeOf(id)))
    },

    // A bucket has no size; what may be kept is bounded by the quotas.
    freeBytes: () => Promise.resolve(Number.POSITIVE_INFINITY),
  }
}

/** The client of a bucket, for what a store has no need of. */
export async function s3Client(
  { region, endpoint, pathStyle }: S3Options,
  limits = defaultLimits,
): Promise<Client.S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3')
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      // Of silence: a large file may take longer than that.
      socketTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      throwOnRequestTimeout: true,
    },
    // Servers other than Amazon's may know no others; what is stored authenticates itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Whether the bucket keeps what is erased in it, as far as it says so. */
export async function bucketKeepsVersions(options: S3Options): Promise<boolean> {
  const { GetBucketVersioningCommand } = await import('@aws-sdk/client-s3')
  const client = await s3Client(options)
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: options.bucket }))
    return Status === 'Enabled'
  } catch {
    return false // who may not ask, or a server that has none
  } finally {
    client.destroy()
  }
}
