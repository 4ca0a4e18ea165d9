import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type User } from '~/contract/user'
import { CodeField } from '~/forms/field-schemas.server'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { tooManyRequests } from '~/forms/refused.server'
import { paths } from '~/paths'
import { type AuthenticatedUser } from '~/session/guards.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { emailIntents } from './intent'

const ConfirmForm = z.object({ code: CodeField })

/** Told by its button: nothing is typed in it. */
const ResendForm = z.object({ intent: z.literal(emailIntents.resend) })

/** The address that waits for its code; null where none does, or where the upstream confirms none. */
export async function pendingEmailOf(
  upstream: Upstream,
  { pendingEmail }: Pick<User, 'pendingEmail'>,
): Promise<string | null> {
  if (!pendingEmail) return null
  return (await extensionsOf(upstream)).has('emailConfirmation') ? pendingEmail : null
}

/** Confirms the e-mail by the code that was sent to it. */
export async function confirmEmail(context: RequestContext, { id, upstream }: AuthenticatedUser) {
  const form = await parseForm(context, ConfirmForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('emailCode', id)
  if (wait !== null) return tooManyRequests(context, form, wait)
  const fieldOf = { code_invalid: 'code', code_expired: 'code' }
  return answerEdit(
    context,
    form,
    async () => {
      const { user } = await upstream.emailConfirmation.confirm(form.value)
      await context.session.updateUser(user)
      context.flash.set('emailConfirmed')
      return redirect(paths.settings('profile'), 303)
    },
    { fieldOf, fallback: 'verification' },
  )
}

/** Sends another code. */
export async function resendEmailCode(context: RequestContext, { upstream }: AuthenticatedUser) {
  const form = await parseForm(context, ResendForm)
  if (!form.ok) return invalid(form)
  return answerEdit(
    context,
    form,
    async () => {
      await upstream.emailConfirmation.resend()
      context.flash.set('codeSent')
      return redirect(paths.settings('profile'), 303)
    },
    { fallback: 'any' },
  )
}
