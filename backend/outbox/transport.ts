import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Language } from '~/contract/languages'

/** Sends messages to people: codes and notifications, by mail and SMS. */

export interface Message {
  channel: 'sms' | 'email'
  recipient: string
  /** Which text: `phone_code` with `{code}`. */
  kind: string
  values: Record<string, unknown>
  language: Language
}

export interface Transport {
  /**
   * Resolves when the message is on its way; throws when it is not.
   * @throws RecipientRefused where there is no such recipient
   */
  deliver(message: Message): Promise<void>
}

/** There is no such recipient, as far as the other side knows: sending it again hardly helps. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'
}

/** A disk transport starts a new file at this size; the previous one is kept. */
const maxFileBytes = 10 * 1024 * 1024

/**
 * Without a provider: each message a line of JSON in a file that only this user can read. It never uses more than twice
 * its maximum size: a full file replaces `….1`, whose content is lost.
 */
export function fileTransport(file: string, maxBytes = maxFileBytes): Transport {
  return {
    async deliver(message) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const size = await stat(file).then(
        ({ size }) => size,
        () => 0, // the file does not exist yet
      )
      // Of two that find it full at once the second finds none to rename.
      if (size >= maxBytes) await rename(file, `${file}.1`).catch(() => {})
      await appendFile(file, JSON.stringify(message) + '\n', { mode: 0o600 })
    },
  }
}
