import { redirect } from '@remix-run/node'
import { factorPathsBeside } from '~/paths'
import { asksForStepUp } from '~/session/step-up.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'

/**
 * New recovery codes where nobody has seen the first ones, since the answer with them was lost. Five minutes after the
 * factor was added the upstream asks for another code, for which there is a page of its own.
 */
export async function unseenCodes({ renewRecoveryCodes }: Upstream['secondFactors'], pathname: string) {
  try {
    return await renewRecoveryCodes()
  } catch (error) {
    if (error instanceof UpstreamFailure && asksForStepUp(error))
      throw redirect(factorPathsBeside(pathname).recoveryCodes, 303)
    throw error
  }
}
