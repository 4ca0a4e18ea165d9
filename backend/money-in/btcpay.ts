import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Clock } from '../clock'
import { isAddress } from '../domain/addresses'
import { type Decimal } from '../domain/decimal'
import { Unavailable } from '../domain/refusal'
import { type MakeInvoice } from '../funds/context'
import { type Sighting } from './sighting'

/**
 * BTCPay Server, by its Greenfield API: an invoice for each top-up, whose address is paid to, and webhooks that say that
 * something about an invoice has changed. What has changed is read from BTCPay itself, so that an event that comes late,
 * twice or in another order brings the present state, and one that never comes is missed for a while only.
 */

export interface BtcpayOptions {
  url: string
  storeId: string
  apiKey: string
  /** Of the webhook, the newest first. */
  webhookSecrets: readonly string[]
  /** BTCPay's name of the payment method of each payment system that it serves, such as `BTC-CHAIN` of `btc`. */
  methods: ReadonlyMap<string, string>
}

/** BTCPay can't be reached, has no whole answer now, or does not take the key: asking again later helps. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** BTCPay does not know the invoice. */
export class NoInvoice extends Error {
  override name = 'NoInvoice'
}

export interface Btcpay {
  /** Whether the raw body was signed with one of the secrets. */
  isSigned(signature: unknown, body: string): boolean
  storeId: string
  /** Makes an invoice; null for a payment system that it does not serve. */
  makeInvoice: MakeInvoice
  /**
   * The payments of an invoice as they are now.
   * @param isOwn whether it was made for a top-up: those can be paid by a payment system's method alone
   * @throws NoAnswer, NoInvoice; Error for an answer of another form, and where an own invoice was paid by a method of no payment
   * system
   */
  sightingsOf(invoiceId: string, isOwn: boolean): Promise<Sighting[]>
}

/** The parts of a webhook's body that are needed, whichever of its types it has. */
export const BtcpayEvent = z.object({
  deliveryId: z.string().min(1).max(200),
  /** Of an event that is sent again: the id of the first delivery. */
  originalDeliveryId: z.string().max(200).nullish(),
  type: z.string().max(100),
  storeId: z.string().max(200),
  invoiceId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,100}$/)
    .nullish(),
  /** What the invoice was made with; other programs' invoices have what they like there. */
  metadata: z
    .object({ orderId: z.string().max(128).optional().catch(undefined) })
    .nullish()
    .catch(null),
})

/** What is stored of one that changes an invoice. */
export const InvoiceChange = z.object({
  invoiceId: z.string(),
  /** The number of the top-up that the invoice was made for. */
  orderId: z.string().max(128).optional(),
})

/** Types after which payments of an invoice may be others than before. */
export const paymentTypes: ReadonlySet<string> = new Set([
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceSettled',
  'InvoiceExpired',
  'InvoiceInvalid',
])

const Invoice = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) })

const Methods = z.array(
  z.object({
    // Its name before version 2.
    paymentMethodId: z.string().optional(),
    paymentMethod: z.string().optional(),
    currency: z.string().max(16).optional(),
    destination: z.string().min(1).max(256),
    payments: z
      .array(
        z.object({
          id: z.string().min(1).max(300),
          receivedDate: z.number().int().min(0).max(1e11),
          value: z.string().regex(/^\d{1,20}(\.\d{1,40})?$/),
          status: z.string(),
          destination: z.string().max(256).nullish(),
        }),
      )
      .nullish(),
  }),
)
type Method = z.output<typeof Methods>[number]
type Payment = NonNullable<Method['payments']>[number]

const answerMs = 8_000
/** BTCPay watches the address of an invoice for so long after its time. */
const watchedMinutes = 14 * 24 * 60
const minuteMs = 60_000

