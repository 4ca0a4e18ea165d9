import { type Cheerio, type CheerioAPI, load } from 'cheerio'
import { type AnyNode, type Element, hasChildren, isText } from 'domhandler'
import { CookieJar } from 'tough-cookie'
import { type Language } from '~/contract/languages'
import { lateAnswerField } from '~/forms/late-answer-field'
import { browserName, demoCode } from './investor'
import { until } from './program'

/**
 * A minimal browser: a cookie jar, pages by address, forms sent as their page has them, redirects followed.
 * It runs no scripts and reads no styles, so every browser can do what it does.
 */
export interface Visitor {
  visit(path: string): Promise<Answer>
  /**
   * Sends the form of a page that contains `mark` (if there are several, they are equal), with its hidden
   * fields and these values; files come last.
   * @param mark an attribute with its value (`name="amount"`) of the form or one of its elements, or the text
   * of a button
   */
  submit(page: Answer, mark: string, values?: Record<string, string | File>): Promise<Answer>
  /**
   * Presses a button: sends all fields of its form, with the typed values replaced.
   * @param mark the text of the button, or a mark of its form as for `submit`, whose first button is then
   * pressed
   */
  press(page: Answer, mark: string, typed?: Record<string, string | File>): Promise<Answer>
  /** Follows the first link with this text. @throws Error if there is none */
  follow(page: Answer, words: string): Promise<Answer>
  /** The `Cookie` header that it sends now. */
  cookie(): string
}

/** The answer of a request, with its page. */
export class Answer {
  #page: CheerioAPI | undefined

  constructor(
    readonly status: number,
    /** The URL after redirects. */
    readonly url: URL,
    readonly html: string,
    readonly headers: Headers = new Headers(),
  ) {}

  /** The page by selectors, as a browser without scripts reads it. */
  get $(): CheerioAPI {
    return (this.#page ??= readHtml(this.html))
  }

  /** The visible text of `main` (of the whole page without one), with single spaces. */
  get text(): string {
    const main = this.$('main')
    return textIn(main.length > 0 ? main : this.$.root())
  }

  /** The visible text of the first such element, with single spaces; empty if there is none. */
  textOf(selector: string): string {
    return textIn(this.$(selector).first())
  }

  /** The value of the first field with this name; empty if there is none. */
  value(name: string): string {
    return this.$(`[name="${name}"]`).first().attr('value') ?? ''
  }

  /** The visible value of the first field with this name: typed or selected. */
  typed(name: string): string {
    const fields = this.$(`main [name="${name}"]:not([type="hidden"])`)
    const field = fields.first().is('[type="radio"]') ? fields.filter('[checked]') : fields
    return String(field.first().val() ?? '')
  }

  /** The errors in the summary of a refused form, and the number of marked fields. */
  get refused(): { problems: string[]; fields: number } {
    const problems = this.$('[role="alert"] li').toArray()
    return {
      problems: problems.map((item) => textIn(this.$(item))),
      fields: this.$('main [aria-invalid="true"]').length,
    }
  }

  /** The addresses of links with this prefix, in order. */
  links(start: string): string[] {
    return this.$(`a[href^="${start}"]`)
      .toArray()
      .map(({ attribs }) => attribs['href'] ?? '')
  }

  /** The distinct addresses of a list's entries, in order, without the page of a new one. */
  entries(list: string): string[] {
    const below = this.links(`${list}/`).filter((path) =>
      /^(?!new$)[^/?]+$/.test(path.slice(list.length + 1)),
    )
    return [...new Set(below)]
  }

  get title(): string {
    return this.$('title').text()
  }

  /**
   * The form that contains `mark`, first in `main`, then elsewhere. @throws Error if there is none, or
   * several that differ
   */
  form(mark: string): FoundForm {
    const found = this.#formElement(mark)
    return {
      action: new URL(found.attribs['action'] || this.url.href, this.url),
      fields: hiddenIn(this.$, found),
    }
  }

  /** The data that a browser sends when the button of `mark`, or the first one of its form, is pressed. */
  pressed(mark: string): PressedForm {
    const { $ } = this
    const form = this.#formElement(mark)
    const buttons = $(form).find('button:not([type="button"])')
    const named = buttons.filter((_, button) => textIn($(button)) === mark)
    const button = (named.length > 0 ? named : buttons).first()
    const [name, value] = [button.attr('name'), button.attr('value') ?? '']
    const controls = $(form)
      .serializeArray()
      .map((field): [string, string] => [field.name, field.value])
    return {
      action: new URL(button.attr('formaction') || form.attribs['action'] || this.url.href, this.url),
      isPost: form.attribs['method']?.toLowerCase() === 'post',
      isMultipart: form.attribs['enctype'] === 'multipart/form-data',
      entries: name ? [...controls, [name, value]] : controls,
    }
  }

  #formElement(mark: string): Element {
    const { $ } = this
    const all = $('form')
      .toArray()
      .filter((form) => isMarked($, form, mark))
    const own = all.filter((form) => $(form).closest('main').length > 0)
    const forms = own.length > 0 ? own : all
    const [found] = forms
    const kinds = new Set(forms.map(({ attribs }) => JSON.stringify(attribs)))
    if (!found || kinds.size > 1) throw new Error(`${kinds.size} forms with ${mark}`)
    return found
  }

