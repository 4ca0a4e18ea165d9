import { setting } from '~/upstream/settings.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** When what a partner brings becomes free, as it is told before anybody is invited. */
export interface HoldRule {
  /** How long a first term is; null where the plans differ or are not told. */
  days: number | null
}

/** Null where rewards are free at once, or the upstream does not tell: then nothing is said of it. */
export async function holdRuleOf(upstream: Upstream): Promise<HoldRule | null> {
  const [rule, plans] = await Promise.all([
    panel(setting(upstream, 'rewards')),
    panel(upstream.settings.plans()),
  ])
  if (!rule?.holdFirstTerm) return null
  const terms = new Set(plans?.items.filter(({ available }) => available).map(({ termDays }) => termDays))
  const [days] = terms
  return { days: terms.size === 1 && days !== undefined ? days : null }
}
