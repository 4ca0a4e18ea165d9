import { and, desc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type HeldPayment } from '~/contract/extensions/operator/anomalies'
import { type Complete } from '~/contract/reading'
import { AnomalyRules as storedRules } from '~/contract/settings'
import { isSameAddress } from '~/formats/wallet-address.server'
import { isFreshOrigin, isUsedElsewhereSince } from '../auth/sign-in-origin'
import { type TokenOrigin } from '../auth/tokens'
import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { activity } from '../db/schema/activity'
import { ledgerAccounts } from '../db/schema/ledger'
import { auditRecords } from '../db/schema/operator'
import { wallets } from '../db/schema/people'
import { paymentSystems, settings } from '../db/schema/settings'
import { heldPayments, payments } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { type AnomalyRules, type Observed, anomaliesOf } from '../domain/anomalies'
import { worthInUsdt } from '../domain/currencies'
import { type Decimal, add, isZero, multiply, quotient, sum } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { type FundsContext } from '../funds/context'
import { type ListQuery, ordering, paging } from '../funds/pages'
import { type PaymentRow } from '../funds/payments'
import { ratesAt } from '../funds/rates'
import { isUsedWallet } from '../funds/used-wallets'
import { type OperatorContext, type OperatorView, recordAudit } from './audit'
import { refuseOthersAssignment } from './cases/assignments'
import { ownedPayment } from './payments'

/**
 * Withdrawals that are held because they meet a rule of the company's (`backend/domain/anomalies.ts`). Invariants: a
 * withdrawal is held in the transaction that stores it, so that nobody pays it in between; its investor sees that it is
 * under review, and neither the rule nor what was counted.
 */

const settingKey = 'anomalies'

/** The most earlier withdrawals that one is compared with. */
const maxEarlier = 1_000

/** Who asks for a withdrawal, and from where. */
interface Asker extends TokenOrigin {
  userId: string
  /** IANA name of the zone whose hours are compared. */
  timeZone: string
}

/** Holds a withdrawal that has just been stored if it meets a rule. Returns it as it is then. */
export async function holdIfUnusual(
  tx: Db,
  context: FundsContext,
  asker: Asker,
  payment: PaymentRow,
): Promise<PaymentRow> {
  const rules = await rulesOf(tx)
  if (Object.values(rules).every((rule) => rule === null)) return payment
  const found = anomaliesOf(await observe(tx, context, asker, payment), rules)
  if (found.length === 0) return payment
  await tx.insert(heldPayments).values({ paymentId: payment.id, found, heldAt: context.now })
  return setStatus(tx, payment.id, 'under_review')
}

/** The company's rules; none where it never had any. */
async function rulesOf(db: Db): Promise<AnomalyRules> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, settingKey))
  const none = {
    refusedSignIns: null,
    takeover: null,
    unusualAmount: null,
    unusualHour: null,
    sharedWallet: null,
  }
  return row ? storedRules.parse(row.value) : none
}

async function observe(
  tx: Db,
  context: FundsContext,
  { userId, timeZone, ...origin }: Asker,
  payment: PaymentRow,
): Promise<Observed> {
  const { now, realNow } = context
  const rates = await ratesAt(tx, now)
  const worthOf = ({ amount, currency }: { amount: Decimal; currency: string }) =>
    worthInUsdt(amount, rates.get(currency) ?? '0')
  const hour = sql<number>`extract(hour from ${payments.createdAt} at time zone ${timeZone})::int`
  const row = { amount: payments.amount, currency: payments.currency, hour }
  const earlier = await tx
    .select(row)
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'completed'), ne(payments.id, payment.id)))
    .orderBy(desc(payments.createdAt))
    .limit(maxEarlier)
  const [own] = await tx.select(row).from(payments).where(eq(payments.id, payment.id))
  const [system] = await tx.select().from(paymentSystems).where(eq(paymentSystems.id, payment.systemId))
  const { family } = system! // the withdrawal refers to it
  return {
    refusedSignIns: await refusedSignIns(tx, { userId, realNow, ...origin }),
    isNewDevice: await isFreshOrigin(tx, { userId, now: realNow, ...origin }),
    isNewWallet: !(await isUsedWallet(tx, { userId, family, address: payment.wallet })),
    percentOfBalance: await percentOfBalance(tx, { userId, now, worthOf }),
    worth: worthOf(payment),
    earlierWorths: earlier.map(worthOf),
    hour: own!.hour, // it was stored a moment ago
    earlierHours: earlier.map((one) => one.hour),
    investorsOfWallet: await investorsOf(tx, payment, family),
  }
}

