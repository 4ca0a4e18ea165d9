import { emptyAnswer, forBearersOnly } from './answer.server'
import { UpstreamFailure } from './failure.server'

/**
 * Parts of a page whose failure does not fail the page: null is a part that could not be loaded. The failure itself is
 * already logged.
 */

/** For signed-in pages: a failure of the session or of the user's rights still fails the page. */
export async function panel<Value>(answer: Promise<Value>): Promise<Value | null> {
  return publicPanel(answer, (failure) => failure.kind !== 'unauthorized' && failure.kind !== 'forbidden')
}

/**
 * For a part that an upstream may not have, or not for visitors: undefined if it has none, so that the page leaves the part
 * out; null if it could not be loaded, which the page says.
 */
export async function partIfKept<Value>(answer: Promise<Value>): Promise<Value | null | undefined> {
  return publicPanel(answer.catch(noneAsUndefined))
}

/** The same for signed-in pages. */
export async function panelIfKept<Value>(answer: Promise<Value>): Promise<Value | null | undefined> {
  return panel(answer.catch(noneAsUndefined))
}

function noneAsUndefined(error: unknown): undefined {
  const isFailure = error instanceof UpstreamFailure
  const noneCodes: unknown[] = [emptyAnswer, forBearersOnly]
  if (isFailure && (error.kind === 'not_found' || noneCodes.includes(error.code))) return undefined
  throw error
}

/** Null if the upstream has no such thing; any other failure is thrown. */
export async function ifFound<Value>(answer: Promise<Value>): Promise<Value | null> {
  return publicPanel(answer, (failure) => failure.kind === 'not_found')
}

/** For public pages: any failure of the upstream is a missing part. */
export async function publicPanel<Value>(
  answer: Promise<Value>,
  mayBeMissing: (failure: UpstreamFailure) => boolean = () => true,
): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof UpstreamFailure && mayBeMissing(error)) return null
    throw error
  }
}
