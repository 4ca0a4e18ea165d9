import { type RequestContext } from '~/context'
import { type FactorsPageProps } from './factors-page'
import { requireFactors } from './access.server'

/** What the page of second factors shows. */
export async function loadFactors(context: RequestContext): Promise<FactorsPageProps> {
  const { upstream } = await requireFactors(context)
  const { items, recoveryCodesLeft, required, removalAt = null } = await upstream.secondFactors.list()
  return { factors: items, recoveryCodesLeft, isRequired: required, removalAt }
}
