/**
 * A link to a section further down its page opens that section as a dialog, and puts it back when the dialog is
 * closed, with all that was typed. Without this script the link leads to the section. Its attributes:
 * `href="#heading"`, `data-dialog` with the dialog's class, `data-close` with the label of its button.
 */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-dialog]')) {
  const section = document.getElementById(link.hash.slice(1))?.closest('section')
  if (section && 'showModal' in document.createElement('dialog')) openAsDialog(link, section)
}

function openAsDialog(link: HTMLAnchorElement, section: HTMLElement): void {
  const dialog = document.createElement('dialog')
  dialog.className = link.dataset.dialog!
  dialog.setAttribute('aria-labelledby', link.hash.slice(1))
  link.setAttribute('aria-haspopup', 'dialog')

  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = link.dataset.close!
  close.onclick = () => dialog.close()
  dialog.append(close)

  section.after(dialog)

  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    dialog.append(section)
    dialog.showModal()
    section.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }
  dialog.onclose = () => {
    dialog.before(section)
    link.focus()
  }
}
