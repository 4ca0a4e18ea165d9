import {
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
  createReadableStreamFromReadable,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { DocumentFactsProvider, type ErrorParts } from '~/framework/document'
import { I18nProvider } from '~/locale/context'
import { passOnHeaders, renderedPage } from '~/framework/entry-context.server'
import { SiteHeader } from '~/layouts/site-header'
import { islandHref } from '~/site/islands/island.server'
import { SearchForm } from '~/site/search-form'
import { wordsOfAddress } from '~/site/search.server'
import { stylesheetOf } from '~/framework/stylesheet.server'
import { withoutNul } from '~/framework/without-nul.server'

/** A page that has not rendered by then is ended as it is. */
const renderLimitMs = 15_000

/**
 * A page without scripts is rendered in one piece, which is cheaper; a hydrated one is streamed from its shell on, so
 * that the browser loads scripts and styles while the rest is made.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response | Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Vary', 'Cookie')
  passOnHeaders(headers, remix)
  const { hasActionData, error, routeIds, hasScripts } = renderedPage(remix)
  const facts = {
    nonce: context.cspNonce,
    isFailedForm: status >= 400 && hasActionData,
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
  if (!hasScripts) {
    // A NUL that somebody typed comes back in a field; HTML needs none.
    const html = renderToString(page).replaceAll('\0', '')
    return new Response(`<!DOCTYPE html>${html}`, { status, headers })
  }
  return stream(page, status, headers, context)
}

const errorPartsOf = ({ url }: AppLoadContext): ErrorParts => ({
  header: <SiteHeader />,
  search: <SearchForm words={wordsOfAddress(url.pathname)} />,
})

function stream(
  page: React.ReactElement,
  status: number,
  headers: Headers,
  { cspNonce: nonce }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let shellIsOut = false
    const body = withoutNul()
    const rendering = renderToPipeableStream(page, {
      nonce,
      onShellReady() {
        shellIsOut = true
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        rendering.pipe(body)
      },
      onShellError: reject,
      onError(error) {
        // Before the shell is sent, the error ends in `onShellError` and is reported there.
        if (shellIsOut) body.destroy(error as Error)
      },
    })
    const limit = setTimeout(() => rendering.abort(), renderLimitMs)
    body.once('close', () => clearTimeout(limit))
  })
}

/** An error that a route threw and that is no response. The error page shows the same request id. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (!request.signal.aborted)
    context.log.error({ err: error, requestId: context.requestId }, 'a page failed')
}
