import { randomInt } from 'node:crypto'
import { signatureOf } from '../../backend/accounts/telegram-signature'
import { testBotToken } from './upstream'

/** What the login widget gives for a new Telegram account, signed by the suite's bot. @param ageSeconds of the signature */
export function widgetFields({
  id = randomInt(1e9, 9e9),
  ageSeconds = 0,
  ...rest
}: { id?: number; ageSeconds?: number; username?: string } = {}) {
  const auth_date = Math.floor(Date.now() / 1000) - ageSeconds
  const fields = { id, first_name: 'Kai', photo_url: 'https://t.me/i/userpic/kai.jpg', ...rest, auth_date }
  return { ...fields, hash: signatureOf(fields, testBotToken) }
}
