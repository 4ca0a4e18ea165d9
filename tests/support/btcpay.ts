import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
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
  /** What comes in place of its answers: the page of a proxy, or half an answer. */
  instead: 'page' | 'half' | null
  /** From now on it takes calls and answers none. @returns a function that ends this and answers them all */
  hold(): () => void
  /** How many calls wait for their answer. */
  waiting(): number
  /** Sends a webhook about an invoice and returns the status of the answer. */
  send(
    backendUrl: string,
    type: string,
    invoiceId: string,
    more?: { secret?: string; storeId?: string; id?: string; original?: string; metadata?: unknown },
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
    const { pathname, searchParams } = new URL(url ?? '', 'http://btcpay')
    const invoice = invoices.find(({ id }) => pathname === `${root}/${id}/payment-methods`)
    if (!invoice) return null
    const { destination } = invoice
    // As BTCPay does: what was replaced or spent twice is left out, unless the caller wants all.
    const isAll = searchParams.get('onlyAccountedPayments') === 'false'
    const payments = invoice.payments.filter(({ status }) => isAll || status !== 'Invalid')
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

  let held: Promise<void> | null = null
  let waiting = 0

  async function answer(req: IncomingMessage, res: ServerResponse, body: string): Promise<void> {
    waiting += 1
    await held
    waiting -= 1
    if (fake.instead === 'page')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Under maintenance</h1>')
    if (fake.instead === 'half')
      return void res
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        .write('[', () => res.destroy())
    const isKnown = req.headers.authorization === `token ${apiKey}`
    const found = fake.isUp && isKnown ? answerTo(req, body) : null
    const status = !fake.isUp ? 503 : !isKnown ? 401 : found ? 200 : 404
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  }

  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (part: Buffer) => (body += part.toString()))
    req.on('end', () => void answer(req, res, body))
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
    instead: null,
    hold() {
      let end = () => {}
      held = new Promise((resolve) => (end = resolve))
      return () => {
        held = null
        end()
      }
    },
    waiting: () => waiting,
    async send(
      backendUrl,
      type,
      invoiceId,
      { secret: by = secret, storeId: of = storeId, id, original, metadata } = {},
    ) {
      const delivery = {
        deliveryId: id ?? randomUUID(),
        webhookId: 'hook1',
        originalDeliveryId: original ?? id ?? randomUUID(),
      }
      const times = { isRedelivery: original !== undefined, timestamp: Math.floor(Date.now() / 1000) }
      const invoice = invoices.find((one) => one.id === invoiceId)
      const about = { storeId: of, invoiceId, metadata: metadata ?? invoice?.request['metadata'] }
      const body = JSON.stringify({ ...delivery, ...times, type, ...about })
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
