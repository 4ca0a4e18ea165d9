import { type Caller } from '../accounts/tokens'
import { type Desk, type DeskReader } from '../desk/audit'
import { type Language } from '../http/texts'
import { type Services } from '../services'
import { contextOf } from './funds-context'

/** The surroundings of a decision that an operator makes now. */
export function deskOf(services: Services, { user }: Caller): Desk {
  return { ...contextOf(services), operatorId: user.id }
}

/** How an operator reads a list now. */
export function readerOf({ productClock, timeZone }: Services, language: Language): DeskReader {
  return { now: productClock.now(), language, timeZone }
}
