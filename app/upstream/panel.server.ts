import { emptyAnswer, forBearersOnly } from './answer.server'
import { UpstreamFailure } from './failure.server'

/**
 * Parts of a page that leave the others standing when they fail. Null is a part without an answer; what went
 * wrong is in the log already.
 */

/** For signed-in pages: a failure that is about the session or the user still ends the page. */
export async function panel<Value>(answer: Promise<Value>): Promise<Value | null> {
  return publicPanel(answer, (failure) => failure.kind !== 'unauthorized' && failure.kind !== 'forbidden')
}

/**
 * For a part that not every upstream has, or has for visitors: undefined where this one has none, null where it can't tell
 * just now. The first is left out of the page, the second is said.
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

/** Null where this upstream has no such thing; any other failure is the caller's. */
export async function ifFound<Value>(answer: Promise<Value>): Promise<Value | null> {
  return publicPanel(answer, (failure) => failure.kind === 'not_found')
}

/** For public pages, where nobody is signed in: any failure of the upstream is a part that is missing. */
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
