import { plain } from './plain.server'
import { type Step } from './visit.server'

const allowed = 'GET, HEAD, POST'

/** The app reads and takes forms; whatever else HTTP can do is not for it. */
export const checkMethod: Step = (req, res, next) => {
  if (allowed.split(', ').includes(req.method ?? '')) return next()
  plain(res, 405, 'This method is not allowed', { allow: allowed })
}
