import { type LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '~/paths'

/** Private pages redirect to the sign-in, which is `noindex`; robots are spared the request. */
export function loader({ context: { env } }: LoaderFunctionArgs) {
  const closed = [
    paths.cabinet(),
    paths.operator(),
    paths.shell(),
    paths.login(),
    paths.register(),
    paths.phone(),
    paths.passwordForgot(),
    paths.passwordReset(),
  ]
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env.publicUrl.origin}${paths.sitemap()}`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
