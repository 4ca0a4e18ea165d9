import { type RequestContext } from '~/context'
import { type User } from '~/contract/user'
import { codeWaitS } from './limits.server'

/**
 * A new number gets its code at once, and another can't be requested within the minute: the page of the code shows
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