/** Attempts to get in, or further in: each by somebody who lacks what the owner has. */
const refusedKinds = ['sign_in_refused', 'password_wrong', 'factor_code_wrong'] as const

/** Of the last day; networks that share a record count as one. */
async function refusedSignIns(
  tx: Db,
  { userId, realNow, ...origin }: TokenOrigin & { userId: string; realNow: Date },
): Promise<Observed['refusedSignIns']> {
  const [found] = await tx
    .select({
      attempts: sql<number>`coalesce(sum(${activity.times}), 0)::int`,
      networks: sql<number>`count(distinct split_part(${activity.countedAs}, ' ', 3))::int`,
      since: sql<string | null>`min(${activity.at})`,
    })
    .from(activity)
    .where(
      and(
        eq(activity.userId, userId),
        inArray(activity.kind, [...refusedKinds]),
        gte(activity.lastAt, new Date(realNow.getTime() - dayMs)),
      ),
    )
  const { since, ...counted } = found! // counts of nothing are a row too
  const isNewPlaceSince =
    since !== null && (await isUsedElsewhereSince(tx, { userId, since: new Date(since), ...origin }))
  return { ...counted, isNewPlaceSince }
}

/** What the withdrawals of the last day, this one included, take of the free balance before them. */
async function percentOfBalance(
  tx: Db,
  {
    userId,
    now,
    worthOf,
  }: { userId: string; now: Date; worthOf: (money: { amount: Decimal; currency: string }) => Decimal },
): Promise<Decimal> {
  const since = new Date(now.getTime() - dayMs)
  const taken = await tx
    .select({ amount: payments.amount, currency: payments.currency })
    .from(payments)
    .where(and(eq(payments.userId, userId), ne(payments.status, 'rejected'), gte(payments.createdAt, since)))
  const left = await tx
    .select({ amount: ledgerAccounts.balance, currency: ledgerAccounts.currency })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, 'balance')))
  const out = sum(taken.map(worthOf))
  const before = add(out, sum(left.map(worthOf)))
  return isZero(before) ? '0' : quotient(multiply(out, '100'), before, 2)
}

/** Investors who asked for a withdrawal to the wallet, or saved it. */
async function investorsOf(
  tx: Db,
  { wallet, userId }: PaymentRow,
  family: typeof paymentSystems.$inferSelect.family,
): Promise<number> {
  const folded = wallet.toLowerCase()
  const ofFamily = eq(paymentSystems.family, family)
  const requested = await tx
    .selectDistinct({ userId: payments.userId, address: payments.wallet })
    .from(payments)
    .innerJoin(paymentSystems, and(eq(paymentSystems.id, payments.systemId), ofFamily))
    .where(eq(sql`lower(${payments.wallet})`, folded))
  const saved = await tx
    .selectDistinct({ userId: wallets.userId, address: wallets.address })
    .from(wallets)
    .innerJoin(paymentSystems, and(eq(paymentSystems.id, wallets.systemId), ofFamily))
    .where(eq(sql`lower(${wallets.address})`, folded))
  const same = [...requested, ...saved].filter(({ address }) => isSameAddress(address, wallet))
  return new Set([userId, ...same.map((one) => one.userId)]).size
}

/** A held withdrawal waits as long as it is under review and nobody has cleared or approved it. */
const isOpen = and(
  eq(payments.status, 'under_review'),
  isNull(payments.approvedAt),
  isNull(heldPayments.clearedAt),
)

