import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { isRefusal } from '~/forms/edit.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'
import { stepUpFieldOf, stepUpFields } from '~/forms/step-up-field.server'
import { factorNameField } from '~/identity/second-factors/factor-fields.server'
import { requireFactors } from '~/identity/second-factors/access.server'
import { unseenCodes } from '~/identity/second-factors/unseen-codes.server'
import { factorPathsBeside } from '~/paths'
import { type FlashKey } from '~/session/flash.server'
import { type AuthenticatedUser } from '~/session/guards.server'
import { withStepUp } from '~/session/step-up.server'
import { requireExtension } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { credentialField } from './passkey-fields.server'

/**
 * Adding a passkey, in two posts: its name, answered with what the browser makes it from, and what the browser has made.
 */

const NameForm = z.object({ name: factorNameField, ...stepUpFields })

const MadeForm = z.object({
  name: factorNameField,
  credential: credentialField,
})

/** Options that wait for the browser's passkey. */
export interface PendingPasskey {
  name: string
  /** `PublicKeyCredentialCreationOptionsJSON`, as text. */
  options: string
}

/** @throws a 404 where the upstream has no passkeys */
export async function requirePasskeys(context: RequestContext): Promise<AuthenticatedUser> {
  const user = await requireFactors(context)
  await requireExtension(user.upstream, 'passkeys')
  return user
}

/** The two posts of one page, told apart by the second one's intent. */
export async function addPasskey(context: RequestContext) {
  const { upstream } = await requirePasskeys(context)
  if (context.form?.get('intent') !== 'made') return makeOptions(context, upstream)
  const form = await parseForm(context, MadeForm)
  if (!form.ok) return invalid(form)
  try {
    const recoveryCodes = await addOnce(context, upstream, form.value)
    if (recoveryCodes) return { recoveryCodes }
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code !== 'factors_changed') return refused(context, form, error)
    return toList(context, 'factorsChanged')
  }
  return toList(context, 'factorAdded')
}

function toList({ flash, url }: RequestContext, message: FlashKey) {
  flash.set(message)
  return redirect(factorPathsBeside(url.pathname).list, 303)
}

async function makeOptions(context: RequestContext, upstream: Upstream) {
  const form = await parseForm(context, NameForm)
  if (!form.ok) return invalid(form)
  const { name, currentPassword } = form.value
  try {
    const { options } = await withStepUp(context, form.value, () =>
      upstream.passkeys.addOptions({ currentPassword }),
    )
    return { pending: { name, options } }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return refused(context, form, error, { fallback: 'editing', fieldOf: stepUpFieldOf })
  }
}

/**
 * An answer without codes says less than the list of factors: where the first answer was lost, and the form is sent again,
 * nobody has seen the codes of a first factor.
 * @returns the recovery codes of a first factor; null if there are none to show
 */
async function addOnce(
  { url }: RequestContext,
  { passkeys, secondFactors }: Upstream,
  made: { name: string; credential: string },
): Promise<string[] | null> {
  const { recoveryCodes } = await passkeys.add(made)
  if (recoveryCodes) return recoveryCodes
  const { items } = await secondFactors.list()
  return items.length === 1 ? (await unseenCodes(secondFactors, url.pathname)).recoveryCodes : null
}