  /** The hidden fields of all forms of the page. */
  hiddenFields(): Record<string, string> {
    return hiddenIn(this.$, 'body')
  }
}

/** The action of a form, and its values apart from the typed ones. */
export interface FoundForm {
  action: URL
  fields: Record<string, string>
}

/** The data and the address of a pressed button. */
interface PressedForm {
  action: URL
  isPost: boolean
  isMultipart: boolean
  entries: [name: string, value: string][]
}

/** Parses HTML like a browser without scripts. */
export const readHtml = (html: string): CheerioAPI => load(html, { scriptingEnabled: false })

/** The visible text of some HTML, with single spaces. */
export const textOfHtml = (html: string): string => textIn(readHtml(html).root())

/** The words of HTML as they stand beside each other, without spaces where elements end. */
export const wordsOfHtml = (html: string): string => html.replaceAll(/<[^>]*>/g, '')

/**
 * @param language the language that its reader has chosen
 * @param options.saysOrigin whether it sends the origin of a form, as browsers do and text browsers don't
 * @param options.headers of every request, such as the address that a proxy in front has seen
 * @param options.cookie a copied `Cookie` header
 * @param options.readsMessages whether the code that is sent after a right password is typed at once; a thief can't
 */
export function openVisitor(
  base: string,
  language: Language = 'ru',
  {
    saysOrigin = false,
    headers = {},
    cookie = '',
    readsMessages = true,
  }: {
    saysOrigin?: boolean
    headers?: Record<string, string>
    cookie?: string
    readsMessages?: boolean
  } = {},
): Visitor {
  const cookies = openJar(base)
  for (const copied of cookie.split('; ').filter(Boolean)) cookies.keep(`${copied}; Path=/; Secure`)
  cookies.keep(`lng=${language}; Path=/`)

  async function ask(address: URL, body?: URLSearchParams | FormData): Promise<Answer> {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: {
        Cookie: cookies.header(),
        'User-Agent': browserName,
        ...headers,
        ...(body && saysOrigin && { Origin: new URL(base).origin }),
      },
    })
    for (const line of response.headers.getSetCookie()) cookies.keep(line)
    const location = response.headers.get('Location')
    const html = await response.text()
    if (location && response.status < 400) return ask(new URL(location, address))
    return new Answer(response.status, withoutMark(address), html, response.headers)
  }

  async function withSentCode(answer: Answer, typed: Record<string, string | File>): Promise<Answer> {
    const isSent = answer.$('main [name="stepUp"]').is('[value="email"], [value="sms"]')
    if (!readsMessages || !typed['currentPassword'] || !isSent) return answer
    const { stepUp: _earlier, ...values } = typed
    return press(answer, 'name="stepUpCode"', { ...values, stepUpCode: demoCode })
  }

  async function press(page: Answer, mark: string, typed: Record<string, string | File>): Promise<Answer> {
    const { action, isPost, isMultipart, entries } = page.pressed(mark)
    const controls = entries.map(([name, value]): [string, string | File] => [name, typed[name] ?? value])
    const added = Object.entries(typed).filter(([name]) => !entries.some(([known]) => known === name))
    const form = formOf([...controls, ...added], isMultipart)
    if (isPost) return ask(action, form)
    if (form instanceof URLSearchParams) action.search = form.toString()
    return ask(action)
  }

  return {
    visit: (path) => ask(new URL(path, base)),
    async submit(page, mark, values = {}) {
      const { action, fields } = page.form(mark)
      return withSentCode(await ask(action, formOf(Object.entries({ ...fields, ...values }))), values)
    },
    press: async (page, mark, typed = {}) => withSentCode(await press(page, mark, typed), typed),
    follow(page, words) {
      const { $ } = page
      const link = $('a[href]')
        .toArray()
        .find((one) => (one.attribs['aria-label'] ?? textIn($(one))) === words)
      if (!link) throw new Error(`no link of the words ${words}`)
      return ask(new URL(link.attribs['href'] ?? '', page.url))
    },
    cookie: cookies.header,
  }
}

/**
 * The address of a page without the mark that makes the redirect of a text browser a new address
 * (app/server/middleware/new-address.server.ts): it says nothing of the page.
 */
function withoutMark(address: URL): URL {
  const plain = new URL(address)
  plain.search = plain.search.replace(/[?&]changed=[\w-]+$/, '')
  return plain
}

