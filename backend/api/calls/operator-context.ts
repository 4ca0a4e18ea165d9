import { type Caller } from '../../auth/tokens'
import { type OperatorContext, type OperatorView } from '../../operator/audit'
import { type Language } from '~/contract/languages'
import { type Services } from '../../services'
import { contextOf } from './funds-context'

/** The surroundings of a decision that an operator makes now. */
export function operatorContextOf(services: Services, { user, origin }: Caller): OperatorContext {
  return { ...contextOf(services), operatorId: user.id, origin }
}

/** How an operator reads a list now. */
export function operatorViewOf({ productClock, timeZone }: Services, language: Language): OperatorView {
  return { now: productClock.now(), language, timeZone }
}