/** Held withdrawals, newest first, and the rules that hold them. */
export async function listAnomalies(
  db: Db,
  view: OperatorView,
  query: ListQuery & { status?: 'open' | 'decided' },
): Promise<CallOutput<typeof contract.operator.anomalies>> {
  const { page, limit, offset } = paging(query)
  const where = query.status && (query.status === 'open' ? isOpen : sql`not (${isOpen})`)
  const ofPayment = eq(payments.id, heldPayments.paymentId)
  const rows = await db
    .select({ held: heldPayments })
    .from(heldPayments)
    .innerJoin(payments, ofPayment)
    .where(where)
    .orderBy(...ordering(query, { heldAt: heldPayments.heldAt }, 'heldAt', heldPayments.paymentId))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(heldPayments)
    .innerJoin(payments, ofPayment)
    .where(where)
  const items: Complete<typeof HeldPayment>[] = []
  for (const { held } of rows) items.push(await heldView(db, held, view))
  return { items, total: counted!.total, page, limit, rules: await rulesOf(db) }
}

/** One held withdrawal. @throws Refusal not_found */
export async function anomalyOf(
  db: Db,
  id: string,
  view: Pick<OperatorView, 'language' | 'now'>,
): Promise<Complete<typeof HeldPayment>> {
  const [held] = await db.select().from(heldPayments).where(eq(heldPayments.paymentId, id))
  if (!held) throw new Refusal('not_found')
  return heldView(db, held, view)
}

async function heldView(
  db: Db,
  { paymentId, found, heldAt, clearedAt }: typeof heldPayments.$inferSelect,
  view: Pick<OperatorView, 'language' | 'now'>,
): Promise<Complete<typeof HeldPayment>> {
  const [decision] = await db
    .select({ by: users.login, reason: auditRecords.reason })
    .from(auditRecords)
    .leftJoin(users, eq(users.id, auditRecords.actorId))
    .where(and(eq(auditRecords.action, 'anomaly.clear'), eq(auditRecords.subjectId, paymentId)))
  return {
    payment: await ownedPayment(db, paymentId, view),
    found,
    heldAt: heldAt.toISOString(),
    cleared: clearedAt && {
      by: decision?.by ?? null,
      reason: decision?.reason ?? '',
      at: clearedAt.toISOString(),
    },
  }
}

/**
 * Clears a held withdrawal: nothing is wrong with it, and it waits among the others again.
 * @throws Refusal validation of an empty reason, case_taken, not_found, already_decided
 */
export async function clearAnomaly(
  tx: Db,
  operator: OperatorContext,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (reason === '') throw Refusal.ofField('reason', 'required')
  await refuseOthersAssignment(tx, operator, { queue: 'payments', id })
  const [found] = await tx
    .select({ payment: payments, held: heldPayments })
    .from(heldPayments)
    .innerJoin(payments, eq(payments.id, heldPayments.paymentId))
    .where(eq(heldPayments.paymentId, id))
    // The row's lock: of two decisions at once the second one finds the first.
    .for('update')
  if (!found) throw new Refusal('not_found')
  // An approved one must not become pending again: its investor could cancel what is being sent.
  if (found.payment.status !== 'under_review' || found.payment.approvedAt || found.held.clearedAt)
    throw new Refusal('already_decided')
  await tx.update(heldPayments).set({ clearedAt: operator.now }).where(eq(heldPayments.paymentId, id))
  const { status } = await setStatus(tx, id, 'pending')
  const change = { before: { status: found.payment.status }, after: { status } }
  await recordAudit(tx, operator, { verb: 'clear', kind: 'anomaly', id, reason, ...change })
}

async function setStatus(tx: Db, id: string, status: 'pending' | 'under_review'): Promise<PaymentRow> {
  const [changed] = await tx.update(payments).set({ status }).where(eq(payments.id, id)).returning()
  return changed!
}
