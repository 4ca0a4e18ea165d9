import { z } from 'zod'
import { EmailField } from '~/forms/field-schemas.server'
import {
  decideUser,
  endSessions,
  removeFactors,
  replaceContacts,
  unfreezeUser,
} from '~/money-forms/definitions/investor-changes.server'
import { type InvestorCase } from '~/contract/extensions/operator/investors'
import { type InvestorChange } from '~/operator-paths'

/** The changes of an account that are a reason and a button, by the last part of their address. */

/** The reason in the operator's words, and since when there is what the page takes back. */
export const ReasonForm = z.object({
  reason: z.string('required').trim().min(1, 'required').max(300, 'too_long'),
  since: z.string().max(64, 'invalid').optional(),
})

/** The reason, and the address that becomes the only contact. */
const ReplacementForm = ReasonForm.extend({ email: EmailField })

type ChangeName = Exclude<InvestorChange, 'correct'>

/** The form of each change, and the name by which the contract previews it. */
export const forms = {
  suspend: { form: decideUser.name, previewed: 'suspend' },
  restore: { form: decideUser.name, previewed: 'restore' },
  'end-sessions': { form: endSessions.name, previewed: 'end_sessions' },
  unfreeze: { form: unfreezeUser.name, previewed: 'unfreeze' },
  'remove-factors': { form: removeFactors.name, previewed: 'remove_factors' },
  'replace-contacts': { form: replaceContacts.name, previewed: 'replace_contacts' },
  'keep-contacts': { form: replaceContacts.name, previewed: 'keep_contacts' },
} as const satisfies Record<ChangeName, unknown>

/** @throws Response 404 for an address that names none */
export function changeNamed(name: string): ChangeName {
  if (!Object.hasOwn(forms, name)) throw new Response(null, { status: 404 })
  return name as ChangeName
}

/**
 * Since when there is what a change takes back, such as a freeze; null for other changes, and where there is nothing. A page
 * that was opened before another one of them began must not take that back: its operator has not read of it.
 */
export function beganAt({ user }: Pick<InvestorCase, 'user'>, change: ChangeName): string | null {
  switch (change) {
    case 'restore':
      return user.suspended?.since ?? null
    case 'unfreeze':
      return user.frozenSince ?? null
    case 'keep-contacts':
      return user.contactReplacement?.at ?? null
    case 'suspend':
    case 'end-sessions':
    case 'remove-factors':
    case 'replace-contacts':
      return null
  }
}

/** What is typed for a change. */
export const typedFor = (change: ChangeName) =>
  change === 'replace-contacts' ? ReplacementForm : ReasonForm.extend({ email: EmailField.optional() })
