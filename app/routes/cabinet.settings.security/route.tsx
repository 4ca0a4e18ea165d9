import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { FactorSections } from '~/identity/second-factors/factor-sections'
import { loadFactors } from '~/identity/second-factors/factors.server'
import { WalletListState } from '~/investments/wallet-list-state'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { panel } from '~/upstream/panel.server'
import { extensionsOf, securityExtensions } from '~/upstream/settings.server'

/** HTML only: its texts, and those of the pages below it, are not among the browser's. */
export const handle: PageHandle = { title: 'security:title', scripts: false }

/**
 * A part is null where the upstream has none, or can't say.
 * @throws a 404 where it has none of them
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const extensions = await extensionsOf(upstream)
  if (!securityExtensions.some((name) => extensions.has(name))) throw new Response(null, { status: 404 })
  const [factors, walletList, phrase] = await Promise.all([
    extensions.has('secondFactors') ? loadFactors(context) : null,
    extensions.has('walletList') ? panel(upstream.walletList.read()) : null,
    extensions.has('mailPhrase') ? panel(upstream.mailPhrase.read()) : null,
  ])
  return { factors, walletList, phrase }
}

export default function SecurityRoute() {
  const { factors, walletList, phrase } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:title')} lead={factors ? t('security:lead') : undefined} />
      {factors && <FactorSections {...factors} />}
      {walletList && (
        <Section id="wallets" title={t('security:walletList.section')}>
          <Stack gap={4}>
            <WalletListState list={walletList} />
            <div>
              <ButtonLink href={paths.walletList()}>{t('security:walletList.manage')}</ButtonLink>
            </div>
          </Stack>
        </Section>
      )}
      {phrase && <PhraseSection {...phrase} />}
    </Stack>
  )
}

/** @param hint how the phrase begins; null without one */
function PhraseSection({ hint }: { hint: string | null }) {
  const { t } = useI18n()
  return (
    <Section id="phrase" title={t('security:phrase.section')}>
      <Stack gap={4}>
        <p>{hint ? t('security:phrase.isSet', { hint }) : t('security:phrase.none')}</p>
        <div>
          <ButtonLink href={paths.mailPhrase()}>
            {t(hint ? 'security:phrase.change' : 'security:phrase.set')}
          </ButtonLink>
        </div>
      </Stack>
    </Section>
  )
}
