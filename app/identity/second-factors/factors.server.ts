import { type RequestContext } from '~/context'
import { type FactorsPageProps } from './factors-page'
import { extensionsOf } from '~/upstream/settings.server'
import { requireFactors } from './access.server'

/** What the page of second factors shows. */
export async function loadFactors(context: RequestContext): Promise<FactorsPageProps> {
  const { upstream } = await requireFactors(context)
  const { items, recoveryCodesLeft, required, removalAt = null } = await upstream.secondFactors.list()
  const canAddPasskey = (await extensionsOf(upstream)).has('passkeys')
  return { factors: items, recoveryCodesLeft, isRequired: required, removalAt, canAddPasskey }
}
