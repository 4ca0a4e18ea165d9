import { type RequestContext } from '~/context'
import { type FactorsPageProps } from './factors-page'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { requireFactors } from './access.server'

/** What the page of second factors shows. */
export async function loadFactors(context: RequestContext): Promise<FactorsPageProps> {
  const { upstream } = await requireFactors(context)
  const extensions = await extensionsOf(upstream)
  // Operators withdraw nothing, and have no mails to know.
  const has = (name: string) => context.session.user?.role === 'investor' && extensions.has(name)
  const [{ items, recoveryCodesLeft, required, removalAt = null }, phrase, walletList] = await Promise.all([
    upstream.secondFactors.list(),
    has('mailPhrase') ? panel(upstream.mailPhrase.read()) : null,
    has('walletList') ? panel(upstream.walletList.read()) : null,
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
