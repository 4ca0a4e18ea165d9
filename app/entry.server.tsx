import {
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
  createReadableStreamFromReadable,
} from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { DocumentFactsProvider } from '~/framework/document'
import { I18nProvider } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
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
  passOn(headers, remix)
  const { actionData, errors, matches } = remix.staticHandlerContext
  const facts = {
    nonce: context.cspNonce,
    isFailedForm: status >= 400 && actionData !== null,
    stylesheet: stylesheetOf(
      matches.map(({ route }) => route.id),
      context.env.mode,
    ),
    error: Object.values(errors ?? {})[0] as unknown,
  }
  const page = (
    <DocumentFactsProvider value={facts}>
      <I18nProvider value={context.i18n}>
        <RemixServer context={remix} url={request.url} nonce={context.cspNonce} />
      </I18nProvider>
    </DocumentFactsProvider>
  )
  if (!hasScripts(remix)) {
    // A NUL that somebody typed comes back in a field; HTML needs none.
    const html = renderToString(page).replaceAll('\0', '')
    return new Response(`<!DOCTYPE html>${html}`, { status, headers })
  }
  return stream(page, status, headers, context)
}

/** Headers that a route sets on its response, refusals included. A page without its own `headers` would lose them. */
function passOn(
  headers: Headers,
  { staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext,
): void {
  for (const said of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)])
    for (const name of ['Retry-After', 'Allow']) {
      const value = said.get(name)
      if (value) headers.set(name, value)
    }
}

function hasScripts({ staticHandlerContext, routeModules }: EntryContext): boolean {
  return !staticHandlerContext.matches.some(
    ({ route }) => (routeModules[route.id]?.handle as PageHandle | undefined)?.scripts === false,
  )
}

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

/** Anything a route threw that is no response; the reader gets the error page with the same request id. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (!request.signal.aborted)
    context.log.error({ err: error, requestId: context.requestId }, 'a page failed')
}
