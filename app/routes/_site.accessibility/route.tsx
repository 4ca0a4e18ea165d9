import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { Passages } from '~/site/passages'
import { sitePagesOf } from '~/site/site-pages.server'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'

export const handle: PageHandle = {
  title: 'site:accessibility.title',
  description: 'site:accessibility.lead',
}

const parts = ['aim', 'ways', 'browsers', 'missing', 'write'] as const

/** What holds of WCAG 2.2 and what does not, in short; `docs/accessibility.md` has each criterion. */
/** A company that has named no contacts has no page of them. */
export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  return { hasContacts: (await sitePagesOf(upstream)).contacts }
}

export default function Accessibility() {
  const { hasContacts } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:accessibility.title')} lead={t('site:accessibility.lead')} />
      <Passages
        items={parts.map((part) => ({
          title: t(`site:accessibility.${part}`),
          text:
            part === 'write' && hasContacts ? (
              <>
                {t('site:accessibility.writeText')}{' '}
                <Link href={paths.contacts()}>{t('site:accessibility.writeLink')}</Link>
              </>
            ) : (
              t(`site:accessibility.${part}Text`)
            ),
        }))}
      />
    </Stack>
  )
}
