import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { FactorSection, RecoveryCodesRow } from '~/identity/second-factors/factor-section'
import { loadFactors } from '~/identity/second-factors/factors.server'
import { WalletListState } from '~/investments/wallet-list-state'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { SettingRow, SettingRows } from '~/ui/setting-rows/setting-rows'
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
  const hasFactor = factors !== null && factors.factors.length > 0
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:title')} lead={factors ? t('security:lead') : undefined} />
      {factors && <FactorSection {...factors} />}
      {(hasFactor || walletList || phrase) && (
        <SettingRows>
          {hasFactor && <RecoveryCodesRow left={factors.recoveryCodesLeft} />}
          {walletList && (
            <SettingRow
              id="wallets"
              title={t('security:walletList.section')}
              action={<ButtonLink href={paths.walletList()}>{t('security:walletList.manage')}</ButtonLink>}
            >
              <WalletListState list={walletList} />
            </SettingRow>
          )}
          {phrase && <PhraseRow {...phrase} />}
        </SettingRows>
      )}
    </Stack>
  )
}

/** @param hint how the phrase begins; null without one */
function PhraseRow({ hint }: { hint: string | null }) {
  const { t } = useI18n()
  return (
    <SettingRow
      id="phrase"
      title={t('security:phrase.section')}
      action={
        <ButtonLink href={paths.mailPhrase()}>
          {t(hint ? 'security:phrase.change' : 'security:phrase.set')}
        </ButtonLink>
      }
    >
      {hint ? t('security:phrase.isSet', { hint }) : t('security:phrase.none')}
    </SettingRow>
  )
}
