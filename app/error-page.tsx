import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { DemoBanner } from './frame/demo-banner'
import { useI18n } from './i18n/context'
import { type I18n } from './i18n/create'
import { paths } from './paths'
import { ButtonLink } from './ui/button/button'
import { Cluster, Soft, Stack } from './ui/layout/layout'
import { Logo } from './ui/logo/logo'
import { PageHeader } from './ui/page-header/page-header'
import * as styles from './error-page.css'

/** The page for whatever no other page had words for. */
export function ErrorPage() {
  const root = useRouteLoaderData<{ isDemo: boolean }>('root')
  return <ErrorView {...describe(useRouteError(), useI18n())} isDemo={root?.isDemo} />
}

export interface ErrorWords {
  title: string
  message: string
  /** Where it helps whoever is asked about it. */
  requestId?: string
}

/** What happened and where to go, and no more. */
export function ErrorView({ title, message, requestId, isDemo }: ErrorWords & { isDemo?: boolean }) {
  const { t } = useI18n()
  return (
    <>
      {isDemo && <DemoBanner />}
      <div className={styles.page}>
        <header>
          <Logo href={paths.home()} />
        </header>
        <main>
          <Stack gap={4} width="reading">
            <PageHeader title={title} lead={message} />
            <Cluster>
              <ButtonLink href={paths.home()}>{t('common:action.toHome')}</ButtonLink>
              <ButtonLink href={paths.shell()}>{t('common:action.toCabinet')}</ButtonLink>
            </Cluster>
            {requestId && <Soft small>{t('errors:page.requestId', { id: requestId })}</Soft>}
          </Stack>
        </main>
      </div>
    </>
  )
}

/** A failure of the upstream carries its own sentence (`app/upstream/failure-pages.server.ts`). */
function describe(error: unknown, { t }: I18n): ErrorWords {
  if (!isRouteErrorResponse(error))
    return { title: t('errors:page.failure'), message: t('errors:page.failureText') }
  const { message, requestId } = (error.data ?? {}) as { message?: string; requestId?: string }
  if (error.status === 404)
    return { title: t('errors:page.notFound'), message: t('errors:page.notFoundText') }
  if (error.status === 405) return { title: t('errors:page.failure'), message: t('errors:page.methodText') }
  return { title: t('errors:page.failure'), message: message ?? t('errors:page.failureText'), requestId }
}
