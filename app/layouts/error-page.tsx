import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { type ErrorParts, useDocumentFacts, useDocumentTitle, useTitleOf } from '~/framework/document'
import { type ErrorWords, errorWords } from '~/framework/error-words'
import { lostForm, SendAgain } from '~/forms/lost-form'
import { DemoBanner } from './banners'
import { lastDrawnKey, useRefreshing } from '~/framework/refresh'
import { SignOut } from './sign-out'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Soft, Stack } from '~/ui/layout/layout'
import { Logo } from '~/ui/logo/logo'
import { PageHeader } from '~/ui/page-header/page-header'
import * as styles from './error-page.css'

/** The page for an error that no other page handles. */
export function ErrorPage() {
  const root = useRouteLoaderData<{ isDemo: boolean }>('root')
  const { errorParts } = useDocumentFacts()
  return <ErrorView {...useErrorWords()} isDemo={root?.isDemo} parts={errorParts} />
}

/** The same inside a layout that still works; it reloads when the connection returns. */
export function ErrorInLayout() {
  const { t } = useI18n()
  const { key } = useLocation()
  const words = useErrorWords()
  if (!isLost(useRouteError())) return <WhatHappened {...words} />
  if (lastDrawnKey() === key) return <Returning title={words.title} />
  const form = lostForm()
  if (!form) return <WhatHappened {...words} />
  return (
    <Stack gap={5} width="reading">
      <div role="alert">
        <PageHeader title={words.title} lead={t('errors:page.lostForm')} />
      </div>
      <SendAgain form={form} />
    </Stack>
  )
}

/** No answer came. Errors of the server arrive as a response, or as this message. */
function isLost(error: unknown): boolean {
  return (
    !isRouteErrorResponse(error) && !(error instanceof Error && error.message === 'Unexpected Server Error')
  )
}

/** A page whose refetch failed: it reloads when the app answers. */
function Returning({ title }: { title: string }) {
  const { t } = useI18n()
  useRefreshing()
  return (
    <div role="alert">
      <PageHeader title={title} lead={t('errors:page.lostPage')} />
    </div>
  )
}

interface ErrorViewProps extends ErrorWords {
  isDemo?: boolean
  /** Only the server has them: a page that scripts run on has the name in their place. */
  parts?: ErrorParts
}

export function ErrorView({ isDemo, parts, ...words }: ErrorViewProps) {
  return (
    <>
      {isDemo && <DemoBanner />}
      {parts?.header}
      <div className={styles.page}>
        {!parts && (
          <header>
            <Logo href={paths.home()} />
          </header>
        )}
        <main>
          <Stack gap={5}>
            <WhatHappened {...words} />
            {words.isMissing && parts?.search}
            {/* A shut-out user needs a way to sign out on a shared browser: there is no layout that offers one. */}
            {words.formToken && <SignOut formToken={words.formToken} />}
          </Stack>
        </main>
      </div>
    </>
  )
}

/** What happened and where to go, and no more. */
function WhatHappened({ title, message, freshPage, requestId }: ErrorWords) {
  const { t } = useI18n()
  return (
    <Stack gap={4} width="reading">
      <PageHeader title={title} lead={message} />
      <Cluster>
        {freshPage && (
          <ButtonLink href={freshPage.href} variant="primary">
            {freshPage.label}
          </ButtonLink>
        )}
        <ButtonLink href={paths.home()}>{t('common:action.toHome')}</ButtonLink>
        <ButtonLink href={paths.shell()}>{t('common:action.toCabinet')}</ButtonLink>
      </Cluster>
      {requestId && <Soft small>{t('errors:page.requestId', { id: requestId })}</Soft>}
    </Stack>
  )
}

/**
 * The texts, and the document's title where a navigation by script led here: the document knows the requested page
 * and not that it failed.
 */
function useErrorWords(): ErrorWords {
  const words = errorWords(useRouteError(), useI18n())
  const failed = useTitleOf(words.title)
  const requested = useDocumentTitle()
  useEffect(() => {
    document.title = failed
    return () => {
      if (document.title === failed) document.title = requested
    }
  }, [failed, requested])
  return words
}
