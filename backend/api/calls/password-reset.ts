import { contract } from '~/contract/index'
import { resetPassword, sendResetCode } from '../../auth/reset-password'
import { type Handler, publicHandler } from '../handler'
import { type Services } from '../../services'

/** A new password for a user who has forgotten the old one. */
export function passwordResetCalls(services: Services): Handler[] {
  return [
    publicHandler(contract.passwordReset.forgot, async ({ body, address }) => {
      await sendResetCode(services, { ...body, address })
      return {}
    }),

    publicHandler(contract.passwordReset.reset, async ({ body, address, device }) => {
      await resetPassword(services, { ...body, address, device })
      return {}
    }),
  ]
}
