import { type I18n } from '~/locale/create'
import { type Outcome } from '~/money-forms/types'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/**
 * An upstream takes so many open requests and no more, since each holds an address. Whoever is refused for asking too
 * often is told what of theirs is open, and for how long it stands in the way.
 */
export async function whatIsOpen(
  outcome: Outcome,
  upstream: Pick<Upstream, 'refills'>,
  { t, duration }: Pick<I18n, 't' | 'duration'>,
): Promise<string | undefined> {
  if (outcome.kind !== 'refused' || outcome.failure.kind !== 'rate_limited') return undefined
  const { retryAfter } = outcome.failure
  const open = await panel(upstream.refills.list({ status: 'pending', limit: 1 }))
  if (retryAfter === undefined || !open?.total) return undefined
  return t('cabinet:topUp.open', { count: open.total, time: duration(retryAfter * 1000) })
}
