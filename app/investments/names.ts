import { type Plan, type PaymentSystem } from '~/contract/settings'
import { type I18n } from '~/locale/create'

/** Names, which no language translates. */
const tariffNames = { breeze: 'Breeze', depth: 'Depth', tsunami: 'Tsunami' }

/** The name of a plan: the one that the upstream gives it, else that of its tariff. */
export function planName({ title, tariff }: Pick<Plan, 'title' | 'tariff'>, { t }: Pick<I18n, 't'>): string {
  return title ?? (tariff === 'unknown' ? t('common:otherPlan') : tariffNames[tariff])
}

type NamedSystem = Pick<PaymentSystem, 'id' | 'title' | 'network' | 'currency'>

/** The name of a payment system: the upstream's title, else the fields that distinguish it. */
export function systemName({ id, title, network, currency }: NamedSystem): string {
  return title ?? `${currency}, ${network ?? id}`
}
