import { browserName } from './investor'

/**
 * A browser in small: one jar of cookies, pages by address, forms sent as their page has them, redirects
 * followed. It runs no script and reads no style, so what it can do, everybody can.
 */
export interface Visitor {
  visit(path: string): Promise<Answer>
  /** Sends the form of a page that holds `mark` (if there are several, they are the same), with its hidden fields and these values. */
  submit(page: Answer, mark: string, values?: Record<string, string>): Promise<Answer>
  /** The `Cookie` header that it sends now. */
  cookie(): string
}

export interface Answer {
  status: number
  /** Where the redirects ended. */
  url: URL
  html: string
  /** What a reader sees of `main`, with single spaces. */
  text: string
}

/** @param language as its reader once chose it */
export function openVisitor(base: string, language: 'ru' | 'en' = 'ru'): Visitor {
  const cookies = new Map<string, string>([['lng', language]])
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function ask(address: URL, body?: URLSearchParams): Promise<Answer> {
    const response = await fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { Cookie: cookie(), 'User-Agent': browserName },
    })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const location = response.headers.get('Location')
    const html = await response.text()
    if (location && response.status < 400) return ask(new URL(location, address))
    return { status: response.status, url: address, html, text: textOf(html) }
  }

  return {
    visit: (path) => ask(new URL(path, base)),
    submit(page, mark, values = {}) {
      const form = formWith(page.html, mark)
      const action = new URL(attribute(form.tag, 'action') || page.url.href, page.url)
      return ask(action, new URLSearchParams({ ...hiddenFields(form.content), ...values }))
    },
    cookie,
  }
}

/** A visitor who signed in by the form of its page. */
export async function signedIn(
  base: string,
  { login, password }: { login: string; password: string },
  language?: 'ru' | 'en',
): Promise<Visitor> {
  const visitor = openVisitor(base, language)
  const answer = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  if (answer.url.pathname !== '/cabinet') throw new Error(`could not sign in: ${answer.text}`)
  return visitor
}

/** Notes a `Set-Cookie` header in a jar. */
export function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = '', value = ''] = pair.split(/=(.*)/)
  const isOver = attributes.some((attribute) => /^(max-age=0|expires=.*1970)/i.test(attribute))
  if (isOver || value === '') cookies.delete(name)
  else cookies.set(name, value)
}

function formWith(html: string, mark: string): { tag: string; content: string } {
  const forms = [...html.matchAll(/(<form[^>]*>)(.*?)<\/form>/gs)].filter(([whole]) => whole.includes(mark))
  const [found] = forms
  const tags = new Set(forms.map(([, tag]) => tag))
  if (!found || tags.size > 1) throw new Error(`${tags.size} forms with ${mark}`)
  return { tag: found[1] ?? '', content: found[2] ?? '' }
}

export function hiddenFields(content: string): Record<string, string> {
  const inputs = [...content.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => tag)
  return Object.fromEntries(inputs.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]))
}

/** The value of an attribute as the browser reads it; nothing where it is not there. */
export function attribute(tag: string, name: string): string {
  return plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** What a refused form says at a field; nothing where its summary does not link there with the same words. */
export function problemAt({ html }: Answer, field: string): string | undefined {
  const [, id, problem = ''] =
    new RegExp(` id="([\\w-]*-${field})-error"[^>]*>(.*?)</div>`, 's').exec(html) ?? []
  const [, link = ''] = new RegExp(`<a [^>]*href="#${id}"[^>]*>(.*?)</a>`, 's').exec(html) ?? []
  return id && textOf(link) === textOf(problem) ? textOf(problem) : undefined
}

/**
 * What stands in the cells of a table of the page, row by row, with single spaces.
 * @param table of several, counted from 0, or back from the end
 */
export function rowsOf({ html }: Answer, table = -1): string[][] {
  const [, body = ''] =
    html
      .match(/<table.*?<\/table>/gs)
      ?.at(table)
      ?.split('<tbody') ?? []
  return [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd] .*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell)),
  )
}

/** What stands in each item of a section's list, with single spaces. @param section the id of its heading */
export function itemsOf({ html }: Answer, section: string): string[] {
  const [, rest = ''] = html.split(`aria-labelledby="${section}"`)
  const [list = ''] = rest.split('</section>')
  return [...list.matchAll(/<li.*?<\/li>/gs)].map(([item]) => textOf(item))
}

/** Tags part words, but not an amount from its decimals, which a reader sees as one figure. */
function textOf(html: string): string {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? html
  const words = main.replace(/<(script|style).*?<\/\1>|<!-- -->/gs, '').replace(/<[^>]*>/g, ' ')
  return plain(words)
    .replace(/\s+/g, ' ')
    .replace(/(\d) (?=[.,]\d)/g, '$1')
    .trim()
}

const entities: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' }

function plain(text: string): string {
  return text.replace(/&(#x27|\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
