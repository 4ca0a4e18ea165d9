import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A payment processor that reports transfers by the signed call. */

export const newHookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export interface ReportedTransfer {
  address: string
  network: string
  currency: string
  amount: string
  transaction: string
  confirmations: number
  requiredConfirmations?: number
  final: boolean
}

/** Reports a transfer and returns the status of the answer. @param url of the app or of the backend */
export async function reportTransfer(url: string, secret: string, data: ReportedTransfer): Promise<number> {
  const [id, at] = [randomUUID(), new Date()]
  const body = JSON.stringify({ type: 'transfer.updated', timestamp: at.toISOString(), data })
  const answer = await fetch(`${url}/api/hooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
    body,
  })
  return answer.status
}
