import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { Passages } from '~/site/passages'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'site:privacy.title', description: 'site:privacy.lead' }

const parts = ['visit', 'account', 'documents', 'why', 'who', 'long', 'rights', 'device'] as const

/** Not every upstream gives out what it holds, or erases it, by itself. */
export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const extensions = await publicPanel(extensionsOf(upstream, { soon: true }))
  return { isByLetter: extensions?.has('account') === false }
}

export default function Privacy() {
  const { isByLetter } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:privacy.title')} lead={t('site:privacy.lead')} />
      <Passages
        items={parts.map((part) => ({
          title: t(`site:privacy.${part}`),
          text: t(
            part === 'rights' && isByLetter ? 'site:privacy.rightsByLetterText' : `site:privacy.${part}Text`,
          ),
        }))}
      />
    </Stack>
  )
}
