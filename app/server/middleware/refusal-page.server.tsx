import { type IncomingMessage, type ServerResponse } from 'node:http'
import { type Logger } from 'pino'
import { renderToStaticMarkup } from 'react-dom/server'
import { ErrorView } from '~/layouts/error-page'
import { type ErrorWords } from '~/framework/error-words'
import { I18nProvider } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type Language } from '~/contract/languages'
import { languageOf } from '~/locale/languages'
import { brand } from '~/ui/theme/brand'
import { plain } from './plain.server'
import { Refusal, refusalStatus } from '~/session/refusal.server'
import { isDataRequest, requestInfoOf } from '~/session/request-info.server'

/**
 * The last step: a request that a guard refused, or that failed, ends in a page in the reader's language. The page
 * states that nothing was done and what to do about it; a stack is for the log.
 * @param stylesheet the address of the styles of public pages
 * @param isDemonstration whether the upstream is a demonstration, which its pages always state
 */
export function refusalPages(
  i18ns: Record<Language, I18n>,
  log: Logger,
  isDemonstration: (requestId: string) => Promise<boolean>,
  stylesheet?: string,
) {
  const page = (words: ErrorWords, i18n: I18n, isDemo: boolean) => pageOf(words, i18n, isDemo, stylesheet)
  /** The page for too many requests is the same for all: rendering it each time would cost what the limit saves. */
  const cached = new Map<string, string>()
  const cachedPage: typeof page = (words, i18n, isDemo) => {
    const key = `${i18n.language} ${isDemo}`
    const html = cached.get(key) ?? page(words, i18n, isDemo)
    cached.set(key, html)
    return html
  }

  return (error: unknown, req: IncomingMessage, res: ServerResponse, _next?: unknown): void => {
    const { id, url } = requestInfoOf(req)
    const reason = error instanceof Refusal ? error.reason : 'failure'
    if (reason === 'failure') log.error({ err: error, requestId: id }, 'an error that nothing caught')
    if (res.headersSent) return void res.destroy()
    if (error instanceof Refusal && error.retryAfterS !== undefined)
      res.setHeader('retry-after', String(error.retryAfterS))

    const i18n = i18ns[languageOf(url.search, req.headers.cookie)]
    const words = {
      title: i18n.t('errors:page.failure'),
      message: i18n.t(`refusals:request.${reason}`),
      freshPage: reason === 'form_token' ? freshPageOf(req, i18n) : undefined,
      requestId: reason === 'too_many_pages' ? undefined : id,
    }
    // The framework's client handles any answer that is no data.
    if (isDataRequest(req)) return plain(res, refusalStatus[reason], words.message)
    isDemonstration(id)
      .then((isDemo) => {
        res.writeHead(refusalStatus[reason], { 'content-type': 'text/html; charset=utf-8' })
        res.end(reason === 'too_many_pages' ? cachedPage(words, i18n, isDemo) : page(words, i18n, isDemo))
      })
      .catch((failure: unknown) => {
        log.error({ err: failure, requestId: id }, 'a refusal page could not be rendered')
        res.destroy()
      })
  }
}

/** The page that the browser says it was on, if it is one of this site. */
function freshPageOf({ headers }: IncomingMessage, { t }: I18n): ErrorWords['freshPage'] {
  const { referer = '', host } = headers
  const from = URL.canParse(referer) ? new URL(referer) : null
  if (!from || from.host !== host) return undefined
  return { href: from.pathname + from.search, label: t('refusals:request.openAnew') }
}

function pageOf(words: ErrorWords, i18n: I18n, isDemo: boolean, stylesheet: string | undefined): string {
  const page = (
    <I18nProvider value={i18n}>
      <html lang={i18n.language}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{i18n.t('common:title.page', { title: words.title, site: brand.name })}</title>
          {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        </head>
        <body>
          <ErrorView {...words} isDemo={isDemo} />
        </body>
      </html>
    </I18nProvider>
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`
}
