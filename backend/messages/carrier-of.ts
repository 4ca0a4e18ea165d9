import { join } from 'node:path'
import { type BackendEnv } from '../env'
import { type Carrier, diskCarrier } from './carrier'
import { mailCarrier } from './mail-carrier'
import { smsCarrier } from './sms-carrier'

type Log = { info(details: object, message: string): void; warn(details: object, message: string): void }

/** The way out of each channel as it is configured; without a provider a file on disk, which the log says. */
export function carrierOf({ mail, sms, dataDir, demo }: BackendEnv, log: Log): Carrier {
  const file = join(dataDir, 'outbox.jsonl')
  const disk = diskCarrier(file)
  const ways = { email: mail ? mailCarrier(mail) : disk, sms: sms ? smsCarrier(sms) : disk }
  const onDisk = Object.entries(ways).flatMap(([channel, way]) => (way === disk ? [channel] : []))
  if (onDisk.length > 0) {
    const said = 'messages of these channels reach nobody: they are written to a file (SMTP_URL, SMS_URL)'
    log[demo ? 'info' : 'warn']({ channels: onDisk, file }, said)
  }
  return { deliver: (message) => ways[message.channel].deliver(message) }
}
