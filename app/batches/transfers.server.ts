import { Transfer, maxBatchPayments } from '~/contract/extensions/operator/batches'
import { fieldLimits } from '~/session/field-names.server'
import { readCsv } from './read-csv.server'

/**
 * The transfers of a report on their way through its forms: read from the signer's table or from the fields of the page,
 * carried by the check page as one text.
 */

/** Larger than the table of a full batch. */
const maxFileBytes = 64 * 1024

/** The check page carries the transfers in one field: what it could not send back is refused with the file. */
export const maxWrittenChars = fieldLimits.valueChars

export type FileProblem = 'unreadable' | 'unreadableRow' | 'noRows' | 'tooMany'

/**
 * The transfers in the signer's table, those of its rows that have a hash; or what is wrong with it. A table with a row that
 * the contract does not allow, such as one with an endless cell, is refused as a whole: its other rows may have slipped too.
 */
export function transfersInTable(text: string): Transfer[] | FileProblem {
  const table = readCsv(text)
  if (!table) return 'unreadable'
  const [head = [], ...rows] = table
  const names = head.map((name) => name.toLowerCase())
  const at = (name: string) => names.indexOf(name.toLowerCase())
  const [id, hash, address, amount] = ['withdrawal', 'transactionHash', 'address', 'amount'].map(at)
  if (id === undefined || hash === undefined || id < 0 || hash < 0) return 'unreadable'
  const cell = (row: string[], place: number | undefined) => row[place ?? -1] || undefined
  const transfers = rows.flatMap((row): Transfer[] => {
    const [payment, transactionHash] = [cell(row, id), cell(row, hash)]
    if (payment === undefined || transactionHash === undefined) return []
    const compared = { wallet: cell(row, address), amount: cell(row, amount) }
    return [{ payment, transactionHash, ...compared }]
  })
  if (transfers.length === 0) return 'noRows'
  if (!transfers.every((transfer) => Transfer.safeParse(transfer).success)) return 'unreadableRow'
  const isTooMany = transfers.length > 2 * maxBatchPayments || written(transfers).length > maxWrittenChars
  return isTooMany ? 'tooMany' : transfers
}

/** The bytes of a file as text; null for one that is too large, is not UTF-8 or has a NUL, which no call takes. */
export async function textOfFile(bytes: AsyncIterable<Uint8Array>): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxFileBytes) return null
    pieces.push(piece)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces))
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** One line, since forms change the ends of lines: `withdrawal,hash,address,amount;…`. */
export const written = (transfers: readonly Transfer[]): string =>
  transfers
    .map(({ payment, transactionHash, wallet, amount }) =>
      [payment, transactionHash, wallet, amount].map((cell) => (cell ?? '').replace(/[,;\s]/g, '')).join(','),
    )
    .join(';')

/** The transfers of a written text. */
export const readWritten = (text: string): Transfer[] =>
  text
    .split(';')
    .filter((row) => row !== '')
    .map((row) => {
      const [payment = '', transactionHash = '', wallet, amount] = row.split(',')
      return { payment, transactionHash, ...(wallet && { wallet }), ...(amount && { amount }) }
    })
