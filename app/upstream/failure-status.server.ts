import { errorStatus } from '~/contract/errors'
import { type UpstreamFailure } from './failure.server'

/** The status that a browser gets for a failure of the upstream, on a page that could not be made. */
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
    case 'refused':
      return status
    case 'bad_upstream':
    case 'unknown':
      return 502
  }
}

/**
 * The same for a form: what the upstream has against its values is the form's own error; the rest keeps its kind. An
 * upstream without room for files has nothing against the values: the same form is good later.
 */
export function formStatus(failure: Pick<UpstreamFailure, 'kind' | 'status'>): number {
  const { kind, status } = failure
  if (kind === 'refused' && status === errorStatus.storage_full) return 503
  return kind === 'refused' || kind === 'not_found' || kind === 'forbidden' ? 422 : pageStatus(failure)
}
