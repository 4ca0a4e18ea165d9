import { createHash, createHmac, randomInt } from 'node:crypto'

/** The token of the tests' bot; the backend under test uses the same. */
export const testBotToken = '123456:test-bot-of-the-contract-suite-000'

/**
 * The data of the login widget for a new Telegram account, signed with the tests' bot as Telegram documents
 * it (https://core.telegram.org/widgets/login#checking-authorization), not by the product's own code.
 * @param ageSeconds of the signature
 */
export function widgetFields({
  id = randomInt(1e9, 9e9),
  ageSeconds = 0,
  ...rest
}: { id?: number; ageSeconds?: number; username?: string } = {}) {
  const auth_date = Math.floor(Date.now() / 1000) - ageSeconds
  const fields: Record<string, string | number> = {
    id,
    first_name: 'Kai',
    photo_url: 'https://t.me/i/userpic/kai.jpg',
    ...rest,
    auth_date,
  }
  const lines = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  const key = createHash('sha256').update(testBotToken).digest()
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
  return { ...fields, id, hash }
}
