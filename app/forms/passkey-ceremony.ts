import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/**
 * The browser's part of passkeys: a button, made where the page has its place (`passkey-button.tsx`), fills a hidden field
 * of its form with what the passkey has signed, and sends the form. Nothing else is known here of what is signed, or of
 * who checks it.
 */

/** Makes the button beside its place. @returns it; null in a browser without passkeys, and once it is there */
export function attachPasskey(place: HTMLElement): HTMLButtonElement | null {
  if (!browserSupportsWebAuthn() || place.dataset.attached) return null
  place.dataset.attached = 'true'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = place.dataset.class ?? ''
  button.append(...[...place.children].map((icon) => icon.cloneNode(true)), place.dataset.label ?? '')
  Object.assign(button.dataset, place.dataset)
  button.addEventListener('click', () => void press(button))
  place.after(button)
  document.documentElement.dataset.scripted = ''
  return button
}

async function press(button: HTMLButtonElement): Promise<void> {
  const status = button.nextElementSibling!
  status.textContent = ''
  button.disabled = true
  try {
    const credential = await (button.dataset.ceremony === 'create' ? create(button) : prove(button))
    send(button, credential)
  } catch (error) {
    if (isReplaced(error)) return
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    status.textContent = (isKnown ? button.dataset.known : button.dataset.failed) ?? ''
  } finally {
    button.disabled = false
  }
}

async function create({ dataset }: HTMLButtonElement): Promise<unknown> {
  const optionsJSON = JSON.parse(dataset.options!) as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON })
}

async function prove({ dataset }: HTMLButtonElement, useBrowserAutofill = false): Promise<unknown> {
  return startAuthentication({ optionsJSON: await readOptions(dataset.optionsFrom!), useBrowserAutofill })
}

async function readOptions(address: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const answer = await fetch(address, { cache: 'no-store' })
  if (!answer.ok) throw new Error(`no options: ${answer.status}`)
  return (await answer.json()) as PublicKeyCredentialRequestOptionsJSON
}

/**
 * Sends by the next button that sends the form, since it may be the one that says what is sent; by one of its own where there
 * is none. Safari before 16 sends a form by a press alone.
 */
function send(button: HTMLButtonElement, credential: unknown): void {
  const form = button.form!
  const controls = [...form.elements]
  const field = form.elements.namedItem(button.dataset.field!) as HTMLInputElement
  field.value = JSON.stringify(credential)
  const next = controls
    .slice(controls.indexOf(button) + 1)
    .find((one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === 'submit')
  const sender = next ?? form.appendChild(document.createElement('button'))
  if (!next) sender.hidden = true
  sender.click()
}

/**
 * Offers the reader's passkeys in the list of the field for the login, where the browser can. It waits until one is
 * chosen, or the button is pressed.
 */
export async function offerInAutofill(button: HTMLButtonElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  try {
    send(button, await prove(button, true))
  } catch {
    // Nothing was asked of the reader, so there is nothing to tell: the button and the password are there.
  }
}

/** Another ceremony of the page has taken its place. */
const isReplaced = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === 'ERROR_CEREMONY_ABORTED'
