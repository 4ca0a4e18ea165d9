import { eq, sql } from 'drizzle-orm'
import { type SettingKey, type SettingValue, settingValues } from '~/contract/settings'
import { type Db } from '../db/connect'
import { prepared } from '../db/prepared'
import { settings } from '../db/schema/settings'
import { type Decimal } from '../domain/decimal'
import { type RankName, type RankRule, type ReferralRule } from '../domain/rewards'

/** The percentages and bounds that the company has set. A rule that was never set pays nothing and bounds nothing. */

/** Ranks with matching percent and bonus. */
export async function rankRules(db: Db): Promise<RankRule[]> {
  const rules = (await settingOf(db, 'ranks')) ?? []
  return rules.filter((rule): rule is RankRule => isRank(rule.rank))
}

/** What each level of inviters gets of an opening. */
export const referralRules = async (db: Db): Promise<ReferralRule[]> =>
  (await settingOf(db, 'referral')) ?? []

/** Whether inviters' rewards of a new deposit are held until the end of its first term; on by default. */
export const holdsRewards = async (db: Db): Promise<boolean> =>
  (await settingOf(db, 'rewards'))?.holdFirstTerm ?? true

type Limits = SettingValue<'limits'>

/** The limits as they are in force: what the company has never set is as its default. */
export const inForce = (limits: Limits) => ({
  ...limits,
  exchange: { ...limits.exchange, spreadPercent: limits.exchange.spreadPercent ?? '0' },
  payment: { ...limits.payment, stopped: limits.payment.stopped ?? false },
  rest: {
    withdrawalHours: limits.rest?.withdrawalHours ?? 24,
    factorRemovalHours: limits.rest?.factorRemovalHours ?? 72,
    walletHours: limits.rest?.walletHours ?? 24,
  },
  stepUp: { code: limits.stepUp?.code ?? true },
})

const nothingSet: Limits = {
  exchange: { min: '0' },
  refill: { min: '0' },
  payment: { minUsd: {} },
  deposit: { min: '0' },
}

const limitsOf = async (db: Db) => inForce((await settingOf(db, 'limits')) ?? nothingSet)

/** The least that may be exchanged, in USD. */
export const exchangeMinimum = async (db: Db): Promise<Decimal> => (await limitsOf(db)).exchange.min ?? '0'

/** The percentage by which an exchange, or a withdrawal that buys its currency, pays less than the rates. */
export const exchangeSpread = async (db: Db): Promise<Decimal> => (await limitsOf(db)).exchange.spreadPercent

/** Whether the company has stopped new withdrawals, of everybody. */
export const withdrawalsStopped = async (db: Db): Promise<boolean> => (await limitsOf(db)).payment.stopped

/** For how many hours withdrawals rest after a change that could be a theft; a day by default. */
export const restHours = async (db: Db): Promise<number> => (await limitsOf(db)).rest.withdrawalHours

/**
 * How long after an operator's decision the second factors of an account are removed, or its contacts replaced; three days
 * by default.
 */
export const factorRemovalHours = async (db: Db): Promise<number> =>
  (await limitsOf(db)).rest.factorRemovalHours

/** How long a new wallet rests where an investor withdraws to saved ones alone; a day by default. */
export const walletHours = async (db: Db): Promise<number> => (await limitsOf(db)).rest.walletHours

/** Whether a step-up without a second factor takes a code beside the password; it does by default. */
export const stepUpTakesCode = async (db: Db): Promise<boolean> => (await limitsOf(db)).stepUp.code

const settingQuery = prepared('setting', (db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key'))),
)

const isRank = (word: string): word is RankName => word !== 'unknown'

async function settingOf<Key extends SettingKey>(db: Db, key: Key): Promise<SettingValue<Key> | null> {
  const [row] = await settingQuery(db).execute({ key })
  // The schema of the contract is the one that the setting was written by.
  return row ? (settingValues[key].parse(row.value) as SettingValue<Key>) : null
}
