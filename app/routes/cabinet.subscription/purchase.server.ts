import { z } from 'zod'
import { type SubscriptionOption } from '~/contract/settings'
import { Time } from '~/contract/values'
import { type Balance, type Subscription } from '~/contract/user'
import { balanceOf, freeOf } from '~/investments/balance.server'
import { type AuthenticatedUser } from '~/session/guards.server'
import { askForUser, keptSubscription } from '~/session/own-user.server'
import { type Session } from '~/session/session.server'
import { type SignInProfile } from '~/session/vault.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { answerOfAnother } from '~/money-forms/definitions/define-money-form.server'
import { type Entry } from '~/money-forms/types'
import { type Review } from '~/money-forms/review.server'
import { dayMs } from '~/investments/term-progress.server'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { compare, subtract } from '~/money/decimal'

/** Paying for a subscription, reviewed before it is done: its errors and its effect (docs/rules.md). */

export const SubscriptionForm = z.object({ optionId: z.string('option_required').max(128, 'invalid') })

/** The options, the balance to pay from, and the subscription that is active. */
export interface SubscriptionOptions {
  options: SubscriptionOption[]
  /** How many options could not be read. */
  leftOut?: number
  balance: Balance
  /** `unknown` if it could not be read now, `unsupported` if the upstream never provides it. */
  current: Subscription | 'none' | 'unknown' | 'unsupported'
}

export async function readSubscriptionOptions(investor: AuthenticatedUser): Promise<SubscriptionOptions> {
  const { upstream } = investor
  const [options, balance, current] = await Promise.all([
    upstream.settings.subscriptionOptions(),
    balanceOf(upstream),
    panel(readSubscription(investor)),
  ])
  const { items, leftOut } = options
  return { options: items, leftOut, balance, current: current ?? 'unknown' }
}

async function readSubscription({
  upstream,
  profile,
}: AuthenticatedUser): Promise<SubscriptionOptions['current']> {
  const user = await askForUser(upstream)
  const subscription = user ? user.subscription : keptSubscription(profile)
  if (!subscription) return user ? 'none' : 'unsupported'
  return { ...subscription, status: statusAt(upstream.now(), subscription) }
}

/** Derived from the end of the subscription: the status may be missing, or out of date. */
function statusAt(now: Date, { status, expiresAt }: Subscription): Subscription['status'] {
  if (expiresAt === null || status === 'expired') return status
  return Date.parse(expiresAt) > now.getTime() ? 'active' : 'expired'
}

/**
 * Pays. The session stores the new subscription, for upstreams without a call that reads it.
 * @param before the subscription as it was reviewed
 * @throws UpstreamFailure unknown if the answer has the end that was paid before: it is an earlier purchase's
 */
export async function payFor(
  session: Session,
  before: SubscriptionOptions['current'],
  pay: () => Promise<Entry>,
): Promise<Entry> {
  const keep = async (subscription: SignInProfile['subscription']) => {
    const { user } = session
    if (user?.profile) await session.updateUser({ ...user, profile: { ...user.profile, subscription } })
  }
  try {
    const paid = await pay()
    if (typeof before !== 'string' && paid.id !== null && paid.id === before.expiresAt)
      throw answerOfAnother('user.subscription')
    const end = Time.safeParse(paid.id)
    await keep({ title: null, expiresAt: end.success ? end.data : null, status: 'active' })
    return paid
  } catch (error) {
    // A refused payment leaves the subscription as it was.
    if (!(error instanceof UpstreamFailure && error.kind === 'refused')) await keep(null)
    throw error
  }
}

/** The name of an option: the one that the upstream gives it, else how long it lasts. */
export function optionName(
  { title, days }: Pick<SubscriptionOption, 'title' | 'days'>,
  { t }: Pick<I18n, 't'>,
): string {
  return (
    title ??
    given(days, (count) => t('exchange:subscription.days', { count })) ??
    t('exchange:subscription.option')
  )
}

/** What happens on confirming, in figures. */
export interface Purchase {
  title: string
  benefits: string[]
  /** Null if the upstream does not provide it. */
  days: number | null
  price: string
  currency: string
  /** The days are added to the end of the paid time. */
  isAdded: boolean
  /** Null if the end of the paid time, or the length of the option, is not known. */
  endsAt: string | null
  /** Null if the free balance is not known. */
  freeAfter: string | null
  /** The figures that were shown. If they differ on confirming, the review is shown again. */
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
  const { benefits, days, price, currency } = option
  const free = freeOf(options.balance, currency)
  if (free !== null && compare(price, free) > 0)
    return { problems: { optionId: i18n.t('refusals:code.insufficient_funds') } }
  const isAdded = isActive(options.current)
  const start = startOf(options.current, now)
  return {
    review: {
      title: optionName(option, i18n),
      benefits,
      days,
      price,
      currency,
      isAdded,
      endsAt: start === null || days === null ? null : new Date(start + days * dayMs).toISOString(),
      freeAfter: given(free, (before) => subtract(before, price)),
      figures: [price, currency, days].join(' '),
    },
  }
}

function isActive(current: SubscriptionOptions['current']): current is Subscription {
  return typeof current !== 'string' && current.status === 'active'
}

/** From when the days count, in milliseconds since the epoch: the end of the paid time. Null if it is not known. */
function startOf(current: SubscriptionOptions['current'], now: Date): number | null {
  if (current === 'unknown' || current === 'unsupported') return null
  if (current !== 'none' && current.status === 'unknown') return null
  return isActive(current) ? given(current.expiresAt, (end) => Date.parse(end)) : now.getTime()
}
