import { z } from 'zod'
import { type Decimal } from '../domain/decimal'

/** What a payment processor reports of one transfer, whichever processor it is. */
export interface Sighting {
  address: string
  network: string
  currency: string
  /** More decimals than the currency has are cut when it is taken. */
  amount: Decimal
  transactionHash: string
  /** Which of the transaction's payments it is, where it makes several. */
  output: string
  confirmations: number
  /** How many make it final; null if the sender does not say. */
  required: number | null
  /** `dropped`: the network has taken it back. */
  state: 'seen' | 'final' | 'dropped'
  /** The sender's time of the report. */
  reportedAt: Date
  /** When the network showed it first; the time of its first report if the sender does not say. */
  firstSeenAt?: Date
}

const words = (max: number) => z.string().trim().min(1).max(max)
const count = z.number().int().min(0).max(1_000_000)

/** The body of `POST /api/hooks/payments` (docs/money-in.md). */
export const HookEvent = z.object({
  type: z.literal('transfer.updated'),
  timestamp: z.iso.datetime({ offset: true }),
  data: z
    .object({
      address: words(256).optional(),
      /** The number of a top-up, instead of its address. */
      reference: words(128).optional(),
      network: words(64),
      currency: words(16).transform((code) => code.toUpperCase()),
      // A JSON number would have been a float on the way.
      amount: z.string().regex(/^\d{1,20}(\.\d{1,40})?$/),
      transaction: words(256),
      output: z.union([words(64), count.transform(String)]).optional(),
      confirmations: count,
      requiredConfirmations: count.nullish(),
      final: z.boolean(),
      dropped: z.boolean().optional(),
    })
    .refine(({ address, reference }) => address !== undefined || reference !== undefined)
    .refine(({ final, dropped }) => !(final && dropped)),
})
export type HookEvent = z.output<typeof HookEvent>

/** @param address of `data.reference`, where the event has no address of its own */
export function sightingOf({ timestamp, data }: HookEvent, address: string): Sighting {
  return {
    address,
    network: data.network,
    currency: data.currency,
    amount: data.amount,
    transactionHash: data.transaction,
    output: data.output ?? '',
    confirmations: data.confirmations,
    required: data.requiredConfirmations ?? null,
    state: data.dropped ? 'dropped' : data.final ? 'final' : 'seen',
    reportedAt: new Date(timestamp),
  }
}
