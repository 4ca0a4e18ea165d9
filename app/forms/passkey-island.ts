import { attachPasskey, offerInAutofill } from './passkey-ceremony'

/** The buttons of a page that is not hydrated. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-ceremony]')) {
  attachPasskey(button)
  if ('autofill' in button.dataset) void offerInAutofill(button)
}
