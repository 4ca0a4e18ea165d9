import { plain } from '../plain.server'
import { type Middleware } from '~/session/request-info.server'

/** Far above what a link of ours, or of whoever counts visits, puts behind an address. */
const maxChars = 4096
const maxFields = 64

/** Bounds the query of an address: what it holds is looked through by every layout and page. */
export const checkQuery: Middleware = (req, res, next) => {
  const { url = '' } = req
  const start = url.indexOf('?')
  if (start < 0) return next()
  if (url.length - start - 1 > maxChars) return plain(res, 414, 'The address is too long')
  if (url.slice(start).split('&', maxFields + 1).length > maxFields)
    return plain(res, 400, 'The address is not understood')
  next()
}
