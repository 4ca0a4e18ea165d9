import { deviceName } from '~/formats/device-name'
import { type Db } from '../db/connect'
import { type Decimal } from '../domain/decimal'
import { notify } from '../notifications/events'
import { type SecurityKind } from '../notifications/security-texts'
import { amountText } from '../notifications/words'
import { type Services } from '../services'
import { isNewOrigin } from './sign-in-origin'
import { type TokenOrigin } from './tokens'
import { type UserRow } from '../db/schema/users'

/**
 * Notifies owners of actions on their accounts: in the cabinet, which a thief sees too, and by mail, or by SMS if no
 * e-mail is confirmed, which no bearer can read. Invariants: a notification is stored in the transaction of its cause,
 * so that one never exists without the other; no request waits for a mail.
 */

type Context = Pick<Services, 'newId' | 'outbox' | 'productClock' | 'realClock' | 'afterAnswer' | 'db'>

interface SecurityEvent {
  kind: SecurityKind
  /** Values for the texts. `currency` is that of `amount`. */
  values?: Record<string, string>
}

/**
 * Notifies the owner in the cabinet and by message. Returns the ids of messages to send once the transaction has
 * committed.
 */
export async function notifyOwner(
  tx: Db,
  context: Context,
  user: UserRow,
  event: SecurityEvent,
): Promise<string[]> {
  await notifyInCabinet(tx, context, user, event)
  const to = recipientOf(user)
  if (!to) return []
  const { kind, values = {} } = event
  const { amount, currency } = values
  const { language } = user
  const shown = amount && currency ? { ...values, amount: amountText(amount, currency, language) } : values
  return [await context.outbox.post(tx, user.id, { ...to, kind, values: shown, language })]
}

/** The part that appears in the cabinet. Operators have no notifications. */
export async function notifyInCabinet(
  tx: Db,
  { newId, productClock }: Pick<Context, 'newId' | 'productClock'>,
  { id: userId, role }: Pick<UserRow, 'id' | 'role'>,
  { kind, values = {} }: SecurityEvent,
): Promise<void> {
  if (role !== 'investor') return
  await notify(tx, newId, [{ userId, at: productClock.now(), kind, values }])
}

function recipientOf({ email, phone, phoneConfirmedAt }: UserRow) {
  if (email) return { channel: 'email', recipient: email } as const
  return phone !== null && phoneConfirmedAt !== null ? ({ channel: 'sms', recipient: phone } as const) : null
}

/** Sends committed messages behind the answer; what can't be sent now the outbox worker sends. */
export function sendAfterAnswer({ afterAnswer, outbox, db }: Context, messageIds: string[]): void {
  if (messageIds.length === 0) return
  afterAnswer.run('a security notification', async () => {
    for (const id of messageIds) await outbox.send(db, id)
  })
}

/**
 * Notifies of a sign-in from a place that the account has not used lately. It runs before the bearer is issued, in its
 * transaction, with the account locked, so that two concurrent sign-ins send one notification.
 */
export async function notifyOfSignIn(
  tx: Db,
  context: Context,
  user: UserRow,
  origin: TokenOrigin,
): Promise<string[]> {
  const place = { userId: user.id, now: context.realClock.now(), ...origin }
  if (!(await isNewOrigin(tx, place))) return []
  const values = { device: deviceName(origin.device ?? ''), address: origin.address }
  return notifyOwner(tx, context, user, { kind: 'new_sign_in', values })
}

/** The outbox worker sends its message: the call's transaction is still open, and ends with its keyed answer. */
export async function notifyOfWithdrawal(
  tx: Db,
  context: Context,
  user: UserRow,
  payment: { id: string; amount: Decimal; currency: string; wallet: string; network: string },
): Promise<void> {
  const { id: paymentId, amount, currency, network } = payment
  const values = { paymentId, amount, currency, network, wallet: maskedWallet(payment.wallet) }
  await notifyOwner(tx, context, user, { kind: 'payment_requested', values })
}

/** The first and last characters: enough to recognise one's own wallet. */
export const maskedWallet = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`
