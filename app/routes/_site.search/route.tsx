import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { entriesFor } from '~/site/search.server'
import { PlacesInstead } from '~/site/places-instead'
import { SearchForm } from '~/site/search-form'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { searchEntries } from './entries.server'
import * as styles from './search.css'

/** Without a description it is not for search engines. */
export const handle: PageHandle = {
  title: titleBy<Data>('site:search.title', ({ words }, { t }) => titleOf(t('site:search.title'), words)),
  query: ['q'],
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context: { upstream, url, i18n } }: LoaderFunctionArgs) {
  const words = url.searchParams.get('q')?.trim() ?? ''
  const found = words ? entriesFor(words, await searchEntries(upstream, i18n)) : []
  return { words, found }
}

export default function Search() {
  const { words, found } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:search.title')} />
      <SearchForm words={words} />
      {words !== '' && found.length === 0 && (
        <EmptyState title={t('site:search.none', { words })}>{t('site:search.noneText')}</EmptyState>
      )}
      {found.length === 0 && <PlacesInstead />}
      {found.length > 0 && (
        <section aria-labelledby="found">
          <h2 id="found" className={styles.count}>
            {t('site:search.found', { count: found.length })}
          </h2>
          <ul role="list" className={styles.list}>
            {found.map(({ title, text, href }) => (
              <li key={title} className={styles.entry}>
                <Link href={href} lang={langOf(title)}>
                  {title}
                </Link>
                {text && <p lang={langOf(text)}>{text}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}
