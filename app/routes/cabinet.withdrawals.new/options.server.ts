import { type PaymentSystem } from '~/contract/settings'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { type Balance } from '~/contract/user'
import { balanceOf, freeOf } from '~/investments/balance.server'
import { systemName } from '~/investments/names'
import { systemOf } from '~/investments/systems.server'
import { type ListPage, hasNoEntries } from '~/lists/list-page'
import { boundsShown } from '~/money/shown-bounds'
import { isPositive } from '~/money/decimal'

/** A wallet that was saved in the settings, with the payment systems that it was saved for. */
export interface SavedWallet {
  address: string
  titles: string[]
  networks: string[]
}

/** Those for the systems that pay out; empty if they could not be read, for an address can be typed as well. */
export async function savedWallets(
  upstream: Upstream,
  readSystems: Promise<readonly PaymentSystem[]>,
): Promise<SavedWallet[]> {
  const [answer, systems] = await Promise.all([panel(upstream.userData.wallets()), readSystems])
  const wallets = new Map<string, SavedWallet>()
  for (const { system, address } of answer?.items ?? []) {
    const own = systemOf(system, systems)
    if (!own || !address) continue
    const { titles = [], networks = [] } = wallets.get(address) ?? {}
    wallets.set(address, {
      address,
      titles: withOne(titles, systemName(own)),
      networks: own.network === null ? networks : withOne(networks, own.network),
    })
  }
  return [...wallets.values()]
}

const withOne = (words: readonly string[], word: string) => [...new Set([...words, word])]

/** A requirement of a payment system for a withdrawal. */
type Requirement = PaymentSystem['payment']['requires'][number]

const isMet: Record<Requirement, (upstream: Upstream) => Promise<boolean>> = {
  refill: async (upstream) => !hasNoEntries(await upstream.refills.list({ status: 'topped_up', limit: 1 })),
  deposit: async (upstream) => !hasNoEntries(await upstream.deposits.list({ limit: 1 })),
  // If it can't be read (501, an outage) the page lists no requirement, and the upstream itself refuses.
  async verification(upstream) {
    const answer = await panel(upstream.userData.byType({ type: 'verification' }))
    return answer?.type !== 'verification' || answer.data.status === 'successful'
  },
  // A requirement that this version does not know: the upstream explains it when it refuses.
  unknown: () => Promise.resolve(true),
}

/** The requirements that the investor does not meet yet; each is checked once. */
export async function unmetRequirements(
  upstream: Upstream,
  systems: readonly PaymentSystem[],
): Promise<Requirement[]> {
  const required = [...new Set(systems.flatMap(({ payment }) => payment.requires))]
  const met = await Promise.all(required.map((requirement) => isMet[requirement](upstream)))
  return required.filter((_, at) => !met[at])
}

/** The payout methods, and the investor's balance for them. */
export interface PayoutMethods {
  systems: PaymentSystem[]
  /** How many payment systems could not be read. */
  leftOut?: number
  balance: Balance
  unmet: Requirement[]
}

export async function readPayoutMethods(upstream: Upstream): Promise<PayoutMethods> {
  const readSystems = async () => {
    const { items: systems, leftOut } = await payingSystems(upstream)
    return { systems, leftOut, unmet: await unmetRequirements(upstream, systems) }
  }
  const [methods, balance] = await Promise.all([readSystems(), balanceOf(upstream)])
  return { ...methods, balance }
}

/** The systems that pay out. */
export async function payingSystems(
  upstream: Upstream,
): Promise<Pick<ListPage<PaymentSystem>, 'leftOut'> & { items: PaymentSystem[] }> {
  const { items, leftOut } = await upstream.settings.paymentSystems()
  return { items: items.filter(({ payment }) => payment.enabled), leftOut }
}

/** A payout method as its form shows it. */
export interface ShownPayoutMethod {
  id: string
  title: string
  network: string | null
  currency: string
  min: string | null
  max: string | null
  /** Null: there is no fee. Undefined: the upstream does not provide it. */
  fee: string | null | undefined
  hours: number
  /** Null if the upstream does not provide it. */
  free: string | null
  unmet: Exclude<Requirement, 'unknown'>[]
}

export function payoutMethodsForPage({ systems, balance, unmet }: PayoutMethods): ShownPayoutMethod[] {
  return systems.map((system) => {
    const { id, network, currency, payment } = system
    const { min, max } = boundsShown(payment, currency)
    return {
      id,
      title: systemName(system),
      network,
      currency,
      min,
      max,
      fee: feeOf(payment),
      hours: payment.hours,
      free: freeOf(balance, currency),
      unmet: unmet
        .filter((requirement) => payment.requires.includes(requirement))
        .filter((requirement) => requirement !== 'unknown'),
    }
  })
}

/** The id of the first one that can pay out now, from its own balance; empty if there is none. */
export function defaultMethod(methods: readonly ShownPayoutMethod[]): string {
  const open = methods.find(({ unmet, free }) => unmet.length === 0 && free !== null && isPositive(free))
  return open?.id ?? ''
}

/** Null: there is no fee. Undefined: the upstream does not provide it. */
export function feeOf({ fee }: Pick<PaymentSystem['payment'], 'fee'>): string | null | undefined {
  if (fee === null) return undefined
  return isPositive(fee) ? fee : null
}
