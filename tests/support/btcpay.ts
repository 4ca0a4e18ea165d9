import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { fictitiousAddress } from '../../backend/domain/addresses'

/** The part of BTCPay Server's Greenfield API that the product calls, and its webhooks, by its public documentation. */
export interface FakeBtcpay {
  options: {
    url: string
    storeId: string
    apiKey: string
    webhookSecrets: string[]
    methods: ReadonlyMap<string, string>
  }
  /** What the product asked for, in its order. */
  invoices: { id: string; request: Record<string, unknown>; destination: string; payments: BtcpayPayment[] }[]
  /** Whether it answers. */
  isUp: boolean
  /** Sends a webhook about an invoice and returns the status of the answer. */
  send(
    backendUrl: string,
    type: string,
    invoiceId: string,
    more?: { secret?: string; storeId?: string; id?: string; original?: string },
  ): Promise<number>
  close(): Promise<void>
}

export interface BtcpayPayment {
  id: string
  receivedDate: number
  value: string
  status: 'Processing' | 'Settled' | 'Invalid'
}

/** A payment on the chain, as it is first seen. */
export const newPayment = (value: string): BtcpayPayment => ({
  id: `${randomBytes(32).toString('hex')}-1`,
  receivedDate: Math.floor(Date.now() / 1000),
  value,
  status: 'Processing',
})

export async function startFakeBtcpay(): Promise<FakeBtcpay> {
  const [storeId, apiKey, secret] = [
    'store1',
    randomBytes(20).toString('hex'),
    randomBytes(20).toString('hex'),
  ]
  const root = `/api/v1/stores/${storeId}/invoices`
  const invoices: FakeBtcpay['invoices'] = []

  function answerTo({ method, url }: IncomingMessage, body: string): object | null {
    if (method === 'POST' && url === root) {
      const id = `inv${invoices.length + 1}${randomBytes(4).toString('hex')}`
      const destination = fictitiousAddress('bitcoin', id)
      invoices.push({ id, request: JSON.parse(body) as Record<string, unknown>, destination, payments: [] })
      return { id, storeId, status: 'New' }
    }
    const invoice = invoices.find(({ id }) => url === `${root}/${id}/payment-methods`)
    if (!invoice) return null
    const { destination, payments } = invoice
    return [
      { paymentMethodId: 'BTC-LN', currency: 'BTC', destination: 'lnbc1', payments: [] },
      {
        paymentMethodId: 'BTC-CHAIN',
        currency: 'BTC',
        destination,
        payments: payments.map((one) => ({ ...one, destination })),
      },
    ]
  }

  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (part: Buffer) => (body += part.toString()))
    req.on('end', () => {
      const isKnown = req.headers.authorization === `token ${apiKey}`
      const answer = fake.isUp && isKnown ? answerTo(req, body) : null
      const status = !fake.isUp ? 503 : !isKnown ? 401 : answer ? 200 : 404
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const fake: FakeBtcpay = {
    options: {
      ...{ url: `http://127.0.0.1:${port}`, storeId, apiKey, webhookSecrets: [secret] },
      methods: new Map([['btc', 'BTC-CHAIN']]),
    },
    invoices,
    isUp: true,
    async send(
      backendUrl,
      type,
      invoiceId,
      { secret: by = secret, storeId: of = storeId, id, original } = {},
    ) {
      const delivery = {
        deliveryId: id ?? randomUUID(),
        webhookId: 'hook1',
        originalDeliveryId: original ?? id ?? randomUUID(),
      }
      const times = { isRedelivery: original !== undefined, timestamp: Math.floor(Date.now() / 1000) }
      const body = JSON.stringify({ ...delivery, ...times, type, storeId: of, invoiceId })
      const signature = createHmac('sha256', by).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` }
      return (await fetch(`${backendUrl}/api/hooks/btcpay`, { method: 'POST', headers, body })).status
    },
    async close() {
      server.close().closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
  return fake
}
