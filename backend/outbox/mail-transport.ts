import { createTransport } from 'nodemailer'
import { isLoopback } from './loopback'
import { RecipientRefused, type Transport } from './transport'
import { wordsOf } from './texts'

/**
 * Mail by SMTP. Invariants: nothing waits longer than the limits; to another machine it goes under TLS or not
 * at all, since codes are in it.
 */

const limitMs = 10_000

export interface MailOptions {
  /** `smtps://user:password@host` or `smtp://…`, which changes to TLS before any command. */
  url: string
  /** As a mail names it: `Tideline <no-reply@tideline.example>` or the bare address. */
  from: string
}

export function mailTransport({ url, from }: MailOptions): Transport {
  const transport = smtpTransport(url)
  return {
    async deliver(message) {
      const { subject, text } = wordsOf(message)
      // An address as an object: no text in it can name a second one.
      const to = { name: '', address: message.recipient }
      try {
        await transport.sendMail({ from, to, subject, text })
      } catch (error) {
        // The whole answer may name the address.
        const status = unknownMailboxStatus(error)
        throw status ? new RecipientRefused(`the mail server knows no such mailbox (${status})`) : error
      }
    },
  }
}

/**
 * The status by which the server has said that there is no such mailbox, or that it takes nothing any more: an answer of 5yz with the
 * enhanced status 5.1.1, 5.1.2, 5.1.3, 5.1.6, 5.1.10 or 5.2.1 (RFC 5321, RFC 3463). Other refusals for ever may be about this sender,
 * which an operator mends.
 */
function unknownMailboxStatus(error: unknown): string | undefined {
  const { response = '' } = error as { response?: string }
  return /^(55\d[ -]5\.(?:1\.(?:[1236]|10)|2\.1))\s/.exec(response)?.[1]
}

/**
 * Signs in at the server and sends nothing.
 * @throws nodemailer's error where it can't be reached, has no TLS or takes no such user
 */
export async function signInToMailServer({ url }: Pick<MailOptions, 'url'>): Promise<void> {
  const transport = smtpTransport(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function smtpTransport(url: string) {
  return createTransport({
    url,
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    // Nothing of a message is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
