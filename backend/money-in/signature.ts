import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/** Whether an event is from a sender whom the company gave a secret, by the headers of Standard Webhooks. */

type Headers = Record<string, string | string[] | undefined>

/**
 * The event's id, if the raw body was signed with one of the secrets at most five minutes ago; null otherwise.
 * @param secrets the newest first: while one is replaced, both are good
 */
export function signedEventId(secrets: readonly string[], headers: Headers, body: string): string | null {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return null
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return null
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return secrets.some((secret) => isSignedWith(secret, signed, body)) ? id : null
}

function isSignedWith(secret: string, headers: Record<string, string>, body: string): boolean {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}
