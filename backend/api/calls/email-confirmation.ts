import { eq } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { confirmEmail, resendEmailCode } from '../../auth/confirm-email'
import { emailResendAfterSeconds } from '../../auth/email-codes'
import { showUser } from '../../auth/users'
import { users } from '../../db/schema/users'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** Confirming the e-mail of an account by a code. */
export function emailConfirmationCalls(services: Services): Handler[] {
  const { db, productClock } = services
  return [
    authenticated(
      contract.emailConfirmation.confirm,
      async ({ body, address, device, language }, { user }) => {
        await confirmEmail(services, user, { code: body.code, origin: { address, device } })
        const [confirmed = user] = await db.select().from(users).where(eq(users.id, user.id))
        return { user: await showUser(db, confirmed, language, productClock.now()) }
      },
    ),

    authenticated(contract.emailConfirmation.resend, async (_request, { user }) => {
      const { expiresAt } = await resendEmailCode(services, user.id)
      return { resendAfter: emailResendAfterSeconds, expiresAt: expiresAt.toISOString() }
    }),
  ]
}
