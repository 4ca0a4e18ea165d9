import { redirect, redirectDocument } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { currentPasswordFieldOf } from '~/forms/current-password-field.server'
import { answerEdit } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { noteCodeSent } from '~/session/code-sent.server'
import { paths } from '~/paths'
import { personOf } from '~/identity/person.server'
import { withCurrentPassword } from '~/session/current-password.server'
import { type AuthenticatedUser } from '~/session/guards.server'
import { ownUser } from '~/session/own-user.server'
import { contactsForm, PersonForm } from './form.server'

/** The two stores of the page: the user's contacts, and what the user says of the person. Only what changes is sent. */

/** A new phone number closes the cabinet until it is confirmed: the way on leads to its code. */
export async function changeContacts(context: RequestContext, { upstream }: AuthenticatedUser) {
  const before = await ownUser(upstream)
  const form = await parseForm(context, contactsForm(before))
  if (!form.ok) return invalid(form)
  const fieldOf = { email_taken: 'email', phone_taken: 'phone', ...currentPasswordFieldOf }
  const { currentPassword, stepUp: _stepUp, ...contacts } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      const { user } = await withCurrentPassword(context, currentPassword, () =>
        upstream.user.profile({ ...changed(contacts, before), currentPassword }),
      )
      await context.session.updateUser(user)
      await noteCodeSent(context, user)
      // The page of the code says of itself what has to be done first.
      if (!user.phoneConfirmed) return redirectDocument(paths.phone({ from: 'profile' }), 303)
      context.flash.set('dataUpdated')
      return redirect(paths.settings('profile'), 303)
    },
    { fieldOf },
  )
}

export async function changePerson(context: RequestContext, { upstream }: AuthenticatedUser) {
  const form = await parseForm(context, PersonForm)
  if (!form.ok) return invalid(form)
  return answerEdit(context, form, async () => {
    const data = changed(form.value, await personOf(upstream))
    await upstream.userData.update({ type: 'profile', data })
    context.flash.set('dataUpdated')
    return redirect(paths.settings('profile'), 303)
  })
}

/** What was typed and differs from what is held. */
function changed<Typed extends object>(
  typed: Typed,
  held: { [Name in keyof Typed]: unknown },
): Partial<Typed> {
  const names = Object.keys(typed) as (keyof Typed)[]
  return Object.fromEntries(
    names
      .filter((name) => typed[name] !== undefined && typed[name] !== held[name])
      .map((name) => [name, typed[name]]),
  ) as Partial<Typed>
}
