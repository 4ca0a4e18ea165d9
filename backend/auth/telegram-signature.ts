import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What Telegram's login widget signs (https://core.telegram.org/widgets/login#checking-authorization): every field but
 * the hash, a line each, sorted, under the SHA-256 of the bot's token.
 */

export interface TelegramFields {
  id: string | number
  auth_date: string | number
  hash: string
  first_name?: string
  last_name?: string
  username?: string
  photo_url?: string
}

function signatureOf(fields: Omit<TelegramFields, 'hash'>, botToken: string): string {
  const lines = Object.entries(fields)
    .filter(([name, value]) => name !== 'hash' && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const key = createHash('sha256').update(botToken).digest()
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}

export function isSigned(fields: TelegramFields, botToken: string): boolean {
  const [given, expected] = [fields.hash.toLowerCase(), signatureOf(fields, botToken)].map((hash) =>
    Buffer.from(hash),
  )
  return given!.length === expected!.length && timingSafeEqual(given!, expected!) // two were mapped
}
