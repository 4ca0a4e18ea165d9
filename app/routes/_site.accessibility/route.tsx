import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { Passages } from '~/site/passages'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

export const handle: PageHandle = {
  title: 'site:accessibility.title',
  description: 'site:accessibility.lead',
}

const parts = ['aim', 'ways', 'browsers', 'missing', 'write'] as const

/** What holds of WCAG 2.2 and what does not, in short; `docs/accessibility.md` has each criterion. */
export default function Accessibility() {
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:accessibility.title')} lead={t('site:accessibility.lead')} />
      <Passages
        items={parts.map((part) => ({
          title: t(`site:accessibility.${part}`),
          text: t(`site:accessibility.${part}Text`),
        }))}
      />
    </Stack>
  )
}
