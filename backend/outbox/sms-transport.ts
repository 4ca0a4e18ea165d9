import { type Transport } from './transport'
import { wordsOf } from './texts'

/**
 * SMS by an HTTP gateway: `POST {"to": "+370…", "text": "…"}` as JSON, with a bearer. Invariants: a gateway that
 * hangs is left after ten seconds; one that sends elsewhere is not followed, since a code and the bearer would go along;
 * what it answers is not read, and nothing of the address or the text gets into an error.
 */

const limitMs = 10_000

export interface SmsOptions {
  /** Where to post to. A user name in it is the bearer: `https://TOKEN@gateway.example/send`. */
  url: string
  /** The bearer, where it is not in the address. */
  token: string | null
}

export function smsTransport({ url, token }: SmsOptions): Transport {
  const address = new URL(url)
  const bearer = token ?? decodeURIComponent(address.username)
  address.username = ''
  address.password = ''
  return {
    async deliver(message) {
      const { text } = wordsOf(message)
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(bearer && { authorization: `Bearer ${bearer}` }),
        },
        body: JSON.stringify({ to: message.recipient, text }),
        redirect: 'manual',
        signal: AbortSignal.timeout(limitMs),
      }).catch((error: Error) => {
        throw new Error(`the SMS gateway did not answer: ${error.name}`)
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
    },
  }
}
