import { type Transport } from './transport'
import { wordsOf } from './texts'

/**
 * SMS by an HTTP gateway: `POST {"to": "+370…", "text": "…"}` as JSON, with a bearer. Invariants: a request to a
 * gateway that hangs ends after ten seconds; redirects are not followed, since they would get the code and the bearer;
 * the body of the answer is not read, and no error contains the address or the text.
 */

const limitMs = 10_000

export interface SmsOptions {
  /** Where to post to. A user name in it is the bearer: `https://TOKEN@gateway.example/send`. */
  url: string
  /** The bearer, if it is not in the address. */
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
