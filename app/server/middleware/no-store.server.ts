import onHeaders from 'on-headers'
import { paths } from '~/paths'
import { type Middleware, isDataRequest, requestInfoOf } from '~/session/request-info.server'

const privateAreas = [
  paths.cabinet(),
  paths.operator(),
  paths.login(),
  paths.register(),
  paths.phone(),
  paths.passwordForgot(),
  paths.passwordReset(),
  paths.logout(),
  paths.shell(),
]

/**
 * Nothing of the cabinet, of signing in or of the framework's data is stored by a cache or shown by Back after
 * sign-out. Elsewhere a route may set its own `Cache-Control`; the default is not to store either.
 */
export const noStore: Middleware = (req, res, next) => {
  const { pathname } = requestInfoOf(req).url
  const isPrivate =
    isDataRequest(req) || privateAreas.some((area) => pathname === area || pathname.startsWith(`${area}/`))
  onHeaders(res, () => {
    if (isPrivate || !res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store')
  })
  next()
}