function formOf(entries: [string, string | File][], isMultipart = false): URLSearchParams | FormData {
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (!isMultipart && texts.length === entries.length) return new URLSearchParams(texts)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** Who waits for a page that asks again by itself. @param waiting any answer; one that does not ask again is returned as it is */
export async function answerAfter(visitor: Visitor, waiting: Answer): Promise<Answer> {
  let last = waiting
  await until('the answer is there', async () => {
    if (last.headers.get('refresh') === null) return true
    last = await visitor.visit(last.url.pathname)
    return false
  })
  return last
}

/**
 * Sends a form, and waits for its answer on its own page, however long it takes: on a busy machine the page of a late answer may
 * stand between.
 */
export async function submitPatiently(
  visitor: Visitor,
  page: Answer,
  mark: string,
  values: Record<string, string | File>,
): Promise<Answer> {
  const answer = await answerAfter(visitor, await visitor.submit(page, mark, values))
  const isLate = answer.$(`[name="${lateAnswerField}"]`).length > 0
  return isLate ? visitor.press(answer, `name="${lateAnswerField}"`) : answer
}

/** A visitor who signed in by the form of its page. */
export async function signedIn(
  base: string,
  { login, password }: { login: string; password: string },
  language?: Language,
  options?: Parameters<typeof openVisitor>[2],
): Promise<Visitor> {
  const visitor = openVisitor(base, language, options)
  const sent = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  const answer = await answerAfter(visitor, sent)
  if (answer.url.pathname !== '/cabinet') throw new Error(`could not sign in: ${answer.text}`)
  return visitor
}

/** The cookies of one browser for one site. */
export interface Jar {
  /** Stores a `Set-Cookie` header. */
  readonly keep: (line: string) => void
  /** The `Cookie` header that is sent with a page of the site. */
  readonly header: () => string
  readonly has: (name: string) => boolean
}

/** Keeps the same cookies as a browser, including Secure ones on localhost. */
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

/** The error of a refused form at a field; empty unless its summary links there with the same text. */
export function problemAt({ $ }: Answer, field: string): string | undefined {
  const problem = $(`[id$="-${field}-error"]`).first()
  const id = problem.attr('id')?.replace(/-error$/, '')
  const link = $(`a[href="#${id}"]`).first()
  return id && textIn(link) === textIn(problem) ? textIn(problem) : undefined
}

/**
 * The cells of a table of the page, row by row, with single spaces; without the headings of rows.
 * @param table its index from 0, or a negative one from the end
 */
export function rowsOf({ $ }: Answer, table = -1): string[][] {
  return $('table')
    .eq(table)
    .find('tbody tr:not(:has(> [scope="rowgroup"]))')
    .toArray()
    .map((row) =>
      $(row)
        .children()
        .toArray()
        .map((cell) => textIn($(cell))),
    )
}

/** The value of the first fact with this term, with the times in it. @param within a selector */
export function factOf(
  { $ }: Answer,
  term: string,
  within = 'main',
): { text: string; times: (string | undefined)[] } | undefined {
  const name = $(`${within} dl > div > dt`)
    .toArray()
    .find((one) => textIn($(one)) === term)
  const value = name && $(name).siblings('dd').first()
  if (!value) return undefined
  const times = value.find('time').toArray()
  return { text: textIn(value), times: times.map(({ attribs }) => attribs['datetime']) }
}

/**
 * The texts under these column heads in each row of the first table of a section that has them, from the first row to
 * the last, with single spaces.
 * @param section the id of its heading
 */
export function cellsUnder({ $ }: Answer, section: string, heads: string[]): string[][] {
  const tables = $(`main section:is([aria-labelledby="${section}"], :has(> * > #${section})) table`)
  const textsIn = (found: Cheerio<AnyNode>) => found.toArray().map((cell) => textIn($(cell)))
  const headsOf = (one: Cheerio<AnyNode>) => textsIn(one.find('thead th'))
  const fitting = tables.toArray().find((one) => heads.every((head) => headsOf($(one)).includes(head)))
  const table = $(fitting ?? tables.first())
  const all = headsOf(table)
  const places = heads.map((head) => all.indexOf(head))
  return table
    .find('tbody tr:not(:has(> [scope="rowgroup"]))')
    .toArray()
    .map((row) => {
      const cells = textsIn($(row).children())
      return places.map((place) => cells[place] ?? 'no such column')
    })
}

/** The text of each item of a section's list, with single spaces. @param section the id of its heading */
export function itemsOf({ $ }: Answer, section: string): string[] {
  return $(`section:is([aria-labelledby="${section}"], :has(> * > #${section})) li`)
    .toArray()
    .map((item) => textIn($(item)))
}

/** Tags separate words, but do not separate an amount from its decimals, which are read as one number. */
export function textIn(found: Cheerio<AnyNode>): string {
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
