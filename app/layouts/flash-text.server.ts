import { type RequestContext } from '~/context'
import { type FlashKey } from '~/session/flash.server'
import { type FlashMessage } from './banners'

/** Those of a form that was not carried out, and has no page of its own to say so. */
const undone = new Set<FlashKey>([
  'emailNotWaiting',
  'factorsChanged',
  'formOfAnotherAccount',
  'proposalFailed',
])

/** Takes the pending message, in the reader's language. */
export function takeFlash({ flash, i18n }: Pick<RequestContext, 'flash' | 'i18n'>): FlashMessage | null {
  const key = flash.take()
  return key && { key, text: i18n.t(`flash:${key}`), meaning: undone.has(key) ? 'warning' : 'success' }
}
