import { createHash } from 'node:crypto'
import onHeaders from 'on-headers'
import { withQuery } from '~/paths'
import { isSenderUnsaid } from '~/session/cross-site.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/** The parameter of an address that leads to a page as it is after a form; no page reads it. */
const name = 'changed'

/**
 * Text browsers such as ELinks and Links show the page that they have for an address again, whatever `Cache-Control` says,
 * and so a form that leads back to its own page would seem to have changed nothing. To a browser that says no sender, as
 * these do, a form's redirect leads to an address that it has not opened yet. A form with an idempotency key leads to the
 * same address each time it is sent.
 * @param now in milliseconds since the epoch
 */
export function leadToNewAddress(now: () => number): Middleware {
  return (req, res, next) => {
    if (req.method === 'POST' && isSenderUnsaid(req))
      onHeaders(res, () => {
        const location = res.getHeader('location')
        if (res.statusCode === 303 && typeof location === 'string' && location.startsWith('/'))
          res.setHeader('location', withQuery(location, { [name]: markOf(requestInfoOf(req).form, now) }))
      })
    next()
  }
}

function markOf(form: FormData | null, now: () => number): string {
  const key = form?.get('submission')
  if (typeof key !== 'string') return now().toString(36)
  return createHash('sha256').update(key).digest('base64url').slice(0, 8)
}
