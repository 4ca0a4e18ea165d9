import { type Dispatcher } from 'undici'
import { fileKindOf, pictureTypes } from '~/formats/file-kinds.server'
import { exchange, NoAnswer } from './transport.server'
import { type Pictures } from './types'

/** @param origin the upstream's; nothing else is ever asked */
export function createPictures(dispatcher: Dispatcher, origin: string, budgetMs: number): Pictures {
  const areAt = (address: string) => URL.canParse(address) && new URL(address).origin === origin

  return {
    areAt,
    async get(address) {
      if (!areAt(address)) throw new TypeError('a picture of another origin')
      const { pathname, search } = new URL(address)
      const headers = { accept: pictureTypes.join(', ') }
      const request = { method: 'GET', path: pathname + search, headers, body: null, budgetMs } as const
      const answer = await exchange(dispatcher, request).catch((error: unknown) => {
        if (error instanceof NoAnswer) return null
        throw error
      })
      if (answer?.status !== 200) return null
      // The declared type is not trusted.
      const kind = fileKindOf(answer.body)
      return kind && pictureTypes.includes(kind.mediaType)
        ? { mediaType: kind.mediaType, bytes: answer.body }
        : null
    },
  }
}
