import { attachPasskey, offerInAutofill } from './passkey-ceremony'

/** The buttons of a page that is not hydrated. */
for (const place of document.querySelectorAll<HTMLElement>('[data-ceremony]')) {
  const button = attachPasskey(place)
  if (button && 'autofill' in button.dataset) void offerInAutofill(button)
}
