import { z } from 'zod'
import { type RequestContext } from '~/context'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { withStepUp } from '~/session/step-up.server'
import { requireFactors } from './access.server'

/** Only this answer has the codes; no page could show them again. */
export async function renewRecoveryCodes(context: RequestContext) {
  const { upstream } = await requireFactors(context)
  const form = await parseForm(context, z.object(stepUpFields))
  if (!form.ok) return invalid(form)
  return answerEdit(
    context,
    form,
    () => withStepUp(context, form.value, () => upstream.secondFactors.renewRecoveryCodes()),
    { fieldOf: stepUpFieldOf },
  )
}
