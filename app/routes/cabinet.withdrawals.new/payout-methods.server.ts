import { type PaymentSystem } from '~/contract/settings'
import { type Balance } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { minShown, maxShown } from '~/money/shown-bounds'
import { isPositive } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'
import { type Requirement, unmetRequirements } from './requirements.server'

/** The ways out, and what the investor has for them. */
export interface PayoutMethods {
  systems: PaymentSystem[]
  balance: Balance
  unmet: Requirement[]
}

export async function readPayoutMethods(upstream: Upstream): Promise<PayoutMethods> {
  const readSystems = async () => {
    const systems = await payingSystems(upstream)
    return { systems, unmet: await unmetRequirements(upstream, systems) }
  }
  const [ways, balance] = await Promise.all([readSystems(), balanceOf(upstream)])
  return { ...ways, balance }
}

/** The systems that pay out. */
export async function payingSystems(upstream: Upstream): Promise<PaymentSystem[]> {
  const { items } = await upstream.settings.paymentSystems()
  return items.filter(({ payment }) => payment.enabled)
}

/** A way as its form shows it. */
export interface ShownPayoutMethod {
  id: string
  title: string
  network: string
  currency: string
  min: string
  max: string | null
  /** Null: there is none. */
  fee: string | null
  hours: number
  free: string
  unmet: Exclude<Requirement, 'unknown'>[]
}

export function payoutMethodsForPage({ systems, balance, unmet }: PayoutMethods): ShownPayoutMethod[] {
  return systems.map(({ id, title, network, currency, payment }) => ({
    id,
    title,
    network,
    currency,
    min: minShown(payment.min, currency),
    max: payment.max && maxShown(payment.max, currency),
    fee: isPositive(payment.fee) ? payment.fee : null,
    hours: payment.hours,
    free: balance.currencies[currency]?.balance ?? '0',
    unmet: unmet
      .filter((requirement) => payment.requires.includes(requirement))
      .filter((requirement) => requirement !== 'unknown'),
  }))
}
