import { type AppLoadContext, type EntryContext, type LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { DocumentFactsProvider, type ErrorParts } from '~/framework/document'
import { I18nProvider } from '~/locale/context'
import { gatherData, passOnHeaders, renderedPage } from '~/framework/entry-context.server'
import { type LastResult } from '~/forms/parse.server'
import { type FormAnswer, answerOfQuestion } from '~/framework/form-title'
import { SiteHeader } from '~/layouts/site-header'
import { islandHref } from '~/site/islands/island.server'
import { PlacesInstead } from '~/site/places-instead'
import { SearchForm } from '~/site/search-form'
import { wordsOfAddress } from '~/site/search.server'
import { stylesheetOf } from '~/framework/stylesheet.server'
import { bodyOf } from '~/framework/whole-page.server'

/**
 * A page is rendered in one piece and sent with its length. Nothing in it is deferred, so a browser would gain no time by
 * a stream, which takes a third more of the processor's.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Vary', 'Cookie')
  passOnHeaders(headers, remix)
  const { reply, error, routeIds, hasScripts } = renderedPage(remix)
  const facts = {
    nonce: context.cspNonce,
    formAnswer: formAnswerOf(status, reply),
    islandHref,
    stylesheet: stylesheetOf(routeIds, context.env.mode),
    error,
    errorParts: error !== undefined && !hasScripts ? errorPartsOf(context) : undefined,
  }
  const page = (
    <DocumentFactsProvider value={facts}>
      <I18nProvider value={context.i18n}>
        <RemixServer context={remix} url={request.url} nonce={context.cspNonce} />
      </I18nProvider>
    </DocumentFactsProvider>
  )
  if (hasScripts) await gatherData(remix)
  const html = withoutNul(Buffer.from(`<!DOCTYPE html>${renderToString(page)}`))
  headers.set('Content-Length', String(html.length))
  return new Response(bodyOf(html, context), { status, headers })
}

/**
 * A NUL that somebody typed comes back in a field; HTML needs none. It is looked for in the bytes: a search in the text would
 * first copy all of it.
 */
const withoutNul = (html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> =>
  html.includes(0) ? Buffer.from(html.toString().replaceAll('\0', '')) : html

/** @param reply what the action returned, if there was one */
function formAnswerOf(status: number, reply: unknown): FormAnswer | null {
  if (status >= 400 && reply !== null) return 'error'
  if (reply === null || typeof reply !== 'object') return null
  const { review, lastResult } = reply as { review?: unknown; lastResult?: LastResult | null }
  return answerOfQuestion(lastResult?.initialValue?.['stepUp']) ?? (review === undefined ? null : 'review')
}

const errorPartsOf = ({ url }: AppLoadContext): ErrorParts => ({
  header: <SiteHeader />,
  search: (
    <>
      <SearchForm words={wordsOfAddress(url.pathname)} />
      <PlacesInstead />
    </>
  ),
})

/**
 * An error that a route threw and that is no response. The error page shows the same request id. What the framework itself
 * refuses, such as a form that is sent to a page without one, is no failure of the page, and is logged with its request.
 */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal)
    context.log.error({ err: error, requestId: context.requestId }, 'a page failed')
}
