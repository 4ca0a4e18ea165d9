import { plain } from '../plain.server'
import { type Middleware } from '~/session/request-info.server'

const allowed = 'GET, HEAD, POST'

/** The app reads and takes forms; whatever else HTTP can do is not for it. */
export const checkMethod: Middleware = (req, res, next) => {
  if (allowed.split(', ').includes(req.method ?? '')) return next()
  plain(res, 405, 'This method is not allowed', { allow: allowed })
}
