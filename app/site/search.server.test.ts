import { describe, expect, it } from 'vitest'
import { entriesFor, wordsOfAddress } from './search.server'

const entry = (title: string, text = '') => ({ title, text, href: `/${title}` })
const entries = [
  entry('Questions', 'When can I close a deposit?'),
  entry('Deposits', 'Open one, watch it, close it'),
  entry('Депозиты', 'Открыть и закрыть'),
  entry('Отчёты'),
]
const titlesFor = (query: string) => entriesFor(query, entries).map(({ title }) => title)

describe('entriesFor', () => {
  it('finds the words of title and text, those in the title first', () => {
    expect(titlesFor('deposit')).toEqual(['Deposits', 'Questions'])
    expect(titlesFor('close DEPOSITS')).toEqual(['Questions', 'Deposits'])
  })

  it.each(['депозит', 'депозита', 'ДЕПОЗИТЫ'])('finds %s whatever its ending', (query) => {
    expect(titlesFor(query)).toEqual(['Депозиты'])
  })

  it('takes е for ё', () => {
    expect(titlesFor('отчет')).toEqual(['Отчёты'])
  })

  it('finds nothing without words, and nothing for a word that no entry has', () => {
    for (const query of ['', '   ', '(.*)', '%00', 'nonsense', 'deposit nonsense'])
      expect(titlesFor(query)).toEqual([])
  })
})

describe('wordsOfAddress', () => {
  it.each([
    ['/deposits', 'deposits'],
    ['/my-account/top_up', 'my account top up'],
    ['/cabinet/deposits/9f3412aa', 'cabinet deposits'],
    ['/faq.html', 'faq'],
    ['/wp-login.php', 'wp login'],
    ['/%3Cscript%3E', ''],
    ['/.env', ''],
    ['/', ''],
  ])('of %s', (pathname, words) => {
    expect(wordsOfAddress(pathname)).toBe(words)
  })
})
