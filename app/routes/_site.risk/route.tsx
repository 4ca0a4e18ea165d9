import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { Passages } from '~/site/passages'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

export const handle: PageHandle = { title: 'site:risk.title', description: 'site:risk.lead' }

const risks = ['lose', 'yield', 'lock', 'price', 'cover', 'transfer', 'access', 'tax', 'decide'] as const

export default function Risk() {
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:risk.title')} lead={t('site:risk.lead')} />
      <RiskAlert more={false} />
      <Passages
        items={risks.map((risk) => ({ title: t(`site:risk.${risk}`), text: t(`site:risk.${risk}Text`) }))}
      />
    </Stack>
  )
}
