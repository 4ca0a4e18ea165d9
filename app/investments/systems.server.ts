import { type Payment } from '~/contract/funds'
import { type PaymentSystem } from '~/contract/settings'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { findPayment } from './find-entry.server'

/**
 * A top-up or a withdrawal. The id or name of its system is always known; its currency and network may be missing.
 */
interface BySystem {
  system: string
  currency: string | null
  network: string | null
}

/** Adds the currency and the network of the payment system to entries without them. */
export async function withSystems<Entry extends BySystem>(
  upstream: Pick<Upstream, 'settings'>,
  entries: readonly Entry[],
): Promise<Entry[]> {
  if (entries.every(({ currency, network }) => currency !== null && network !== null)) return [...entries]
  const systems = (await panel(upstream.settings.paymentSystems()))?.items ?? []
  return entries.map((entry) => completed(entry, systems))
}

/** The same for one. */
export async function withSystem<Entry extends BySystem>(
  upstream: Pick<Upstream, 'settings'>,
  entry: Entry,
): Promise<Entry> {
  const [completed = entry] = await withSystems(upstream, [entry])
  return completed
}

/** A withdrawal completed from its payment system. @throws Response 404 if the investor has none with this id */
export async function readPayment(upstream: Upstream, id: string): Promise<Payment & { id: string }> {
  return withSystem(upstream, await findPayment(upstream, id))
}

/**
 * The entries with the id of their system in place of its name, which some upstreams send. Only entries that do not
 * match the wanted id are looked up.
 */
export async function withSystemIds<Entry extends { system: string }>(
  upstream: Pick<Upstream, 'settings'>,
  entries: readonly Entry[],
  wanted: string | undefined,
): Promise<Entry[]> {
  if (entries.some(({ system }) => system === wanted)) return [...entries]
  const systems = (await panel(upstream.settings.paymentSystems()))?.items ?? []
  return entries.map((entry) => ({ ...entry, system: systemOf(entry.system, systems)?.id ?? entry.system }))
}

function completed<Entry extends BySystem>(entry: Entry, systems: readonly PaymentSystem[]): Entry {
  const system = systemOf(entry.system, systems)
  if (!system) return entry
  return { ...entry, currency: entry.currency ?? system.currency, network: entry.network ?? system.network }
}

/** The system of this id or, as some upstreams refer to it, of this title. */
export function systemOf(name: string, systems: readonly PaymentSystem[]): PaymentSystem | undefined {
  const isIts = (one: string | null) => one?.toLowerCase() === name.toLowerCase()
  return systems.find(({ id }) => isIts(id)) ?? systems.find(({ title }) => isIts(title))
}
