import { eq, inArray, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { receivingAddresses } from '../db/schema/transfers'
import { isAddress } from '../domain/addresses'
import { Refusal } from '../domain/refusal'
import { type SystemRow, addressSupply } from '../funds/receiving-addresses'
import { type OperatorContext, recordAudit } from './audit'

type Fields = NonNullable<Refusal['fields']>

/**
 * Adds the company's own addresses to the addresses of top-ups, all of them or none. One with a wrong checksum, or one
 * that is already known (of any system, since the owner of a transfer to it would be ambiguous), is reported at its
 * field. Returns how many addresses of the system are free then, including those that have rested.
 * @throws Refusal not_found, validation with `addresses.{n}`
 */
export async function addAddresses(
  tx: Db,
  operator: OperatorContext,
  { id, addresses, reason }: { id: string; addresses: string[]; reason?: string },
): Promise<number> {
  const [system] = await tx.select().from(paymentSystems).where(eq(paymentSystems.id, id))
  if (!system) throw new Refusal('not_found')
  const fields = { ...(await alreadyKnown(tx, addresses)), ...invalid(addresses, system) }
  if (Object.keys(fields).length > 0) throw new Refusal('validation', { fields })

  // In one order, or two who add the same at once could wait for each other.
  const rows = [...addresses]
    .sort()
    .map((address) => ({ id: operator.newId(), systemId: id, address, createdAt: operator.now }))
  const added = await tx.insert(receivingAddresses).values(rows).onConflictDoNothing().returning({
    address: receivingAddresses.address,
  })
  // A concurrent request added some of them.
  if (added.length < rows.length)
    throw new Refusal('validation', { fields: await alreadyKnown(tx, addresses, added) })
  await recordAudit(tx, operator, {
    ...{ verb: 'add_addresses', kind: 'payment_system', id, reason },
    after: { addresses },
  })
  const supply = await addressSupply(tx, operator)
  return supply.find(({ systemId }) => systemId === id)?.free ?? 0
}

function invalid(addresses: string[], { family, network }: SystemRow): Fields {
  const wrong = (address: string) => !isAddress(family, address)
  return atTheirFields(addresses, wrong, { code: 'wallet_invalid', params: { network } })
}

/** Two spellings of one address differ in case only. @param own those that this call has added itself */
async function alreadyKnown(tx: Db, addresses: string[], own: { address: string }[] = []): Promise<Fields> {
  const folded = addresses.map((address) => address.toLowerCase())
  const found = await tx
    .select({ address: receivingAddresses.address })
    .from(receivingAddresses)
    .where(inArray(sql`lower(${receivingAddresses.address})`, folded))
  const mine = new Set(own.map(({ address }) => address))
  const taken = new Set(
    found.filter(({ address }) => !mine.has(address)).map(({ address }) => address.toLowerCase()),
  )
  const known = (address: string, at: number) =>
    taken.has(address.toLowerCase()) || folded.indexOf(address.toLowerCase()) < at
  return atTheirFields(addresses, known, { code: 'address_known' })
}

function atTheirFields(
  addresses: string[],
  wrong: (address: string, at: number) => boolean,
  problem: Fields[string],
): Fields {
  const found = addresses.flatMap((address, at) => (wrong(address, at) ? [[`addresses.${at}`, problem]] : []))
  return Object.fromEntries(found) as Fields
}
