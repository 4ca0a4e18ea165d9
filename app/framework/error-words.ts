import { isRouteErrorResponse } from '@remix-run/react'
import { type I18n } from '~/locale/create'

/** The texts of an error page. */
export interface ErrorWords {
  title: string
  message: string
  /** The page whose older copy, or another account's, sent the form: there stands a form that can be sent. */
  freshPage?: { href: string; label: string }
  /** There is no such page. */
  isMissing?: boolean
  /** For a report to support. */
  requestId?: string
  /** For the sign-out form, if the signed-in user has no access. */
  formToken?: string
}

/** A failure of the upstream carries its own sentence (`app/upstream/failure-pages.server.ts`). */
export function errorWords(error: unknown, { t }: I18n): ErrorWords {
  if (!isRouteErrorResponse(error))
    return { title: t('errors:page.failure'), message: t('errors:page.failureText') }
  const { message, requestId, formToken, freshPage } = (error.data ?? {}) as Partial<ErrorWords>
  if (error.status === 404)
    return { title: t('errors:page.notFound'), message: t('errors:page.notFoundText'), isMissing: true }
  if (error.status === 405) return { title: t('errors:page.failure'), message: t('errors:page.methodText') }
  return {
    title: t('errors:page.failure'),
    message: message ?? t('errors:page.failureText'),
    requestId,
    formToken,
    freshPage,
  }
}