export function createBtcpay(
  { url, storeId, apiKey, webhookSecrets, methods }: BtcpayOptions,
  realClock: Clock,
): Btcpay {
  const invoices = `${url}/api/v1/stores/${encodeURIComponent(storeId)}/invoices`

  async function ask<Schema extends z.ZodType>(
    address: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    const noAnswer = (cause: unknown): never => {
      throw new NoAnswer('BTCPay could not be reached', { cause })
    }
    const answer = await fetch(address, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    }).catch(noAnswer)
    // An answer that breaks off is none, nor is the page of a proxy before BTCPay.
    if (answer.ok) return schema.parse(await answer.json().catch(noAnswer))
    await answer.body?.cancel().catch(noAnswer)
    // A key that is refused is set right by an operator, as a server that is down.
    const Failure = answer.status === 404 ? NoInvoice : NoAnswer
    throw new Failure(`BTCPay answered ${answer.status}`)
  }

  // BTCPay leaves replaced and double-spent payments out unless it is told not to: then nobody would learn that one is gone.
  const methodsOf = (invoiceId: string) =>
    ask(`${invoices}/${invoiceId}/payment-methods?onlyAccountedPayments=false`, Methods)

  return {
    storeId,
    isSigned: (signature, body) => webhookSecrets.some((secret) => isSignedWith(secret, signature, body)),
    makeInvoice({ system, refillId, amount }) {
      const method = methods.get(system.id)
      if (method === undefined) return null
      return async () => {
        try {
          const { id } = await ask(invoices, Invoice, invoiceOf({ system, refillId, amount, method }))
          const destination = (await methodsOf(id)).find((one) => nameOf(one) === method)?.destination
          const watchedMs = (system.refillTimeoutMinutes + watchedMinutes) * minuteMs
          const watchedUntil = new Date(realClock.now().getTime() + watchedMs)
          if (destination !== undefined && isAddress(system.family, destination))
            return { id, address: destination, watchedUntil }
        } catch (error) {
          throw new Unavailable(`BTCPay gave no address: ${(error as Error).message}`)
        }
        throw new Unavailable('BTCPay gave no address of the network')
      }
    },
    async sightingsOf(invoiceId, isOwn) {
      const reportedAt = realClock.now()
      const found = await methodsOf(invoiceId)
      return found.flatMap((method) => {
        const system = [...methods].find(([, name]) => name === nameOf(method))
        if (!system) {
          if (isOwn && method.payments?.length) throw new Error(`no payment system has ${nameOf(method)}`)
          return []
        }
        return (method.payments ?? []).map((payment) => sightingOf(system[0], method, payment, reportedAt))
      })
    },
  }
}

const nameOf = ({ paymentMethodId, paymentMethod }: Method) => paymentMethodId ?? paymentMethod

type Wanted = Parameters<MakeInvoice>[0] & { method: string }

const invoiceOf = ({ system, refillId, amount, method }: Wanted): object => ({
  ...{ amount, currency: system.currency, metadata: { orderId: refillId } },
  checkout: {
    paymentMethods: [method],
    expirationMinutes: system.refillTimeoutMinutes,
    monitoringMinutes: watchedMinutes,
  },
})

const states: Record<string, Sighting['state']> = { Settled: 'final', Invalid: 'dropped' }

/** BTCPay does not say how many confirmations there are, only whether they are enough for the store's policy. */
function sightingOf(
  systemId: string,
  method: Method,
  { id, value, status, destination, receivedDate }: Payment,
  reportedAt: Date,
): Sighting {
  // A payment on the chain is named by its transaction and the number of the output.
  const [, transactionHash = id, output = ''] = /^([0-9a-f]{64})-(\d+)$/i.exec(id) ?? []
  return {
    ...{ address: destination ?? method.destination, network: systemId, transactionHash, output },
    currency: (method.currency ?? nameOf(method)?.split('-')[0] ?? '').toUpperCase(),
    amount: value satisfies Decimal,
    ...{ confirmations: 0, required: null, state: states[status] ?? 'seen' },
    ...{ reportedAt, firstSeenAt: new Date(receivedDate * 1000) },
  }
}

function isSignedWith(secret: string, signature: unknown, body: string): boolean {
  if (typeof signature !== 'string') return false
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(signature.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
