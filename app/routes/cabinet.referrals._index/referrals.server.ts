import { type SettingValue } from '~/contract/settings'
import { type User } from '~/contract/user'
import { type WayToRank, isHighest, wayToRank } from '~/investments/partners/rewards.server'
import { type Upstream } from '~/upstream/types'
import { paths } from '~/paths'
import { drawQr, type QrDrawing } from '~/investments/qr.server'

type Bonus = Awaited<ReturnType<Upstream['user']['bonus']>>

export type HeldView = NonNullable<Bonus['held']>

export interface RankView {
  held: User['rank']
  /** The turnover of all levels, in USDT, as every amount here; null if the upstream does not provide it. */
  turnover: string | null
  /** Null at the highest rank, and if the distance is not known. */
  next: (WayToRank & { rank: Bonus['ranks'][number]['rank']; turnover: string }) | null
  isHighest: boolean
  /** From the first to the last. `bonus` is paid once; null if the upstream does not provide it. */
  ranks: (Bonus['ranks'][number] & { bonus: string | null })[]
  accruals: Bonus['accruals']
  /** The part that is not free yet; null if the upstream holds none. */
  rewardsHeld: HeldView | null
}

/** @param rules the setting `ranks`, the only source of the bonuses */
export function viewRank(bonus: Bonus, rules: SettingValue<'ranks'> | null): RankView {
  const { rank, turnover, next, ranks, accruals, held } = bonus
  return {
    held: rank,
    turnover,
    next: next && turnover !== null ? { ...next, ...wayToRank(next.turnover, turnover) } : null,
    isHighest: isHighest(bonus, ranks),
    ranks: ranks.map((each) => ({
      ...each,
      bonus: rules?.find((rule) => rule.rank === each.rank)?.bonus ?? null,
    })),
    accruals,
    rewardsHeld: held ?? null,
  }
}

/** The referral link, to be copied and to be scanned. */
export interface InvitationLink {
  link: string
  qr: QrDrawing
}

/** @param publicUrl the public address: the link is opened from anywhere */
export function invitation(publicUrl: URL, login: string): InvitationLink {
  const link = new URL(paths.register(login), publicUrl).href
  return { link, qr: drawQr(link) }
}
