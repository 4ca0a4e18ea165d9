import { z } from 'zod'
import { maritalStatuses } from '~/contract/user-data'
import { BirthDateField } from '~/forms/day-fields.server'
import { CodeField, EmailField, OptionalEmailField } from '~/forms/field-schemas.server'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { mergeStored, overtaken, shownField } from '~/forms/shown-values.server'
import { phoneField } from '~/identity/field-schemas.server'
import { redirect, redirectDocument } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { answerEdit, isRefusal } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { noteCodeSent } from '~/session/code-sent.server'
import { paths } from '~/paths'
import { type Person, personIn, personOf } from '~/identity/person.server'
import { withStepUp } from '~/session/step-up.server'
import { type AuthenticatedUser } from '~/session/guards.server'
import { askForUser, ownUser, userAfter, userDespite } from '~/session/own-user.server'
import { type User } from '~/contract/user'
import { type I18n } from '~/locale/create'
import { refused, tooManyRequests } from '~/forms/refused.server'
import { extensionsOf } from '~/upstream/settings.server'
import { isRefusedChange } from '~/upstream/failure.server'
import { panel, publicPanel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { emailIntents } from './intent'

/**
 * The two forms of the page: the user's contacts and the personal data. Only changes are sent; an emptied field is
 * removed.
 */

const contactNames = ['email', 'phone', 'country', 'city', 'instagram', 'telegram', 'vk'] as const
const personNames = ['fullName', 'birthDate', 'maritalStatus'] as const

/** The values that the page shows, and its form sends along. */
export const contactsOf = (user: User) => picked(user, contactNames)

/** Blanks alone are nothing. */
const emptied = <Value extends string>(typed: Value | undefined): Value | null => typed || null

const ShortText = z.string().trim().max(80, 'too_long').optional().transform(emptied)

/**
 * A user without an e-mail, as by Telegram, may stay without; an existing one can be changed and not removed.
 * @param held the stored contacts
 */
const contactsForm = (held: { email: string | null; phone: string | null }) =>
  z.object({
    email: held.email === null ? OptionalEmailField : EmailField,
    phone: phoneField(held.phone),
    country: ShortText,
    city: ShortText,
    instagram: ShortText,
    telegram: ShortText,
    vk: ShortText,
    ...stepUpFields,
    ...shownField,
  })
export type Contacts = Pick<z.output<ReturnType<typeof contactsForm>>, (typeof contactNames)[number]>

const PersonForm = z.object({
  fullName: z.string().trim().max(200, 'too_long').optional().transform(emptied),
  birthDate: BirthDateField.optional().transform(emptied),
  maritalStatus: z.enum(maritalStatuses, 'invalid').optional().transform(emptied),
  ...shownField,
})

/** A new phone number closes the cabinet until it is confirmed, so this redirects to the page of its code. */
export async function changeContacts(context: RequestContext, investor: AuthenticatedUser) {
  const { upstream } = investor
  const before = await ownUser(investor)
  const stored = contactsOf(before)
  const { typed, changedElsewhere } = mergeStored(context, stored, contactNames)
  const form = await parseForm(context, contactsForm(before))
  if (!form.ok) return invalid(form)
  const fieldOf = { email_taken: 'email', phone_taken: 'phone', ...stepUpFieldOf }
  const { currentPassword } = form.value
  const at = changedElsewhere.filter((name) => !isSameText(form.value[name], stored[name]))
  if (at.length > 0) return invalid(form, overtaken(context, stored, { names: contactNames, at }))
  return answerEdit(
    context,
    form,
    async () => {
      const change = changed(picked(form.value, typed), stored)
      // No call without a change: an upstream may refuse it as a mistake.
      if (namesIn(change).length === 0) return saved(context)
      const user = await withStepUp(context, form.value, () =>
        upstream.user.profile({ ...change, currentPassword }),
      ).then(
        async (answer) => answer.user ?? (await userAfter(context, change, before)),
        (error: unknown) => userDespite(upstream, change, error),
      )
      await context.session.updateUser(user, change)
      await noteCodeSent(context, user)
      // The page of the code states what has to be done first.
      if (!user.phoneConfirmed) return redirectDocument(paths.phone({ from: 'profile' }), 303)
      return saved(context)
    },
    { fieldOf },
  )
}

function saved({ flash }: RequestContext) {
  flash.set('dataUpdated')
  return redirect(paths.settings('profile'), 303)
}

export async function changePerson(context: RequestContext, { upstream }: AuthenticatedUser) {
  const form = await parseForm(context, PersonForm)
  if (!form.ok) return invalid(form)
  return answerEdit(context, form, async () => {
    const before = await personOf(upstream)
    const { typed, changedElsewhere } = mergeStored(context, before, personNames)
    const at = changedElsewhere.filter((name) => !isSameText(form.value[name], before[name]))
    const wordOf = wordIn(before, context.i18n)
    if (at.length > 0) return invalid(form, overtaken(context, before, { names: personNames, at, wordOf }))
    const data = changed(picked(form.value, typed), before)
    if (namesIn(data).length === 0) return saved(context)
    // The upstream may write a value in its own way; one that it does not answer at all is none.
    const isHeld = (now: Person) =>
      namesIn(data).every(
        (name) => now[name] !== before[name] && (now[name] === null) === (data[name] === null),
      )
    const answer = await upstream.userData.update({ type: 'profile', data }).catch(async (error: unknown) => {
      // What was typed is stored all the same: a refusal does not undo it.
      const now = isRefusedChange(error) ? await publicPanel(personOf(upstream)) : null
      if (!now || namesIn(data).some((name) => now[name] !== data[name])) throw error
      return null
    })
    if (answer?.type !== 'profile' || !isHeld(personIn(answer))) {
      // It may accept the form and store only a part of it. If this can't be read back now, the answer is trusted.
      const now = await panel(personOf(upstream))
      if (now && !isHeld(now)) return invalid(form, { form: context.i18n.t('refusals:fallback.editing') })
    }
    return saved(context)
  })
}

/** Whether a value is what is stored: the upstream may write an e-mail in its own letters. */
const isSameText = (typed: string | null | undefined, stored: string | null): boolean =>
  (typed ?? '').toLowerCase() === (stored ?? '').toLowerCase()

/** The stored personal data in the reader's words. */
const wordIn =
  ({ fullName, birthDate, maritalStatus }: Person, { t, has, day }: I18n) =>
  (name: (typeof personNames)[number]): string => {
    const status = `settings:person.marital.${maritalStatus}`
    if (name === 'birthDate') return birthDate ? day(birthDate) : ''
    return name === 'maritalStatus' ? (has(status) ? t(status) : '') : (fullName ?? '')
  }

const picked = <Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>

/** The typed values that differ from the stored ones. */
function changed<Typed extends object>(
  typed: Typed,
  held: { [Name in keyof Typed]: unknown },
): Partial<Typed> {
  return Object.fromEntries(
    namesIn(typed)
      .filter((name) => typed[name] !== undefined && typed[name] !== held[name])
      .map((name) => [name, typed[name]]),
  ) as Partial<Typed>
}

const namesIn = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[]

/** The form says which address it is about; one of an earlier release does not. */
const ConfirmForm = z.object({ code: CodeField, pendingEmail: z.string().optional() })

/** The intent is the button; the form has no other field. */
const ResendForm = z.object({ intent: z.literal(emailIntents.resend) })

/** The address that waits for its code; null where none does, or where the upstream confirms none. */
export async function pendingEmailOf(
  upstream: Upstream,
  { pendingEmail }: Pick<User, 'pendingEmail'>,
): Promise<string | null> {
  if (!pendingEmail) return null
  return (await extensionsOf(upstream)).has('emailConfirmation') ? pendingEmail : null
}

/**
 * Confirms the e-mail by the code that was sent to it. An earlier post of the form may have used the code: then the account has
 * the address of the form. That no address waits any more does not say so, since it may have been given up, or have become
 * another account's.
 */
export async function confirmEmail(context: RequestContext, { id, upstream }: AuthenticatedUser) {
  const form = await parseForm(context, ConfirmForm)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('emailCode', id)
  if (wait !== null) return tooManyRequests(context, form, wait)
  const { code, pendingEmail } = form.value
  try {
    const { user } = await upstream.emailConfirmation.confirm({ code })
    await context.session.updateUser(user)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const user = await panel(askForUser(upstream))
    const isConfirmed = user !== null && hasConfirmed(user, pendingEmail)
    if (!user || (user.pendingEmail && !isConfirmed)) {
      const fieldOf = { code_invalid: 'code', code_expired: 'code' }
      return refused(context, form, error, { fallback: 'verification', fieldOf })
    }
    await context.session.updateUser(user)
    // The page has no form of a code any more that could show an error.
    context.flash.set(isConfirmed ? 'emailConfirmed' : 'emailNotWaiting')
    return redirect(paths.settings('profile'), 303)
  }
  context.flash.set('emailConfirmed')
  return redirect(paths.settings('profile'), 303)
}

/** An account without a confirmed address shows the one that waits as its own. */
const hasConfirmed = ({ email, emailConfirmed, pendingEmail }: User, address: string | undefined): boolean =>
  address !== undefined &&
  email !== null &&
  isSameText(address, email) &&
  !isSameText(address, pendingEmail ?? null) &&
  emailConfirmed !== false

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

/** What can't be changed, with its words: the browser has none of them. An upstream may know neither. */
export function factsOf({ registeredAt, inviter }: User, { t, date }: I18n) {
  return [
    { term: t('investors:case.registered'), value: registeredAt && date(registeredAt) },
    { term: t('investors:case.inviter'), value: inviter },
  ]
}
