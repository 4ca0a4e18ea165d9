import { type Cheerio, type CheerioAPI, load } from 'cheerio'
import { type AnyNode, type Element, hasChildren, isText } from 'domhandler'
import { CookieJar } from 'tough-cookie'
import { type Language } from '~/contract/languages'
import { browserName } from './investor'

/**
 * A browser in small: one jar of cookies, pages by address, forms sent as their page has them, redirects
 * followed. It runs no script and reads no style, so what it can do, everybody can.
 */
export interface Visitor {
  visit(path: string): Promise<Answer>
  /**
   * Sends the form of a page that holds `mark` (if there are several, they are the same), with its hidden fields and
   * these values; files stand last.
   * @param mark of one of its elements or of the form: an attribute with its value (`name="amount"`), or the words on a
   * button
   */
  submit(page: Answer, mark: string, values?: Record<string, string | File>): Promise<Answer>
  /** The `Cookie` header that it sends now. */
  cookie(): string
}

/** What a request came to, and the page to be read in it. */
export class Answer {
  #page: CheerioAPI | undefined

  constructor(
    readonly status: number,
    /** Where the redirects ended. */
    readonly url: URL,
    readonly html: string,
  ) {}

  /** The page by selectors, as a browser without scripts reads it. */
  get $(): CheerioAPI {
    return (this.#page ??= readHtml(this.html))
  }

  /** What a reader sees of `main` (of the whole, where there is none), with single spaces. */
  get text(): string {
    const main = this.$('main')
    return textIn(main.length > 0 ? main : this.$.root())
  }

  /** What a reader sees of the first such element, with single spaces; nothing where there is none. */
  textOf(selector: string): string {
    return textIn(this.$(selector).first())
  }

  /** The value of the first field of a name; nothing where there is none. */
  value(name: string): string {
    return this.$(`[name="${name}"]`).first().attr('value') ?? ''
  }

  /** Where the links lead whose address begins so, in their order. */
  links(start: string): string[] {
    return this.$(`a[href^="${start}"]`)
      .toArray()
      .map(({ attribs }) => attribs['href'] ?? '')
  }

  /** Where the entries of a list are shown, in their order: each once, but for the page of a new one. */
  entries(list: string): string[] {
    const below = this.links(`${list}/`).filter((path) =>
      /^(?!new$)[^/?]+$/.test(path.slice(list.length + 1)),
    )
    return [...new Set(below)]
  }

  get title(): string {
    return this.$('title').text()
  }

  /** The form that holds `mark`. @throws Error where there is none, or several that differ */
  form(mark: string): FoundForm {
    const { $ } = this
    const forms = $('form')
      .toArray()
      .filter((form) => isMarked($, form, mark))
    const [found] = forms
    const kinds = new Set(forms.map(({ attribs }) => JSON.stringify(attribs)))
    if (!found || kinds.size > 1) throw new Error(`${kinds.size} forms with ${mark}`)
    return { action: new URL(found.attribs['action'] || this.url.href, this.url), fields: hiddenIn($, found) }
  }

  /** The hidden fields of all the page's forms. */
  hiddenFields(): Record<string, string> {
    return hiddenIn(this.$, 'body')
  }
}

/** Where a form is sent, and what it holds besides what is typed. */
export interface FoundForm {
  action: URL
  fields: Record<string, string>
}

/** Reads HTML as a browser does whose scripts are off. */
export const readHtml = (html: string): CheerioAPI => load(html, { scriptingEnabled: false })

/** @param language as its reader once chose it */
export function openVisitor(base: string, language: Language = 'ru'): Visitor {
  const cookies = openJar(base)
  cookies.keep(`lng=${language}; Path=/`)

  async function ask(address: URL, body?: URLSearchParams | FormData): Promise<Answer> {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { Cookie: cookies.header(), 'User-Agent': browserName },
    })
    for (const line of response.headers.getSetCookie()) cookies.keep(line)
    const location = response.headers.get('Location')
    const html = await response.text()
    if (location && response.status < 400) return ask(new URL(location, address))
    return new Answer(response.status, address, html)
  }

  return {
    visit: (path) => ask(new URL(path, base)),
    submit(page, mark, values = {}) {
      const { action, fields } = page.form(mark)
      return ask(action, formOf({ ...fields, ...values }))
    },
    cookie: cookies.header,
  }
}

