/** A search over the titles and texts of the site: a few dozen entries, so each is read. */

export interface Found {
  title: string
  /** What the entry is about, or its answer; empty where its title says all. */
  text: string
  href: string
}

/**
 * The entries that have every word of a query, those with the words in the title first. Case, ё and the ending of a long word make no
 * difference, so that "deposits" finds "deposit" and «депозиты» «депозит».
 * @returns none for a query without words
 */
export function entriesFor(query: string, entries: readonly Found[]): Found[] {
  const stems = wordsOf(query).map(stemOf)
  if (stems.length === 0) return []
  const inTitle = (entry: Found) => hasAll(entry.title, stems)
  const found = entries.filter(({ title, text }) => hasAll(`${title} ${text}`, stems))
  return [...found.filter(inTitle), ...found.filter((entry) => !inTitle(entry))]
}

/** What an address says of what was looked for: its words, without ids and endings of files. */
export function wordsOfAddress(pathname: string): string {
  const named = pathname.split('/').filter((part) => !/\d|%|[.](?!html?$|php$)/.test(part))
  return wordsOf(named.join(' ').replaceAll(/[.](html?|php)\b/g, ''))
    .slice(0, 5)
    .join(' ')
    .slice(0, 60)
}

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\d]+/gu) ?? []

const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

const hasAll = (text: string, stems: readonly string[]): boolean => {
  const words = wordsOf(text)
  return stems.every((stem) => words.some((word) => word.startsWith(stem)))
}

/** Endings of both languages take at most two letters from a word; a short one stays whole. */
const stemOf = (word: string) =>
  word.length > 5 ? word.slice(0, -2) : word.length > 4 ? word.slice(0, -1) : word
