import { createHash } from 'node:crypto'
import { createCsv } from '~/formats/csv'
import { type Decimal } from '../../domain/decimal'

/**
 * The files that a batch gives to the company's signer. Invariants: an amount is the exact decimal that its investor gets;
 * the checksum covers every address and amount, in the order of the file, and the wallet's file has these bytes and no
 * others, so that any program for SHA-256 gives the same.
 */

export interface Payout {
  id: string
  wallet: string
  /** Net of the fee. */
  amount: Decimal
}

/**
 * A line `address,amount` for each withdrawal, without a head: what Electrum and the senders of many transfers on Ethereum
 * and TRON take. Two withdrawals to one address are two lines.
 */
export function walletFile(payouts: readonly Payout[]): string {
  return payouts.map(({ wallet, amount }) => `${inOneCell(wallet)},${inOneCell(amount)}\n`).join('')
}

/** SHA-256 of the wallet's file, in hexadecimal digits. */
export const checksumOf = (payouts: readonly Payout[]): string =>
  createHash('sha256').update(walletFile(payouts)).digest('hex')

/** With commas: programs read it, and spreadsheets in passing. */
const csv = createCsv({ separator: ',', decimal: '.' })

const columns = [
  'batch',
  'withdrawal',
  'address',
  'amount',
  'currency',
  'network',
  'transactionHash',
  'checksum',
]

interface Table {
  id: string
  currency: string
  network: string
  checksum: string
}

/**
 * CSV with a head, by which a signer's program knows each withdrawal. It comes back with its hashes filled in, and names
 * its batch and the checksum in every row.
 */
export function tableFile(
  { id, currency, network, checksum }: Table,
  payouts: readonly (Payout & { transactionHash: string | null })[],
): string {
  const rows = payouts.map((payout) => [
    ...[id, payout.id, payout.wallet, payout.amount, currency, network],
    ...[payout.transactionHash ?? '', checksum],
  ])
  return [columns, ...rows].map((row) => csv.row(row.map((text) => ({ text })))).join('')
}

/** Addresses and amounts never have what would end a cell. */
function inOneCell(text: string): string {
  if (!/^[\w.]+$/.test(text)) throw new Error('a cell of a signing file is no address or amount')
  return text
}
