import { type Dispatcher } from 'undici'
import { exchange, NoAnswer } from './transport.server'
import { type Pictures } from './types'

/** The allowed types, recognised by their first bytes: the declared type is not trusted. */
const kinds: { mediaType: string; is: (bytes: Buffer) => boolean }[] = [
  { mediaType: 'image/png', is: (bytes) => startsWith(bytes, '89504e470d0a1a0a') },
  { mediaType: 'image/jpeg', is: (bytes) => startsWith(bytes, 'ffd8ff') },
  {
    mediaType: 'image/webp',
    is: (bytes) => startsWith(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** @param origin the upstream's; nothing else is ever asked */
export function createPictures(dispatcher: Dispatcher, origin: string, budgetMs: number): Pictures {
  const areAt = (address: string) => URL.canParse(address) && new URL(address).origin === origin

  return {
    areAt,
    async get(address) {
      if (!areAt(address)) throw new TypeError('a picture of another origin')
      const { pathname, search } = new URL(address)
      const headers = { accept: kinds.map(({ mediaType }) => mediaType).join(', ') }
      const request = { method: 'GET', path: pathname + search, headers, body: null, budgetMs } as const
      const answer = await exchange(dispatcher, request).catch((error: unknown) => {
        if (error instanceof NoAnswer) return null
        throw error
      })
      if (answer?.status !== 200) return null
      const kind = kinds.find(({ is }) => is(answer.body))
      return kind ? { mediaType: kind.mediaType, bytes: answer.body } : null
    },
  }
}

const startsWith = (bytes: Buffer, hex: string) => bytes.toString('hex', 0, hex.length / 2) === hex
