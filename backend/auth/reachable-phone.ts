import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Refusal } from '../domain/refusal'

/**
 * Whether a text message can reach a number, by the library's full tables, which know the kind of each range. The
 * sender pays for messages to premium numbers, and their renter earns from them. Landlines and internet telephones take
 * no text messages or are rented by the thousand.
 */
const reachable = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * @param phone in E.164
 * @throws Refusal validation, at the field `phone`: `phone_invalid` for a number that the full tables do not know,
 * `phone_unreachable` for one of a kind that gets no messages
 */
export function refuseUnreachable(phone: string): void {
  const type = parsePhoneNumberFromString(phone)?.getType()
  if (type && reachable.has(type)) return
  throw Refusal.ofField('phone', type ? 'phone_unreachable' : 'phone_invalid')
}
