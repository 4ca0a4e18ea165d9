import { type RequestContext } from '~/context'
import { type FlashMessage } from './banners'

/** Takes the pending success message, in the reader's language. */
export function takeFlash({ flash, i18n }: Pick<RequestContext, 'flash' | 'i18n'>): FlashMessage | null {
  const key = flash.take()
  return key && { key, text: i18n.t(`flash:${key}`) }
}
