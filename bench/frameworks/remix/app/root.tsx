import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from '@remix-run/react'
import { pages } from './generated/pages.js'

export default function App() {
  const { Head } = pages[useLocation().pathname]
  return (
    <html lang="en">
      <head>
        <Head />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
