import { and, eq, sql } from 'drizzle-orm'
import { notMePage } from '~/contract/extensions/safety'
import { deviceName } from '~/formats/device-name'
import { type Db } from '../db/connect'
import { type ContactsBefore, notifications } from '../db/schema/notifications'
import { payments } from '../db/schema/transfers'
import { type Decimal } from '../domain/decimal'
import { notify } from '../notifications/events'
import { type SecurityKind } from '../notifications/security-texts'
import { amountText } from '../notifications/words'
import { type Services } from '../services'
import { storeEvent } from './security-events'
import { isNewOrigin } from './sign-in-origin'
import { type TokenOrigin } from './tokens'
import { type UserRow, users } from '../db/schema/users'

/**
 * Notifies owners of actions on their accounts: in the cabinet, which a thief sees too, and by mail, or by SMS if no
 * e-mail is confirmed, which no bearer can read. Invariants: a notification is stored in the transaction of its cause,
 * so that one never exists without the other; no request waits for a mail.
 */

type Context = Pick<
  Services,
  'newId' | 'outbox' | 'productClock' | 'realClock' | 'publicUrl' | 'afterAnswer' | 'db'
>

interface OwnersEvent {
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
  event: OwnersEvent,
): Promise<string[]> {
  return messageOwner(tx, context, user, event, await notifyInCabinet(tx, context, user, event))
}

/** The same at every address that the account has confirmed: some of them may be lost. */
export async function notifyOwnerEverywhere(
  tx: Db,
  context: Context,
  user: UserRow,
  event: OwnersEvent,
): Promise<string[]> {
  const link = await notifyInCabinet(tx, context, user, event)
  const messages: string[] = []
  for (const to of recipientsOf(user))
    messages.push(...(await messageOwner(tx, context, user, event, link, to)))
  return messages
}

/** The part that goes by mail, or by SMS. */
async function messageOwner(
  tx: Db,
  { outbox }: Context,
  user: UserRow,
  { kind, values = {} }: OwnersEvent,
  link: Link,
  to = recipientOf(user),
): Promise<string[]> {
  if (!to) return []
  const { amount, currency } = values
  const { language } = user
  const shown = amount && currency ? { ...values, amount: amountText(amount, currency, language) } : values
  const written = { ...shown, ...link, ...phraseOf(user) }
  return [await outbox.post(tx, user.id, { ...to, kind, values: written, language })]
}

/** For mails to an address that the account has confirmed. */
export const phraseOf = ({ mailPhrase }: Pick<UserRow, 'mailPhrase'>) =>
  mailPhrase === null ? {} : { phrase: mailPhrase }

/** The address by which the owner can answer that it was somebody else; none where the app's own is not known. */
interface Link {
  link?: string
}

type NotifiedUser = Pick<UserRow, 'id' | 'role' | 'email' | 'phone' | 'phoneConfirmedAt'>

/** Whoever takes an account over changes its contacts, so the answer to these restores the ones before. */
const contactKinds: ReadonlySet<SecurityKind> = new Set([
  'email_change_asked',
  'email_changed',
  'phone_changed',
  'contacts_replaced',
])

/** The first is the owner's answer itself; the others are the company's own decisions, which no stranger makes. */
const unanswerableKinds: ReadonlySet<SecurityKind> = new Set([
  'account_frozen',
  'account_suspended',
  'account_restored',
  'sessions_ended',
])

const contactsOf = ({ email, phone, phoneConfirmedAt }: NotifiedUser): ContactsBefore => ({
  email,
  phone,
  phoneConfirmedAt: phoneConfirmedAt?.toISOString() ?? null,
})

/**
 * The part that appears in the cabinet, and what the owner can answer. Returns the link for the messages. Operators have
 * no notifications.
 * @param user as before the change that it is about
 */
export async function notifyInCabinet(
  tx: Db,
  context: Context,
  user: NotifiedUser,
  { kind, values = {} }: OwnersEvent,
): Promise<Link> {
  const { newId, productClock } = context
  const { id: userId, role } = user
  const [notificationId = null] =
    role === 'investor' ? await notify(tx, newId, [{ userId, at: productClock.now(), kind, values }]) : []
  if (unanswerableKinds.has(kind)) return {}
  const contactsBefore = contactKinds.has(kind) ? contactsOf(user) : null
  return linkTo(
    context,
    await storeEvent(tx, context, { userId, kind, values, notificationId, contactsBefore }),
  )
}

const linkTo = ({ publicUrl }: Context, token: string): Link =>
  publicUrl === null ? {} : { link: `${publicUrl}${notMePage(token)}` }

/** Where messages about an account go; null if nothing of it is confirmed. */
export const recipientOf = (user: UserRow) => recipientsOf(user)[0] ?? null

/** Every confirmed address, the one that messages go to first. */
export function recipientsOf({ email, phone, phoneConfirmedAt }: UserRow) {
  return [
    ...(email ? [{ channel: 'email', recipient: email } as const] : []),
    ...(phone !== null && phoneConfirmedAt !== null ? [{ channel: 'sms', recipient: phone } as const] : []),
  ]
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

/** The cabinet has its notification of a completed withdrawal already. The outbox worker sends the message. */
export async function notifyOfSentWithdrawal(tx: Db, context: Context, paymentId: string): Promise<void> {
  const [sent] = await tx
    .select({ user: users, payment: payments })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.id, paymentId))
  const { user, payment } = sent! // it was completed in this transaction
  const userId = user.id
  const [completed] = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.kind, 'payment_completed'),
        sql`${notifications.values} ->> 'paymentId' = ${paymentId}`,
      ),
    )
  const { net: amount, currency, network } = payment
  const values = { paymentId, amount, currency, network, wallet: maskedWallet(payment.wallet) }
  const event = { kind: 'payment_sent', values } as const
  const notificationId = completed?.id ?? null
  const token = await storeEvent(tx, context, { userId, ...event, notificationId, contactsBefore: null })
  await messageOwner(tx, context, user, event, linkTo(context, token))
}

/** The first and last characters: enough to recognise one's own wallet. */
export const maskedWallet = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`
