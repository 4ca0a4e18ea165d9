import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { FactorSection, RecoveryCodesRow } from '~/identity/second-factors/factor-section'
import { loadFactors } from '~/identity/second-factors/factors.server'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { SettingRows } from '~/ui/setting-rows/setting-rows'

/** HTML only: its texts, and those of the pages below it, are not among the browser's. */
export const handle: PageHandle = { title: 'security:title', scripts: false }

export function loader({ context }: LoaderFunctionArgs) {
  return loadFactors(context)
}

export default function SecurityRoute() {
  const { recoveryCodesLeft, ...factors } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:title')} lead={t('security:lead')} />
      <FactorSection {...factors} />
      {factors.factors.length > 0 && (
        <SettingRows>
          <RecoveryCodesRow left={recoveryCodesLeft} />
        </SettingRows>
      )}
    </Stack>
  )
}
