/** Why a guard does not let a request through. Each has its own words in `refusals:request`. */
export type RefusalReason =
  | 'cross_site'
  | 'form_token'
  | 'content_type'
  | 'body_too_large'
  | 'body_broken'
  | 'failure'
  | 'too_many_pages'

export const refusalStatus: Record<RefusalReason, number> = {
  cross_site: 403,
  // The page that it stands on is an older copy, which nobody did wrong.
  form_token: 409,
  content_type: 415,
  body_too_large: 413,
  body_broken: 400,
  failure: 500,
  too_many_pages: 429,
}

/** Passed to `next` by a guard; `refusal-page.server.tsx` renders it. */
export class Refusal extends Error {
  override name = 'Refusal'
  constructor(
    readonly reason: RefusalReason,
    /** Seconds until a retry can succeed. */
    readonly retryAfterS?: number,
  ) {
    super(reason)
  }
}
