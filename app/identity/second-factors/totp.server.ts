import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'
import { isRefusal } from '~/forms/edit.server'
import { type QrDrawing, drawQr } from '~/investments/qr.server'
import { type RequestContext } from '~/context'
import { factorPathsBeside } from '~/paths'
import { withStepUp } from '~/session/step-up.server'
import { UpstreamFailure, withoutEffect } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'
import { requireFactors } from './access.server'
import { FactorCodeForm, factorNameField } from './factor-fields.server'
import { unseenCodes } from './unseen-codes.server'

/**
 * Adding an authenticator app, in two posts: its name, answered with the secret, and a code of it. The upstream tells the
 * secret once, so the second form carries it, for the page that shows a wrong code.
 */

const NameForm = z.object({ name: factorNameField, ...stepUpFields })

const ConfirmForm = FactorCodeForm.extend({
  id: z.string('invalid').max(128, 'invalid'),
  secret: z.string('invalid').regex(/^[A-Z2-7]{16,128}$/, 'invalid'),
  uri: z.string('invalid').startsWith('otpauth://totp/', 'invalid').max(512, 'invalid'),
})

/** A secret that waits for the first code of its app. */
export interface PendingTotp {
  id: string
  secret: string
  uri: string
  qr: QrDrawing
}

const pending = (made: Omit<PendingTotp, 'qr'>): PendingTotp => ({ ...made, qr: drawQr(made.uri) })

/** The two posts of one page, told apart by the second one's intent. */
export async function addTotp(context: RequestContext) {
  const { upstream } = await requireFactors(context)
  if (context.form?.get('intent') !== 'confirm') return makeSecret(context, upstream)
  const answer = await confirmApp(context, upstream)
  if (answer) return answer
  context.flash.set('factorAdded')
  return redirect(factorPathsBeside(context.url.pathname).list, 303)
}

/** Makes the secret; this answer alone shows it. */
async function makeSecret(context: RequestContext, upstream: Upstream) {
  const form = await parseForm(context, NameForm)
  if (!form.ok) return invalid(form)
  const { name, currentPassword } = form.value
  try {
    const made = await withStepUp(context, form.value, () =>
      upstream.secondFactors.addTotp({ name, currentPassword }),
    )
    return { pending: pending(made) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(context, form, error, { fallback: 'editing', fieldOf: stepUpFieldOf })
  }
}

/**
 * Confirms the app. The recovery codes of a first factor are in the upstream's answer alone: where that was lost, and the
 * form is sent again, nobody has seen them, so they are made anew.
 * @returns null if there are none to show
 */
async function confirmApp(context: RequestContext, upstream: Upstream) {
  const form = await parseForm(context, ConfirmForm)
  if (!form.ok) return again(context, invalid(form))
  const { id, code } = form.value
  try {
    const { recoveryCodes } = await confirmOnce(context, upstream, { id, code })
    return recoveryCodes ? { recoveryCodes } : null
  } catch (error) {
    if (!isRefusal(error)) throw error
    const fieldOf = { factor_code_invalid: 'code' }
    if (error.kind !== 'not_found') return again(context, refused(context, form, error, { fieldOf }))
    return invalid(form, { form: context.i18n.t('security:totp.late') })
  }
}

/**
 * An answer without codes, and a refusal of a secret that is confirmed already, say less than the list of factors.
 * @throws UpstreamFailure not_found for a secret that has waited too long, or that another one has replaced
 */
async function confirmOnce(
  { requestId, url }: RequestContext,
  { secondFactors }: Upstream,
  request: { id: string; code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const answer = await secondFactors.confirmTotp(request).catch((error: unknown) => {
    if (isRefusal(error) && error.kind === 'not_found') return error
    throw error
  })
  if (!(answer instanceof UpstreamFailure) && answer.recoveryCodes) return answer
  const { items } = await secondFactors.list()
  if (items.some(({ id }) => id === request.id))
    return items.length === 1 ? unseenCodes(secondFactors, url.pathname) : { recoveryCodes: null }
  if (answer instanceof UpstreamFailure) throw answer
  throw withoutEffect('secondFactors.confirmTotp', requestId)
}

/** The page with the same secret, if the posted one can be one. */
function again({ form }: RequestContext, answer: ReturnType<typeof invalid>) {
  const [id, secret, uri] = ['id', 'secret', 'uri'].map((name) => form?.get(name))
  const posted = ConfirmForm.omit({ code: true }).safeParse({ id, secret, uri })
  if (!posted.success) return answer
  return { ...answer, data: { ...answer.data, pending: pending(posted.data) } }
}
