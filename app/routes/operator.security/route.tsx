import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { FactorSections } from '~/identity/second-factors/factor-sections'
import { loadFactors } from '~/identity/second-factors/factors.server'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

/** HTML only: its texts, and those of the pages below it, are not among the browser's. */
export const handle: PageHandle = { title: 'security:title', scripts: false }

export function loader({ context }: LoaderFunctionArgs) {
  return loadFactors(context)
}

export default function SecurityRoute() {
  const factors = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('security:title')} lead={t('security:lead')} />
      <FactorSections {...factors} />
    </Stack>
  )
}
