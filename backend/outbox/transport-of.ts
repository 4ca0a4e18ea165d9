import { join } from 'node:path'
import { type BackendEnv } from '../env'
import { type Transport, fileTransport } from './transport'
import { mailTransport } from './mail-transport'
import { smsTransport } from './sms-transport'

type Log = { info(details: object, message: string): void; warn(details: object, message: string): void }

/** The configured transport of each channel; without a provider a file on disk, which the log mentions. */
export function transportOf({ mail, sms, dataDir, demo }: BackendEnv, log: Log): Transport {
  const file = join(dataDir, 'outbox.jsonl')
  const disk = fileTransport(file)
  const transports = { email: mail ? mailTransport(mail) : disk, sms: sms ? smsTransport(sms) : disk }
  const onDisk = Object.entries(transports).flatMap(([channel, transport]) =>
    transport === disk ? [channel] : [],
  )
  if (onDisk.length > 0) {
    const text = 'messages of these channels reach nobody: they are written to a file (SMTP_URL, SMS_URL)'
    log[demo ? 'info' : 'warn']({ channels: onDisk, file }, text)
  }
  return { deliver: (message) => transports[message.channel].deliver(message) }
}
