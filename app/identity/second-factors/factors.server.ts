import { type RequestContext } from '~/context'
import { extensionsOf } from '~/upstream/settings.server'
import { type FactorsPageProps } from './factors-page'
import { requireFactors } from './access.server'

/** What the page of second factors shows. */
export async function loadFactors(context: RequestContext): Promise<FactorsPageProps> {
  const { upstream } = await requireFactors(context)
  const [{ items, recoveryCodesLeft, required, removalAt = null }, extensions] = await Promise.all([
    upstream.secondFactors.list(),
    extensionsOf(upstream),
  ])
  const canAddPasskey = extensions.has('passkeys')
  return { factors: items, recoveryCodesLeft, isRequired: required, removalAt, canAddPasskey }
}
