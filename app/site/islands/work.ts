/**
 * Solves the puzzle of a form in the background. The derivations run outside the page's own thread, so typing stays
 * smooth. A form that is sent before its puzzle is solved waits for the solution and is then sent automatically.
 * Without this script the form passes from the time that its line names.
 */
for (const field of document.querySelectorAll<HTMLInputElement>('input[data-salt]')) {
  if (field.form && window.isSecureContext) void solve(field, field.form)
}

async function solve(field: HTMLInputElement, form: HTMLFormElement): Promise<void> {
  const { salt = '', iterations, bits } = field.dataset
  const line = field.nextElementSibling as HTMLElement
  line.hidden = true
  let waiting: HTMLElement | undefined
  const hold = (event: SubmitEvent) => {
    event.preventDefault()
    // A key that sends a form presses its first button.
    waiting = event.submitter ?? undefined
    line.textContent = field.dataset.working!
    line.hidden = false
  }
  form.addEventListener('submit', hold)
  const text = new TextEncoder()
  const options = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: Number(iterations) }
  for (let tried = 0; ; tried++) {
    const key = await crypto.subtle.importKey('raw', text.encode(String(tried)), 'PBKDF2', false, [
      'deriveBits',
    ])
    const derived = new DataView(await crypto.subtle.deriveBits(options, key, 32))
    if (derived.getUint32(0) >>> (32 - Number(bits)) === 0) {
      field.value = String(tried)
      break
    }
  }
  form.removeEventListener('submit', hold)
  waiting?.click()
}
