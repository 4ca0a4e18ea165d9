import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { MailPhrase } from '~/contract/extensions/mail-phrase'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { withStepUp } from '~/session/step-up.server'
import { withoutEffect } from '~/upstream/failure.server'
import { requireExtension } from '~/upstream/settings.server'

const PhraseForm = z.object({
  /** Left empty to have none. */
  phrase: z
    .string()
    .refine((text) => MailPhrase.safeParse(text).success, 'mail_phrase_invalid')
    .optional(),
  ...stepUpFields,
})

/** @throws a 404 where the upstream's mails carry no phrase */
export async function requireMailPhrase(context: RequestContext) {
  const investor = await requireInvestor(context)
  await requireExtension(investor.upstream, 'mailPhrase')
  return investor
}

/** Sets the phrase, or takes it away; sent again it changes nothing. */
export async function setMailPhrase(context: RequestContext) {
  const { upstream } = await requireMailPhrase(context)
  const form = await parseForm(context, PhraseForm)
  if (!form.ok) return invalid(form)
  const { phrase = null, currentPassword } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      const set = await withStepUp(context, form.value, () =>
        upstream.mailPhrase.set({ phrase, currentPassword }),
      )
      const { hint } = set.hint === null ? await upstream.mailPhrase.read() : set
      if ((hint === null) !== (phrase === null)) throw withoutEffect('mailPhrase.set', context.requestId)
      context.flash.set('dataUpdated')
      return redirect(paths.settings('security'), 303)
    },
    { fieldOf: { phrase_is_password: 'phrase', ...stepUpFieldOf } },
  )
}
