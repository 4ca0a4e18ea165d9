/**
 * Settings as the operator changes them. Invariants: a value is stored whole and in the shape of its own key, with both
 * languages of its texts; a shown bound is the enforced one, since `limits` and the payment systems are changed
 * together.
 */
import { eq, sql } from 'drizzle-orm'
import { type z } from 'zod'
import { type DraftedSetting, settingDrafts } from '~/contract/settings'
import { type Db } from '../db/connect'
import { paymentSystems, plans, settings } from '../db/schema/settings'
import { isLess } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { fieldRefusals } from '../domain/field-refusals'
import { levels as inviterLevels } from '../funds/investors'
import { type OperatorContext, recordAudit } from './audit'
import { requireUnchanged, versionOf } from './versions'

type Draft<Key extends DraftedSetting> = z.output<(typeof settingDrafts)[Key]>

/** A setting as it is stored, with both languages of its texts; null where it has never been set. */
export async function readSetting<Key extends DraftedSetting>(
  db: Db,
  key: Key,
): Promise<{ key: Key; value: unknown; version: string }> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  const value = row?.value ?? null
  return { key, value, version: versionOf(value) }
}

/**
 * Sets a setting and returns it as stored.
 * @param edit `version` is the one that the operator has read
 * @throws Refusal changed_meanwhile; validation, the field by its path such as `value.0.rank`
 */
export async function editSetting(
  tx: Db,
  operator: OperatorContext,
  {
    key,
    value: request,
    version,
    reason,
  }: { key: DraftedSetting; value: unknown; version?: string; reason?: string },
): Promise<unknown> {
  const parsed = settingDrafts[key].safeParse(request)
  if (!parsed.success) throw notOfItsShape(parsed.error)
  const value = parsed.data
  // Of a setting that has never been set there is no row that could be locked.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`)
  // The values are of the key that they were parsed by, which the compiler can't follow.
  if (key === 'limits') await applyLimits(tx, value as Draft<'limits'>)
  if (key === 'ranks') checkRanks(value as Draft<'ranks'>)
  if (key === 'referral') checkLevels(value as Draft<'referral'>)
  if (key === 'vacancies') checkOnce(value as Draft<'vacancies'>, 'id')
  if (key === 'disclosures') checkSubstance(value as Draft<'disclosures'>)
  const [before] = await tx.select().from(settings).where(eq(settings.key, key)).for('update')
  const row = { key, value, updatedAt: operator.now }
  const [after] = await tx
    .insert(settings)
    .values(row)
    .onConflictDoUpdate({ target: settings.key, set: row })
    .returning()
  const contents = { before: before?.value, after: after!.value }
  // Plans and payment systems have their minimums in it.
  const isDerived = key === 'limits'
  await requireUnchanged(tx, { kind: 'setting', id: key, read: version, isDerived, ...contents })
  const change = { before: { value: before?.value }, after: { value } }
  await recordAudit(tx, operator, { verb: 'edit', kind: 'setting', id: key, reason, ...change })
  return value
}

function notOfItsShape(error: z.ZodError): Refusal {
  const issues = error.issues.map(({ code, path, message }) => ({
    keyword: code,
    instancePath: ['', 'value', ...path].join('/'),
    message,
  }))
  return new Refusal('validation', { fields: fieldRefusals(issues) })
}

/**
 * Minimums of top-ups and withdrawals are stored with the systems. Every existing system has to be named, and no other.
 */
async function applyLimits(tx: Db, { refill, payment, deposit }: Draft<'limits'>): Promise<void> {
  const systems = await tx.select({ id: paymentSystems.id }).from(paymentSystems)
  const known = new Set(systems.map(({ id }) => id))
  for (const id of Object.keys(payment.minUsd)) {
    if (!known.has(id)) throw Refusal.ofField(`value.payment.minUsd.${id}`, 'invalid')
  }
  for (const id of known) {
    const paymentMinUsd = payment.minUsd[id]
    if (paymentMinUsd === undefined) throw Refusal.ofField(`value.payment.minUsd.${id}`, 'required')
    const change = { refillMinUsd: refill.min, paymentMinUsd }
    await tx.update(paymentSystems).set(change).where(eq(paymentSystems.id, id))
  }
  // The least deposit is the least plan's: it is changed there.
  const [lowest] = await tx
    .select({ min: sql<string | null>`trim_scale(min(${plans.min}))::text` })
    .from(plans)
    .where(eq(plans.available, true))
  if (lowest?.min && (isLess(lowest.min, deposit.min) || isLess(deposit.min, lowest.min))) {
    throw Refusal.ofField('value.deposit.min', 'invalid')
  }
}

/** From the lowest rank to the highest, each once, and none for less turnover than the one before. */
function checkRanks(ranks: Draft<'ranks'>): void {
  checkOnce(ranks, 'rank')
  const fallen = ranks.findIndex(({ turnover }, at) => at > 0 && isLess(turnover, ranks[at - 1]!.turnover))
  if (fallen > 0) throw Refusal.ofField(`value.${fallen}.turnover`, 'invalid')
}

/** Rewards are paid on three levels (docs/rules.md): a percentage of another level would be shown but never paid. */
function checkLevels(levels: Draft<'referral'>): void {
  checkOnce(levels, 'level')
  const beyond = levels.findIndex(({ level }) => level > inviterLevels)
  if (beyond >= 0) throw Refusal.ofField(`value.${beyond}.level`, 'invalid')
}

/** A guarantee or an insurance is shown with its text, who gives it, and the document; never as a bare word. */
function checkSubstance(disclosures: Draft<'disclosures'>): void {
  for (const kind of ['guarantee', 'insurance'] as const) {
    const shown = disclosures[kind]
    for (const part of ['text', 'provider'] as const) {
      const written = shown?.[part]
      const texts = typeof written === 'object' ? Object.values(written) : [written]
      if (shown && texts.some((text) => !text?.trim()))
        throw Refusal.ofField(`value.${kind}.${part}`, 'required')
    }
  }
}

function checkOnce<Name extends string>(items: Record<Name, unknown>[], name: Name): void {
  const twice = items.findIndex((item, at) => items.findIndex((other) => other[name] === item[name]) < at)
  if (twice >= 0) throw Refusal.ofField(`value.${twice}.${name}`, 'given_twice')
}
