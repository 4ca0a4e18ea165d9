import { type PaymentSystem } from '~/contract/settings'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { type Balance } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { minShown, maxShown } from '~/money/shown-bounds'
import { isPositive } from '~/money/decimal'

/** A wallet that was saved in the settings, with the payment systems that it was saved for. */
export interface SavedWallet {
  address: string
  titles: string[]
  networks: string[]
}

/** Those for the systems that pay out; none where they can't be told just now, for an address can be typed as well. */
export async function savedWallets(
  upstream: Upstream,
  readSystems: Promise<readonly PaymentSystem[]>,
): Promise<SavedWallet[]> {
  const [answer, systems] = await Promise.all([panel(upstream.userData.wallets()), readSystems])
  const wallets = new Map<string, SavedWallet>()
  for (const { system, address } of answer?.items ?? []) {
    const own = systems.find(({ id }) => id === system)
    if (!own || !address) continue
    const { titles = [], networks = [] } = wallets.get(address) ?? {}
    wallets.set(address, {
      address,
      titles: withOne(titles, own.title),
      networks: withOne(networks, own.network),
    })
  }
  return [...wallets.values()]
}

const withOne = (words: readonly string[], word: string) => [...new Set([...words, word])]

/** What a payment system asks for before it pays out. */
type Requirement = PaymentSystem['payment']['requires'][number]

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
  const requests = [...new Set(systems.flatMap(({ payment }) => payment.requires))]
  const met = await Promise.all(requests.map((requirement) => checks[requirement](upstream)))
  return requests.filter((_, at) => !met[at])
}

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
  const [methods, balance] = await Promise.all([readSystems(), balanceOf(upstream)])
  return { ...methods, balance }
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