function formOf(values: Record<string, string | File>): URLSearchParams | FormData {
  const entries = Object.entries(values)
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (texts.length === entries.length) return new URLSearchParams(texts)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** A visitor who signed in by the form of its page. */
export async function signedIn(
  base: string,
  { login, password }: { login: string; password: string },
  language?: Language,
): Promise<Visitor> {
  const visitor = openVisitor(base, language)
  const answer = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  if (answer.url.pathname !== '/cabinet') throw new Error(`could not sign in: ${answer.text}`)
  return visitor
}

/** The cookies of one browser for one site. */
export interface Jar {
  /** Notes a `Set-Cookie` header. */
  readonly keep: (line: string) => void
  /** The `Cookie` header that goes with a page of the site. */
  readonly header: () => string
  readonly has: (name: string) => boolean
}

/** Keeps the same cookies as a browser would; those for TLS alone too, as browsers do for their own machine. */
export function openJar(site: string): Jar {
  const jar = new CookieJar(undefined, { prefixSecurity: 'strict', allowSecureOnLocal: true })
  return {
    keep: (line) => void jar.setCookieSync(line, site),
    header: () => jar.getCookieStringSync(site),
    has: (name) => jar.getCookiesSync(site).some(({ key }) => key === name),
  }
}

function isMarked($: CheerioAPI, form: Element, mark: string): boolean {
  if (!/^[\w-]+=".*"$/.test(mark))
    return $(form)
      .find('button')
      .toArray()
      .some((button) => textIn($(button)) === mark)
  return $(form).is(`[${mark}]`) || $(form).find(`[${mark}]`).length > 0
}

function hiddenIn($: CheerioAPI, whole: Element | string): Record<string, string> {
  const inputs = $(whole).find('input[type="hidden"]').toArray()
  return Object.fromEntries(inputs.map(({ attribs }) => [attribs['name'] ?? '', attribs['value'] ?? '']))
}

/** What a refused form says at a field; nothing where its summary does not link there with the same words. */
export function problemAt({ $ }: Answer, field: string): string | undefined {
  const problem = $(`[id$="-${field}-error"]`).first()
  const id = problem.attr('id')?.replace(/-error$/, '')
  const link = $(`a[href="#${id}"]`).first()
  return id && textIn(link) === textIn(problem) ? textIn(problem) : undefined
}

/**
 * What stands in the cells of a table of the page, row by row, with single spaces.
 * @param table of several, counted from 0, or back from the end
 */
export function rowsOf({ $ }: Answer, table = -1): string[][] {
  return $('table')
    .eq(table)
    .find('tbody tr')
    .toArray()
    .map((row) =>
      $(row)
        .children()
        .toArray()
        .map((cell) => textIn($(cell))),
    )
}

/** What stands in each item of a section's list, with single spaces. @param section the id of its heading */
export function itemsOf({ $ }: Answer, section: string): string[] {
  return $(`[aria-labelledby="${section}"] li`)
    .toArray()
    .map((item) => textIn($(item)))
}

/** Tags part words, but not an amount from its decimals, which a reader sees as one figure. */
function textIn(found: Cheerio<AnyNode>): string {
  return found
    .toArray()
    .map(wordsIn)
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/(\d) (?=[.,]\d)/g, '$1')
    .trim()
}

function wordsIn(node: AnyNode): string {
  if (isText(node)) return node.data
  if (!hasChildren(node) || isTag(node, 'script', 'style')) return ''
  return ` ${node.children.map(wordsIn).join('')} `
}

const isTag = (node: AnyNode, ...names: string[]) => 'name' in node && names.includes(node.name)
