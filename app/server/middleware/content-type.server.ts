import { Refusal } from '~/session/refusal.server'
import { type Middleware } from '~/session/request-info.server'

/**
 * A POST carries a form, or nothing at all. JSON, plain text and what else a foreign page could send without
 * asking first never reach a route.
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
