import { type RequestContext } from '~/context'
import { extensionsOf } from '~/upstream/settings.server'
import { requireFactors } from './access.server'
import { type FactorSectionProps } from './factor-section'

export interface Factors extends FactorSectionProps {
  recoveryCodesLeft: number
}

/** The second factors of whoever is signed in, and what can be added to them. */
export async function loadFactors(context: RequestContext): Promise<Factors> {
  const { upstream } = await requireFactors(context)
  const [{ items, recoveryCodesLeft, required, removalAt = null }, extensions] = await Promise.all([
    upstream.secondFactors.list(),
    extensionsOf(upstream),
  ])
  const canAddPasskey = extensions.has('passkeys')
  return { factors: items, recoveryCodesLeft, isRequired: required, removalAt, canAddPasskey }
}
