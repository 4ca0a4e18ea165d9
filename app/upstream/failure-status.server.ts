import { errorStatus } from '~/contract/errors'
import { type UpstreamFailure } from './failure.server'

/** The statuses by which the contract refuses. */
const statusesOfRefusals: ReadonlySet<number> = new Set(Object.values(errorStatus))

/**
 * The status of a page that could not be rendered because of this failure. Of a refusal's statuses only the contract's
 * reach the browser: others speak about a connection that is not the browser's, and after 407, 408, 421 or 425 it would
 * drop the page or send the form again by itself.
 */
export function pageStatus({ kind, status }: Pick<UpstreamFailure, 'kind' | 'status'>): number {
  switch (kind) {
    case 'forbidden':
      return 403
    case 'not_found':
      return 404
    case 'rate_limited':
      return 429
    case 'unavailable':
      return 503
    case 'timeout':
      return 504
    case 'unauthorized':
      return 401
    case 'refused':
      return statusesOfRefusals.has(status) ? status : 400
    case 'bad_upstream':
    case 'unknown':
      return 502
  }
}

/**
 * The status of a form's response: 422 if the upstream refused the form's values, else that of the failure's kind. An
 * upstream that is out of space for files has not refused the values: the same form can be sent later.
 */
export function formStatus(failure: Pick<UpstreamFailure, 'kind' | 'status'>): number {
  const { kind, status } = failure
  if (kind === 'refused' && status === errorStatus.storage_full) return 503
  return kind === 'refused' || kind === 'not_found' || kind === 'forbidden' ? 422 : pageStatus(failure)
}
