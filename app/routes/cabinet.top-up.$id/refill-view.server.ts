import { type Refill } from '~/contract/funds'
import { given } from '~/locale/given'
import { compare } from '~/money/decimal'
import { type I18n } from '~/locale/create'
import { drawQr, type QrDrawing } from '~/investments/qr.server'

/** The data to pay with. It is absent after the end of the request. */
export interface Payment {
  /** The QR code of the address; null if there is only a link. */
  qr: QrDrawing | null
  /** Opens a wallet on the reader's device. */
  link: string | null
  /** Null if the upstream does not provide its end. */
  timeLeftMs: number | null
}

/** The refill as it is now, and how to pay it while that is still valid. */
export interface RefillView {
  refill: Refill
  payment: Payment | null
  /** More or less than the requested amount arrived. */
  isOtherAmount: boolean
}

/**
 * A request counts as expired from its end on, whether or not the upstream has updated its status yet: an address
 * that is no longer watched must not be shown.
 * @param now the upstream's time, which decides what has expired
 */
export function viewRefill(refill: Refill, now: Date): RefillView {
  const { status, creditedAmount, requestAmount } = refill
  const isOtherAmount = creditedAmount !== null && compare(creditedAmount, requestAmount) !== 0
  if (status !== 'pending') return { refill, payment: null, isOtherAmount }
  // Who has paid is shown no address to pay to once more.
  if (refill.seen) return { refill, payment: null, isOtherAmount }
  const timeLeftMs = given(refill.expiresAt, (end) => Date.parse(end) - now.getTime())
  if (timeLeftMs !== null && timeLeftMs <= 0) {
    return { refill: { ...refill, status: 'timeout_expired' }, payment: null, isOtherAmount }
  }
  const payment = { qr: given(refill.wallet, drawQr), link: paymentLink(refill.paymentUri), timeLeftMs }
  return { refill, isOtherAmount, payment: payment.qr || payment.link ? payment : null }
}

/** What the network shows of a transfer that is not final yet; null if there is none. In the reader's language. */
export function seenText(
  { t, amount }: Pick<I18n, 't' | 'amount'>,
  { seen, currency }: Refill,
): string | null {
  if (!seen) return null
  const shown = { amount: amount(seen.amount, currency, { exact: true }), count: String(seen.confirmations) }
  if (seen.required === null)
    return seen.confirmations === 0 ? t('transfers:seenAlone', shown) : t('transfers:seenPlain', shown)
  return t('transfers:seen', { ...shown, required: String(seen.required) })
}

/** The schemes by which wallets are opened. An upstream's address of another kind is not made a link. */
const walletSchemes = new Set(['bitcoin:', 'ethereum:', 'tron:', 'litecoin:', 'ton:', 'solana:', 'https:'])

function paymentLink(uri: string | null): string | null {
  return uri && URL.canParse(uri) && walletSchemes.has(new URL(uri).protocol) ? uri : null
}
