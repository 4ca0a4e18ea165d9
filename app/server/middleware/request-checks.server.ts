import { plain } from './plain.server'
import { type Middleware } from '~/session/request-info.server'
import { Refusal } from '~/session/refusal.server'

const allowed = 'GET, HEAD, POST'

/** The app serves pages and forms; it refuses all other methods. */
export const checkMethod: Middleware = (req, res, next) => {
  if (allowed.split(', ').includes(req.method ?? '')) return next()
  plain(res, 405, 'This method is not allowed', { allow: allowed })
}

/**
 * A POST carries a form, or nothing. JSON, plain text and other types that a foreign page could send without a
 * preflight never reach a route.
 * @param takesFiles the addresses whose forms carry files
 */
export function checkContentType(takesFiles: (path: string) => boolean = () => false): Middleware {
  return (req, _res, next) => {
    if (req.method !== 'POST') return next()
    const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = req.headers
    const mediaType = type?.split(';', 1)[0]?.trim().toLowerCase()
    const isForm =
      mediaType === 'application/x-www-form-urlencoded' ||
      (mediaType === 'multipart/form-data' && takesFiles(req.url?.split('?', 1)[0] ?? ''))
    const isEmpty = !type && !chunked && (!length || length === '0')
    if (isForm || isEmpty) next()
    else next(new Refusal('content_type'))
  }
}

/** Far above the length of our links, campaign parameters included. */
const maxChars = 4096
const maxFields = 64

/**
 * Bounds the query of an address: every layout and page parses it. The framework still answers `_data`, by which its earlier
 * releases asked for the data of one route alone, and logs an error each time; no page of ours asks so.
 */
export const checkQuery: Middleware = (req, res, next) => {
  const { url = '' } = req
  const start = url.indexOf('?')
  if (start < 0) return next()
  if (url.length - start - 1 > maxChars) return plain(res, 414, 'The address is too long')
  const query = url.slice(start)
  if (query.split('&', maxFields + 1).length > maxFields || new URLSearchParams(query).has('_data'))
    return plain(res, 400, 'The address is not understood')
  next()
}
