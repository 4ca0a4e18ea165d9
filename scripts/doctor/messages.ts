import { type BackendEnv } from '../../backend/env'
import { mailTransport, signInToMailServer } from '../../backend/outbox/mail-transport'
import { smsTransport } from '../../backend/outbox/sms-transport'
import { type Message } from '../../backend/outbox/transport'
import { type Finding, findingsOf, reasonOf, within } from './finding'

const limitMs = 15_000

/** Signs in at the mail server; sends only where an address is given. */
export async function examineMail(
  { mail, demo }: Pick<BackendEnv, 'mail' | 'demo'>,
  recipient: string | null,
): Promise<Finding[]> {
  const found = findingsOf('mail')
  if (mail === null) return [withoutProvider('mail', 'SMTP_URL', demo)]
  try {
    await within(limitMs, signInToMailServer(mail))
  } catch (error) {
    return [found.failure(`the mail server does not take us: ${reasonOf(error)}`)]
  }
  const signedIn = found.ok('the mail server takes us')
  if (recipient === null) return [signedIn, found.skipped('no mail was sent; --mail-to you@… sends one')]
  try {
    await within(limitMs, mailTransport(mail).deliver(trialFor('email', recipient)))
    return [signedIn, found.ok('a mail is on its way: see that it arrives, and not as spam')]
  } catch (error) {
    return [signedIn, found.failure(`a mail was not taken: ${reasonOf(error)}`)]
  }
}

/** Reaches the SMS gateway; sends only where a number is given, since each SMS costs money. */
export async function examineSms(
  { sms, demo }: Pick<BackendEnv, 'sms' | 'demo'>,
  recipient: string | null,
): Promise<Finding[]> {
  const found = findingsOf('sms')
  if (sms === null) return [withoutProvider('sms', 'SMS_URL', demo)]
  if (recipient !== null) {
    try {
      await within(limitMs, smsTransport(sms).deliver(trialFor('sms', recipient)))
      return [found.ok('an SMS is on its way: see that it arrives')]
    } catch (error) {
      return [found.failure(`an SMS was not taken: ${reasonOf(error)}`)]
    }
  }
  const address = new URL(sms.url)
  const bearer = sms.token ?? decodeURIComponent(address.username)
  address.username = ''
  address.password = ''
  try {
    // Without a body: nothing is sent, and any answer shows that it is reached.
    const { status, body } = await fetch(address, {
      method: 'OPTIONS',
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    })
    await body?.cancel()
    if (status === 401 || status === 403) return [found.failure(`the gateway refuses the bearer (${status})`)]
    if (status >= 500) return [found.failure(`the gateway answers ${status}`)]
    return [found.ok('the gateway is reached'), found.skipped('no SMS was sent; --sms-to +370… sends one')]
  } catch (error) {
    return [found.failure(`the gateway can't be reached: ${reasonOf(error)}`)]
  }
}

function withoutProvider(part: 'mail' | 'sms', variable: string, demo: boolean): Finding {
  const { skipped, warning } = findingsOf(part)
  const text = `${variable} is not set: messages are written to outbox.jsonl in DATA_DIR and reach nobody`
  return demo ? skipped(text) : warning(text)
}

function trialFor(channel: Message['channel'], recipient: string): Message {
  return { channel, recipient, kind: 'trial', values: {}, language: 'en' }
}
