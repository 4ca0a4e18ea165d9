/**
 * Copies an address or a hash: its button is hidden until this runs, and where there is no clipboard. The text beside it can
 * always be selected.
 */
if ('clipboard' in navigator)
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button))
  }

async function copy(button: HTMLButtonElement): Promise<void> {
  const name = button.querySelector('[aria-live]')
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    if (name) name.textContent = button.dataset.done ?? ''
  } catch {
    // The browser does not allow it here.
    button.hidden = true
  }
}

export {}
