import { type ReactNode } from 'react'
import { type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { cssBundleHref } from '@remix-run/css-bundle'
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  type ShouldRevalidateFunction,
  useLocation,
} from '@remix-run/react'
import { useDocumentFacts, useDocumentTitle, useHasScripts, useRefreshS } from '~/framework/document'
import { ScrollRestoration } from '~/framework/scroll-restoration'
import { DocumentMeta } from '~/layouts/document-meta'
import { ErrorPage } from '~/layouts/error-page'
import { isDemonstration } from '~/upstream/demo.server'
import { useI18n } from '~/locale/context'
import { paths } from './paths'
import './ui/theme/base.css'
import './ui/theme/typeface.css'

export const links: LinksFunction = () => [
  { rel: 'manifest', href: paths.manifest() },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
]

/** For pages outside every layout, such as error pages; and for canonical addresses. */
export async function loader({ context }: LoaderFunctionArgs) {
  return { isDemo: await isDemonstration(context), origin: context.env.publicUrl.origin }
}

/** Nothing of the root changes while a page is open; a change of language loads a new document. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false

export function Layout({ children }: { children: ReactNode }) {
  const { language, timeZone } = useI18n()
  const { nonce, stylesheet = cssBundleHref } = useDocumentFacts()
  const { pathname, search } = useLocation()
  const hasScripts = useHasScripts()
  const title = useDocumentTitle()
  const refreshS = useRefreshS()
  return (
    <html lang={language} data-time-zone={timeZone} data-page={hasScripts ? pathname + search : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The server puts "Error: " before it; the browser need not know why. */}
        <title suppressHydrationWarning>{title}</title>
        {refreshS !== null && (
          <noscript>
            <meta httpEquiv="refresh" content={String(refreshS)} />
          </noscript>
        )}
        {!hasScripts && <DocumentMeta title={title} />}
        <Meta />
        {/* The server's choice stays; the browser only knows the whole sheet. */}
        {stylesheet && <link rel="stylesheet" href={stylesheet} suppressHydrationWarning />}
        <Links />
      </head>
      <body>
        {children}
        {hasScripts && <ScrollRestoration nonce={nonce} />}
        {hasScripts && <Scripts nonce={nonce} />}
        {hasScripts && <LiveReload nonce={nonce} />}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage />
}
