import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused, tooManyRequests } from '~/forms/refused.server'
import { paths } from '~/paths'
import { type Investor } from '~/session/guards.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { CodeForm, ResendForm } from './form.server'

/** Confirms the phone, and the cabinet opens. */
export async function confirmCode(context: RequestContext, { id, upstream }: Investor) {
  const form = await parseForm(context, CodeForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('phoneCode', id)
  if (wait !== null) return tooManyRequests(context, form, wait)
  try {
    const { user } = await upstream.auth.confirmPhone(form.value)
    await context.session.updateUser(user)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const fieldOf = { code_invalid: 'code', code_expired: 'code' }
    return refused(context, form, error, { fallback: 'verification', fieldOf })
  }
  context.flash.set('phoneConfirmed')
  return redirect(paths.cabinet(), 303)
}

/** Sends another code, and keeps in mind when the next one can be asked for. */
export async function resendCode(context: RequestContext, { id, upstream }: Investor) {
  const { device } = context
  const form = await parseForm(context, ResendForm)
  const wait = await context.limits.take('phoneResend', id)
  if (wait !== null) {
    device.keepCodeWait(wait)
    return tooManyRequests(context, form, wait)
  }
  try {
    const { resendAfter } = await upstream.auth.resendCode()
    device.keepCodeWait(resendAfter)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.retryAfter !== undefined) device.keepCodeWait(error.retryAfter)
    return refused(context, form, error)
  }
  context.flash.set('codeSent')
  return redirect(paths.phone(), 303)
}

/** A session that is over and a page that can't be shown have their own answers. */
function isRefusal(error: unknown): error is UpstreamFailure {
  return error instanceof UpstreamFailure && error.kind !== 'unauthorized'
}
