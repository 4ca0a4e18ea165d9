import { createHash } from 'node:crypto'
import { type RequestContext } from '~/context'
import { typedDecimal } from '~/content/typed'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type DescribedCase } from './describe.server'

/** Transfers that a demonstration plays, where none arrives and none is sent. */

/** Whether transfers are played here: not where real money moves. */
export async function playsTransfers({ upstream }: Pick<RequestContext, 'upstream'>): Promise<boolean> {
  return (await panel(extensionsOf(upstream)))?.has('demo') ?? false
}

/** The hash of a transfer that nobody made, the same each time for one entry. Ethereum writes it with `0x`. */
export function playedHash({ id, wallet }: { id: string; wallet: string | null }): string {
  const digits = createHash('sha256').update(`nobody's transfer: ${id}`).digest('hex')
  return wallet?.startsWith('0x') ? `0x${digits}` : digits
}

/**
 * Where a played transfer was asked for, fills in the form that was posted as an operator would. What it does is checked as
 * any other.
 * @param options.intent of the form that is filled in
 * @throws Response 404 where real money moves
 */
export async function fillPlayed(
  context: RequestContext,
  fieldsOf: () => Promise<Record<string, string>> | Record<string, string>,
  { intent = 'play' }: { intent?: 'play' | 'play-refused' } = {},
): Promise<void> {
  const { form } = context
  if (form?.get('intent') !== intent) return
  if (!(await playsTransfers(context))) throw new Response(null, { status: 404 })
  const fields = await fieldsOf()
  form.delete('intent')
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
}

/** A transfer of exactly the requested amount for each top-up, as its fields have it; null where real money moves. */
export async function playedCredits(
  context: Pick<RequestContext, 'upstream' | 'i18n'>,
  cases: readonly DescribedCase[],
): Promise<Record<string, string> | null> {
  if (!(await playsTransfers(context))) return null
  const fields = cases.flatMap(({ id, transfer }, place) => [
    [`credits[${place}].creditedAmount`, typedDecimal(transfer?.amount, context.i18n.language)],
    [`credits[${place}].transactionHash`, playedHash({ id, wallet: transfer?.wallet ?? null })],
  ])
  return Object.fromEntries(fields) as Record<string, string>
}
