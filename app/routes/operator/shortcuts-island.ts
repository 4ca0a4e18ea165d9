/**
 * Keys of the operators' pages, for somebody who decides hundreds of cases a day. Each does what a link, a field or a button
 * of the page does. They can be switched off, since software that types by voice would set them off (WCAG 2.1.4).
 *
 * The script's place has `data-texts`: the texts of the dialog as JSON.
 */

interface Texts {
  title: string
  /** What each key does. */
  keys: Record<string, string>
  off: string
  on: string
  close: string
}

const place = document.querySelector<HTMLElement>('[data-shortcuts]')!
const texts = JSON.parse(place.dataset.texts!) as Texts // as `Shortcuts` writes it
const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(`main ${selector}`)]

const isShown = (one: HTMLElement) => one.offsetParent !== null

/** The key of what a browser keeps for this reader alone. */
const stored = 'operator-shortcuts'
const areOff = () => localStorage.getItem(stored) === 'off'

/** Firefox before 98 has none. */
const hasDialogs = 'showModal' in document.createElement('dialog')

const keys: Record<string, () => void> = {
  j: () => move(1),
  k: () => move(-1),
  x: () => rowBox(document.activeElement)?.click(),
  '/': search,
  n: () => find('a[rel=next]')?.click(),
  t: () =>
    find(':is(input[value=take], input[value=release])')?.closest('form')?.querySelector('button')?.click(),
  y: () => find('form#confirm [type=submit]')?.click(),
  b: () => find('form#change [type=submit]')?.click(),
  ...(hasDialogs && { '?': openDialog }),
}
for (const number of [1, 2, 3, 4, 5]) keys[number] = () => choose(number)

/** What is typed next replaces what was searched for before. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
}

/** Moves the focus to the next row of a list, by the link that names it; beside a case first to the one after it. */
function move(by: 1 | -1): void {
  const links = all(':is(tbody [role=rowheader], [data-rows] li) a').filter(isShown)
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const at = focused < 0 ? links.findIndex((link) => link.getAttribute('aria-current') === 'page') : focused
  const next = links[at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** The box of the row that has the focus. */
const rowBox = (focused: Element | null) =>
  focused?.closest('tr, li')?.querySelector<HTMLInputElement>('input[type=checkbox]')

/** One box ticks all others; as soon as one of them is not ticked, it is not either. */
document.addEventListener('change', ({ target }) => {
  const whole = find('input[name=all]') as HTMLInputElement | null
  if (!whole || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
  const boxes = all('input[name^="cases["]') as HTMLInputElement[]
  if (target === whole) for (const box of boxes) box.checked = whole.checked
  else whole.checked = boxes.every(({ checked }) => checked)
})

/** Chooses a decision. What it needs can be typed at once; where it needs nothing, Enter sends it. */
function choose(number: number): void {
  const radio = all('form:is(#decision, #several) input[type=radio]')[number - 1]
  if (!radio) return
  radio.click()
  const fields = [...radio.closest('form')!.querySelectorAll<HTMLElement>(writable)]
  const needed = fields.find(isShown) ?? radio
  needed.focus()
}

/** Back from a field to the decision, or to the page: keys are keys again. */
function leave(field: HTMLElement): void {
  const chosen = field.closest('form')?.querySelector<HTMLElement>('input[type=radio]:checked')
  if (chosen) chosen.focus()
  else field.blur()
}

const writable =
  'input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select, [contenteditable]'
const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(writable)

/** The Latin key at the place of one that writes another script: operators need not change the layout between two cases. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (/^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key)) return code.replace(/^Key/, '').toLowerCase()
  return code === 'Slash' ? (({ '.': '/', ',': '?' } as Record<string, string>)[key] ?? key) : key
}

/** A key that is held down moves on, and decides nothing. */
const mayRepeat = (key: string) => key === 'j' || key === 'k'

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.defaultPrevented || areOff() || document.querySelector('dialog[open]')) return
  if (event.ctrlKey || event.metaKey) return void (event.key === 'Enter' && sendForm(event))
  const key = keyOf(event)
  if (isTyping(event.target)) return key === 'Escape' ? leave(event.target) : undefined
  if (!Object.keys(keys).includes(key)) return
  event.preventDefault()
  if (!event.repeat || mayRepeat(key)) keys[key]!()
})

/** Sends the form from any of its fields: Enter alone begins a line in a text, and opens a list of choices. */
function sendForm(event: KeyboardEvent): void {
  const button = (event.target as HTMLElement).closest('form')?.querySelector<HTMLElement>('[type=submit]')
  if (!button || event.repeat) return
  event.preventDefault()
  button.click()
}

let shown: HTMLDialogElement | undefined
function openDialog(): void {
  shown ??= makeDialog()
  shown.showModal()
}

function makeDialog(): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.className = place.dataset.dialog!
  made.setAttribute('aria-label', texts.title)
  const heading = element('h2', texts.title)
  const list = document.createElement('dl')
  for (const [key, text] of Object.entries(texts.keys)) {
    const term = document.createElement('dt')
    term.append(element('kbd', key))
    list.append(term, element('dd', text))
  }
  const toggle = button(areOff() ? texts.on : texts.off, () => {
    localStorage.setItem(stored, areOff() ? 'on' : 'off')
    toggle.textContent = areOff() ? texts.on : texts.off
  })
  const close = button(texts.close, () => made.close())
  close.autofocus = true
  made.append(heading, list, close, toggle)
  place.after(made)
  return made
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function button(text: string, onclick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = place.dataset.class!
  made.textContent = text
  made.onclick = onclick
  return made
}

if (hasDialogs) place.append(button(texts.title, openDialog))
