import { type RequestContext } from '~/context'
import { type User } from '~/contract/user'
import { codeWaitS } from './limits.server'

/**
 * A new number is sent its code at once, and another can't be asked for within the minute: the page of the code says
 * when.
 */
export async function noteCodeSent(
  { limits, device }: Pick<RequestContext, 'limits' | 'device'>,
  { id, phoneConfirmed }: Pick<User, 'id' | 'phoneConfirmed'>,
): Promise<void> {
  if (phoneConfirmed) return
  await limits.take('phoneResend', id)
  device.keepCodeWait(codeWaitS)
}
