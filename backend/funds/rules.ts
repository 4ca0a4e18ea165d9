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

/** The least that may be exchanged, in USD. */
export const exchangeMinimum = async (db: Db): Promise<Decimal> =>
  (await settingOf(db, 'limits'))?.exchange.min ?? '0'

/** The percentage by which an exchange, or a withdrawal that buys its currency, pays less than the rates. */
export const exchangeSpread = async (db: Db): Promise<Decimal> =>
  (await settingOf(db, 'limits'))?.exchange.spreadPercent ?? '0'

/** Whether the company has stopped new withdrawals, of everybody. */
export const withdrawalsStopped = async (db: Db): Promise<boolean> =>
  (await settingOf(db, 'limits'))?.payment.stopped ?? false

/** For how many hours withdrawals rest after a change that could be a theft; a day by default. */
export const restHours = async (db: Db): Promise<number> =>
  (await settingOf(db, 'limits'))?.rest?.withdrawalHours ?? 24

/**
 * How long after an operator's decision the second factors of an account are removed, or its contacts replaced; three days
 * by default.
 */
export const factorRemovalHours = async (db: Db): Promise<number> =>
  (await settingOf(db, 'limits'))?.rest?.factorRemovalHours ?? 72

/** How long a new wallet rests where an investor withdraws to saved ones alone; a day by default. */
export const walletHours = async (db: Db): Promise<number> =>
  (await settingOf(db, 'limits'))?.rest?.walletHours ?? 24

/** Whether a step-up without a second factor takes a code beside the password; it does by default. */
export const stepUpTakesCode = async (db: Db): Promise<boolean> =>
  (await settingOf(db, 'limits'))?.stepUp?.code ?? true

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
