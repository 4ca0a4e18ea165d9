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
  // Operators withdraw nothing, and have no mails to know.
  const isInvestor = context.session.user?.role === 'investor'
  const [phrase, walletList] = await Promise.all([
    isInvestor && extensions.has('mailPhrase') ? panel(upstream.mailPhrase.read()) : null,
    isInvestor && extensions.has('walletList') ? panel(upstream.walletList.read()) : null,
  ])
  return {
    factors: items,
    recoveryCodesLeft,
    isRequired: required,
    removalAt,
    canAddPasskey: extensions.has('passkeys'),
    phraseHint: phrase?.hint,
    walletList,
  }
}
