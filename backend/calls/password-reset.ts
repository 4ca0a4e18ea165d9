import { contract } from '~/contract'
import { resetPassword, sendResetCode } from '../accounts/reset-password'
import { type BuiltCall, forAnyone } from '../http/built-call'
import { type Services } from '../services'

/** A new password for one who has forgotten the old one. */
export function passwordResetCalls(services: Services): BuiltCall[] {
  return [
    forAnyone(contract.passwordReset.forgot, async ({ body, address }) => {
      await sendResetCode(services, { ...body, address })
      return {}
    }),

    forAnyone(contract.passwordReset.reset, async ({ body, address }) => {
      await resetPassword(services, { ...body, address })
      return {}
    }),
  ]
}
