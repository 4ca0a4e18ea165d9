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

/** Only the company knows what an upstream other than the bundled one stores, and how. */
const elsewhere = {
  account: 'site:privacy.accountElsewhereText',
  documents: 'site:privacy.documentsElsewhereText',
  rights: 'site:privacy.rightsElsewhereText',
} as const

/** An upstream that exports and erases personal data stores it as the page describes. */
export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const extensions = await publicPanel(extensionsOf(upstream, { soon: true }))
  return { isElsewhere: extensions?.has('account') === false }
}

export default function Privacy() {
  const { isElsewhere } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:privacy.title')} lead={t('site:privacy.lead')} />
      <Passages
        items={parts.map((part) => ({
          title: t(`site:privacy.${part}`),
          text: t(isElsewhere && isKeptElsewhere(part) ? elsewhere[part] : `site:privacy.${part}Text`),
        }))}
      />
    </Stack>
  )
}

const isKeptElsewhere = (part: string): part is keyof typeof elsewhere => part in elsewhere
