import { type PaymentSystem } from '~/contract/settings'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** What a payment system asks for before it pays out. */
export type Requirement = PaymentSystem['payment']['requires'][number]

const checks: Record<Requirement, (upstream: Upstream) => Promise<boolean>> = {
  refill: async (upstream) => (await upstream.refills.list({ status: 'topped_up', limit: 1 })).total > 0,
  deposit: async (upstream) => (await upstream.deposits.list({ limit: 1 })).total > 0,
  // Where it can't be told (501, an outage) nothing is claimed, and the upstream refuses by itself.
  async verification(upstream) {
    const answer = await panel(upstream.userData.byType({ type: 'verification' }))
    return answer?.type !== 'verification' || answer.data.status === 'successful'
  },
  // A word of tomorrow: the upstream will say what it means when it refuses.
  unknown: () => Promise.resolve(true),
}

/** Those requirements of the systems that the investor does not meet yet; each is asked for once. */
export async function unmetRequirements(
  upstream: Upstream,
  systems: readonly PaymentSystem[],
): Promise<Requirement[]> {
  const asked = [...new Set(systems.flatMap(({ payment }) => payment.requires))]
  const met = await Promise.all(asked.map((requirement) => checks[requirement](upstream)))
  return asked.filter((_, at) => !met[at])
}
