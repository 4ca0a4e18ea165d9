import { z } from 'zod'
import { type Language } from '~/contract/languages'
import { FourEyes } from '~/contract/settings'
import { versionField } from '~/content/form-schemas.server'
import { scaleOf } from '~/money/currencies'
import { compare } from '~/money/decimal'
import { parseAmount } from '~/money/parse'
import { type Upstream } from '~/upstream/types'

/** The form of the rule of four eyes. */
export function ruleForm(language: Language) {
  const Limit = z.string('amount_required').transform((typed, context) => {
    const amount = parseAmount(typed, language, scaleOf('USDT'))
    if (amount.ok) return amount.value
    context.addIssue({ code: 'custom', message: amount.code, params: amount.params, input: typed })
    return z.NEVER
  })
  return z.object({
    rule: z.enum(['on', 'off'], 'required'),
    payment: Limit,
    refill: Limit,
    reason: z.string().trim().max(300, 'too_long').optional(),
    version: versionField,
  })
}

type Rule = z.output<typeof FourEyes>

/** The rule and its version: as it is written, or as it applies where the company has written none. */
export async function readRule(upstream: Upstream): Promise<Rule & { version: string }> {
  const [{ value, version }, { rules }] = await Promise.all([
    upstream.operator.setting({ key: 'fourEyes' }),
    upstream.operator.proposals({ limit: 1 }),
  ])
  return { ...(FourEyes.safeParse(value).data ?? rules), version }
}

export const isSameRule = (one: Rule, other: Rule): boolean =>
  one.on === other.on &&
  compare(one.over.payment, other.over.payment) === 0 &&
  compare(one.over.refill, other.over.refill) === 0
