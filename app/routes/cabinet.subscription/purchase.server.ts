import { z } from 'zod'
import { type SubscriptionOption } from '~/contract/settings'
import { type Balance, type Subscription } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { ownUser } from '~/session/own-user.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { type Review } from '~/money-forms/review.server'
import { dayMs } from '~/investments/term-progress.server'
import { type I18n } from '~/locale/create'
import { compare, subtract } from '~/money/decimal'

/**
 * Paying for a subscription, looked at before it is done: what stands in its way, and what it will do (docs/rules.md).
 */

export const SubscriptionForm = z.object({ optionId: z.string('option_required').max(64, 'invalid') })

/** What can be bought, from what, and what there is already. */
export interface SubscriptionOptions {
  options: SubscriptionOption[]
  balance: Balance
  /** `unknown` where the upstream did not say just now. */
  current: Subscription | 'none' | 'unknown'
}

export async function readSubscriptionOptions(upstream: Upstream): Promise<SubscriptionOptions> {
  const [options, balance, user] = await Promise.all([
    upstream.settings.subscriptionOptions(),
    balanceOf(upstream),
    panel(ownUser(upstream)),
  ])
  return { options: options.items, balance, current: user ? (user.subscription ?? 'none') : 'unknown' }
}

export function freeOf({ balance }: Pick<SubscriptionOptions, 'balance'>, currency: string): string {
  return balance.currencies[currency]?.balance ?? '0'
}

/** What happens on confirming, in figures. */
export interface Purchase {
  title: string
  benefits: string[]
  days: number
  price: string
  currency: string
  /** Its days are added to the end of what is paid already. */
  isAdded: boolean
  /** Null where the end of what is paid already can't be told just now. */
  endsAt: string | null
  freeAfter: string
  /** What was shown; a payment confirmed by others is shown again. */
  figures: string
}

/** @param now the upstream's moment, from which the days will count */
export function purchaseOf(
  optionId: string,
  options: SubscriptionOptions,
  now: Date,
  i18n: I18n,
): Review<Purchase> {
  const option = options.options.find(({ id }) => id === optionId)
  if (!option) return { problems: { optionId: i18n.t('refusals:code.option_unavailable') } }
  const { title, benefits, days, price, currency } = option
  const free = freeOf(options, currency)
  if (compare(price, free) > 0) return { problems: { optionId: i18n.t('refusals:code.insufficient_funds') } }
  const paidUntil = paidUntilOf(options.current)
  return {
    review: {
      title,
      benefits,
      days,
      price,
      currency,
      isAdded: paidUntil !== null,
      endsAt:
        options.current === 'unknown'
          ? null
          : new Date((paidUntil ?? now.getTime()) + days * dayMs).toISOString(),
      freeAfter: subtract(free, price),
      figures: [price, currency, days].join(' '),
    },
  }
}

/** The end of what is paid already, in milliseconds since the epoch. */
function paidUntilOf(current: SubscriptionOptions['current']): number | null {
  if (current === 'none' || current === 'unknown') return null
  return current.status === 'active' ? Date.parse(current.expiresAt) : null
}
