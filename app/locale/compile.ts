import { type Language } from '~/contract/languages'

/**
 * Texts are compiled once to plain look-ups: `t()` of a general library takes a third to a half of the time of
 * rendering a page. The notation is i18next's JSON v4, with `{name}` for a value and the plural's form as a suffix of
 * the key; a test compares every key with i18next's result.
 */

/** A namespace as written in `locales`: texts, nested to any depth. */
export interface TextTree {
  [key: string]: string | TextTree
}

/** Namespaces by name. */
export type Texts = Record<string, TextTree>

export type TextValues = Record<string, string | number>

type Text = (values?: TextValues) => string

export const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
const pluralKey = new RegExp(`^(.+)_(${pluralForms.join('|')})$`)

/** Every text by its full key, `namespace:path.to.key`; the forms of a plural share the key without suffix. */
export function compileTexts(language: Language, texts: Texts): Map<string, Text> {
  const compiled = new Map<string, Text>()
  const plurals = new Map<string, Map<string, Text>>()

  for (const [key, source] of listTexts(texts)) {
    const text = compileText(source)
    const [, base, form] = pluralKey.exec(key) ?? []
    if (base === undefined || form === undefined) compiled.set(key, text)
    else plurals.set(base, (plurals.get(base) ?? new Map<string, Text>()).set(form, text))
  }
  const rules = new Intl.PluralRules(language)
  for (const [key, forms] of plurals) compiled.set(key, choosePlural(rules, forms))
  return compiled
}

/** `[key, source]` of every text, in the order of the files. */
export function listTexts(texts: Texts): [key: string, source: string][] {
  return Object.entries(texts).flatMap(([namespace, tree]) => listTree(`${namespace}:`, tree))
}

function listTree(prefix: string, tree: TextTree): [string, string][] {
  return Object.entries(tree).flatMap(([key, node]): [string, string][] =>
    typeof node === 'string' ? [[prefix + key, node]] : listTree(`${prefix}${key}.`, node),
  )
}

/** A value that is not given leaves its place empty, as in i18next. */
function compileText(source: string): Text {
  // The text between two placeholders, and the name of the placeholder that follows it.
  const [start = '', ...rest] = source.split(/\{\s*([^{}\s]+)\s*\}/)
  if (rest.length === 0) return () => source
  return (values) => {
    let text = start
    for (let at = 0; at < rest.length; at += 2)
      text += (values?.[rest[at] ?? ''] ?? '') + (rest[at + 1] ?? '')
    return text
  }
}

function choosePlural(rules: Intl.PluralRules, forms: Map<string, Text>): Text {
  return (values) => {
    const form = rules.select(Number(values?.count ?? 0))
    const text = forms.get(form) ?? forms.get('other')
    return text ? text(values) : ''
  }
}
