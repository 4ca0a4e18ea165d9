/** A field of a form, by its name in the markup and by the words before it. */
export interface Field {
  name: string
  label: string
}

/** One of several values, by the words beside it. */
export interface Choice extends Field {
  value: string
}

/** A person at a browser: what the journeys of all engines are made of. Texts are as they are shown. */
export interface Reader {
  /** Opens an address of the product, from its path on. */
  open(path: string): Promise<void>
  /** Replaces what the field has by this text. */
  type(field: Field, text: string): Promise<void>
  choose(choice: Choice): Promise<void>
  /** Presses the first button with this text; it does not wait for what comes of it. */
  press(button: string): Promise<void>
  /** Follows the first link whose text begins with these words. */
  follow(words: string): Promise<void>
  /** The text of the page as it is shown now, with single spaces. */
  text(): Promise<string>
  close(): Promise<void>
}

/** What a reader has when a journey begins. */
export interface Opening {
  /** The product's URL. */
  url: string
  /** Whether scripts run. */
  scripts: boolean
}

export interface Engine {
  name: string
  /** The program, and the packages of Debian that bring it. */
  needs: { programs: string[]; packages: string }
  /** Whether it can run scripts, and has them on and off. */
  hasScripts: boolean
  /** Where none of several choices is made it makes the first by itself, so that this can't be refused. */
  choosesFirst?: boolean
  start(opening: Opening): Promise<Reader>
}

/** Text with single spaces. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The text of an element with single spaces, where a no-break space is one, too. */
const words = `normalize-space(translate(., '\u00a0\u202f', '  '))`

/** The XPath of an element of `main` whose text begins with these words. */
export const beginningWith = (element: 'a' | 'button', text: string): string =>
  `//main//${element}[starts-with(${words}, ${literal(text)})]`

export const fieldSelector = ({ name }: Field): string => `main [name="${name}"]:not([type=hidden])`
export const choiceSelector = ({ name, value }: Choice): string => `main [name="${name}"][value="${value}"]`

/**
 * Whether the scripts of the page have taken it over, as an expression: until then the browser handles a press itself.
 * Pages whose scripts are not sent are ready at once.
 */
export const isReady = `(() => {
  if (document.readyState !== 'complete') return false
  if (!document.documentElement.dataset.page) return true
  let isReceived = false
  const onDragEnd = () => { isReceived = true }
  document.addEventListener('dragend', onDragEnd, { capture: true, once: true })
  document.body.dispatchEvent(new Event('dragend', { bubbles: true }))
  document.removeEventListener('dragend', onDragEnd, true)
  return '__remixRouter' in window && isReceived
})()`

/** A text as XPath writes it: without escapes, so it holds one kind of quotation mark only. */
const literal = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`)
