import { type RequestContext } from '~/context'

/** Takes the pending success message, in the reader's language. */
export function takeFlash({ flash, i18n }: Pick<RequestContext, 'flash' | 'i18n'>): string | null {
  const key = flash.take()
  return key && i18n.t(`flash:${key}`)
}
