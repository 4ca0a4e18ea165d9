import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Language } from '../http/texts'

/** The way out of the house for what is sent to people: codes, mail. */

export interface Message {
  channel: 'sms' | 'email'
  recipient: string
  /** Which text: `phone_code` with `{code}`. */
  kind: string
  values: Record<string, unknown>
  language: Language
}

export interface Carrier {
  /** Resolves when the message is on its way; throws when it is not. */
  deliver(message: Message): Promise<void>
}

/** Without a provider: each message a line of JSON in a file that only this user can read. */
export function diskCarrier(file: string): Carrier {
  return {
    async deliver(message) {
      await mkdir(dirname(file), { recursive: true })
      await appendFile(file, JSON.stringify(message) + '\n', { mode: 0o600 })
    },
  }
}
