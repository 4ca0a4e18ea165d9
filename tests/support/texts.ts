import { readFileSync } from 'node:fs'
import { type Language, languages } from '../../app/contract/languages'

export { type Language, languages }

/** A text by its key, such as `common:action.confirm`, with `{name}` filled in. */
export type Say = (key: string, values?: Record<string, string | number>) => string

/**
 * Reads the texts straight from `locales`, so that a journey expects what a reader sees without the code
 * under test. A missing key fails the test with its name.
 */
export function textsOf(language: Language): Say {
  return (key, values = {}) => {
    const [namespace, path = ''] = key.split(':')
    let found = JSON.parse(read(language, namespace as string)) as unknown
    for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
    if (typeof found !== 'string') throw new Error(`locales/${language} has no text ${key}`)
    return found.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`))
  }
}

/** The text of an error code, whichever file has it. */
export function errorTextOf(
  language: Language,
  code: string,
  values?: Record<string, string | number>,
): string {
  const { code: inBrowser } = JSON.parse(read(language, 'errors')) as { code: Record<string, string> }
  return textsOf(language)(`${code in inBrowser ? 'errors' : 'refusals'}:code.${code}`, values)
}

/** A number in the language's notation, with plain spaces. @param figure in English notation: `1,000.50` */
export function writtenIn(language: Language, figure: string): string {
  if (language === 'en') return figure
  return figure.replace(/[,.]/g, (sign) => (sign === ',' ? ' ' : ','))
}

const files = new Map<string, string>()

function read(language: Language, namespace: string): string {
  const path = new URL(`../../locales/${language}/${namespace}.json`, import.meta.url).pathname
  const text = files.get(path) ?? readFileSync(path, 'utf8')
  files.set(path, text)
  return text
}
