import { z } from 'zod'
import { CodeField } from '~/forms/field-schemas.server'
import { stepUpFields, stepUpFieldOf } from '~/forms/step-up-field.server'
import { PhoneField } from '~/identity/field-schemas.server'
import { intents } from './intent'
import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { answerEdit, isRefusal } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused, tooManyRequests } from '~/forms/refused.server'
import { codeWaitS } from '~/session/limits.server'
import { paths } from '~/paths'
import { isAboutStepUp, withStepUp } from '~/session/step-up.server'
import { type AuthenticatedUser } from '~/session/guards.server'
import { askForUser, ownUser, userAfter } from '~/session/own-user.server'
import { type User } from '~/contract/user'
import { withoutEffect } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'

/** The intent is the button; the form has no other field. */
const ResendForm = z.object({ intent: z.literal(intents.resend) })

const CodeForm = z.object({ code: CodeField })

const NumberForm = z.object({ phone: PhoneField, ...stepUpFields })

/** Confirms the phone and opens the cabinet; after a change of the number, the profile. */
export async function confirmCode(context: RequestContext, { upstream, ...before }: AuthenticatedUser) {
  const form = await parseForm(context, CodeForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('phoneCode', before.id)
  if (wait !== null) return tooManyRequests(context, form, wait)
  try {
    const { user } = await upstream.auth.confirmPhone(form.value)
    // It may accept the code and confirm nothing, and a success without a body may be a gateway's.
    const now = user ?? (await userOnceConfirmed(context, upstream))
    if (now && !now.phoneConfirmed)
      return invalid(form, { form: context.i18n.t('errors:fallback.verification') })
    await context.session.updateUser(now ?? { ...before, phoneConfirmed: true })
  } catch (error) {
    if (!isRefusal(error)) throw error
    // The code may have been taken by an earlier post of the form.
    const user = await panel(askForUser(upstream))
    if (!user?.phoneConfirmed) {
      const fieldOf = { code_invalid: 'code', code_expired: 'code' }
      return refused(context, form, error, { fallback: 'verification', fieldOf })
    }
    await context.session.updateUser(user)
  }
  context.flash.set('phoneConfirmed')
  return redirect(fromProfile(context) ? paths.settings('profile') : paths.cabinet(), 303)
}

/** The user after a success that does not have it; null where the upstream can't be asked for its user at all. */
function userOnceConfirmed({ requestId }: RequestContext, upstream: Upstream): Promise<User | null> {
  return askForUser(upstream).catch((error: unknown) => {
    throw isRefusal(error) ? withoutEffect('auth.confirmPhone', requestId) : error
  })
}

const fromProfile = ({ url }: RequestContext) => url.searchParams.get('from') === 'profile'

/** The same page, still knowing where its reader has come from. */
const here = (context: RequestContext) => paths.phone(fromProfile(context) ? { from: 'profile' } : {})

const nextCodeIn = ({ i18n }: RequestContext, seconds: number) => i18n.t('auth:phone.resendIn', { seconds })

/** Sends another code, and stores when the next one can be requested. */
export async function resendCode(context: RequestContext, { id, upstream }: AuthenticatedUser) {
  const { device } = context
  const form = await parseForm(context, ResendForm)
  const wait = await context.limits.take('phoneResend', id)
  if (wait !== null) {
    device.keepCodeWait(wait)
    return tooManyRequests(context, form, wait, nextCodeIn(context, wait))
  }
  try {
    const { resendAfter } = await upstream.auth.resendCode()
    device.keepCodeWait(resendAfter)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.retryAfter !== undefined) device.keepCodeWait(error.retryAfter)
    return refused(context, form, error, { fallback: 'code' })
  }
  context.flash.set('codeSent')
  return redirect(here(context), 303)
}

/**
 * Takes another number, or the first one of a user who signed in by Telegram. The upstream sends it a code; that it has
 * is not said, since no answer tells. The number of an account in use, changed in the profile and not confirmed yet,
 * requires the password here as well.
 */
export async function changeNumber(context: RequestContext, investor: AuthenticatedUser) {
  const { id, upstream } = investor
  const form = await parseForm(context, NumberForm)
  if (!form.ok) return invalid(form)
  const { phone, currentPassword } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      const before = await ownUser(investor)
      if (before.phone !== phone) {
        const wait = await context.limits.take('phoneResend', id)
        if (wait !== null) return tooManyRequests(context, form, wait, nextCodeIn(context, wait))
        const { user } = await withStepUp(context, form.value, () =>
          upstream.user.profile({ phone, currentPassword }),
        ).catch(async (error: unknown) => {
          // No code was sent: the next try, with the password, need not wait for a minute.
          if (isRefusal(error) && isAboutStepUp(error)) await context.limits.giveBack('phoneResend', id)
          throw error
        })
        await context.session.updateUser(user ?? (await userAfter(context, { phone }, before)), { phone })
        context.device.keepCodeWait(codeWaitS)
        context.flash.set('numberChanged')
      }
      return redirect(here(context), 303)
    },
    { fieldOf: { phone_taken: 'phone', ...stepUpFieldOf } },
  )
}
