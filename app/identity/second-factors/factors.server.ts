import { type RequestContext } from '~/context'
import { type FactorsPageProps } from './factors-page'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { requireFactors } from './access.server'

/** What the page of second factors shows. */
export async function loadFactors(context: RequestContext): Promise<FactorsPageProps> {
  const { upstream } = await requireFactors(context)
  const [{ items, recoveryCodesLeft, required, removalAt = null }, extensions] = await Promise.all([
    upstream.secondFactors.list(),
    extensionsOf(upstream),
  ])
  // An operator's account is asked for nothing by mail.
  const hasPhrase = extensions.has('mailPhrase') && context.session.user?.role === 'investor'
  return {
    factors: items,
    recoveryCodesLeft,
    isRequired: required,
    removalAt,
    canAddPasskey: extensions.has('passkeys'),
    phraseHint: hasPhrase ? (await panel(upstream.mailPhrase.read()))?.hint : undefined,
  }
}
