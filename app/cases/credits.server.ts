import { z } from 'zod'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { errorText } from '~/locale/error-text'
import { type I18n } from '~/locale/create'
import { widestScale } from '~/money/currencies'
import { parseAmount } from '~/money/parse'
import { maxCases } from './several-posted.server'

/**
 * The transfers by which several top-ups are credited: what has arrived is typed for each, and never taken from what was
 * requested. A top-up without one is left out.
 */

/** A transfer as it is sent. */
export interface Credit {
  creditedAmount: string
  transactionHash: string
}

/** By the ids of their top-ups. */
export type Credits = ReadonlyMap<string, Credit>

export const CreditFields = z
  .array(
    z
      .object({
        creditedAmount: z.string().trim().max(64, 'too_long').optional(),
        transactionHash: z.string().trim().max(256, 'too_long').optional(),
      })
      .optional(),
  )
  .max(maxCases)
  .optional()
type Typed = z.output<typeof CreditFields>

/** Whether the posted decision needs a transfer for each case. */
export const needsCredits = (form: FormData | null, queue: CaseQueue): boolean =>
  queue === 'refills' && form?.get('decision') === 'approve'

interface ReadCredits {
  byCase: Credits
  /** What is wrong with them, at their fields. */
  problems: { fields?: Record<string, string>; form?: string } | null
}

/** @param typed in the order of the chosen cases */
export function readCredits(typed: Typed, chosen: readonly string[], i18n: I18n): ReadCredits {
  const byCase = new Map<string, Credit>()
  const fields: Record<string, string> = {}
  for (const [place, id] of chosen.entries()) {
    const { creditedAmount = '', transactionHash = '' } = typed?.[place] ?? {}
    if (creditedAmount === '' && transactionHash === '') continue
    const amount = readAmount(creditedAmount, i18n)
    if (amount.problem !== null) fields[fieldName(place, 'creditedAmount')] = amount.problem
    if (transactionHash === '') fields[fieldName(place, 'transactionHash')] = i18n.t('refusals:code.required')
    if (amount.value !== null) byCase.set(id, { creditedAmount: amount.value, transactionHash })
  }
  if (Object.keys(fields).length > 0) return { byCase, problems: { fields } }
  return { byCase, problems: byCase.size === 0 ? { form: i18n.t('cases:credits.nothing') } : null }
}

function readAmount(typed: string, i18n: I18n) {
  if (typed === '') return { value: null, problem: i18n.t('refusals:code.amount_required') }
  const amount = parseAmount(typed, i18n.language, widestScale)
  if (amount.ok) return { value: amount.value, problem: null }
  return {
    value: null,
    problem: errorText(i18n, amount.code, amount.params) ?? i18n.t('refusals:code.invalid'),
  }
}

/** The fields as they were typed, to be sent once more. */
export function typedCredits(typed: Typed): Record<string, string> {
  const fields = (typed ?? []).flatMap((one, place) =>
    Object.entries(one ?? {}).map(([name, text]): [string, string] => [fieldName(place, name), text ?? '']),
  )
  return { ...Object.fromEntries(fields), credited: '1' }
}

const fieldName = (place: number, name: string) => `credits[${place}].${name}`
