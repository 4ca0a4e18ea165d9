import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { Passages } from '~/site/passages'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

export const handle: PageHandle = { title: 'site:privacy.title', description: 'site:privacy.lead' }

const parts = ['visit', 'account', 'documents', 'why', 'who', 'long', 'rights', 'device'] as const

export default function Privacy() {
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:privacy.title')} lead={t('site:privacy.lead')} />
      <Passages
        items={parts.map((part) => ({
          title: t(`site:privacy.${part}`),
          text: t(`site:privacy.${part}Text`),
        }))}
      />
    </Stack>
  )
}
