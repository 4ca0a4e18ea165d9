import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languageOfText } from './text-language'

describe('the language of a text by its script', () => {
  it.each([
    'Условия хранения',
    'Депозит',
    'Ваш баланс пополнен на 100,00 USDT.',
    'Откройте вклад Breeze или Depth на сайте https://tideline.example/plans',
    'Сеть TRC-20, кошелёк Trust Wallet',
  ])('Russian: %s', (text) => expect(languageOfText(text)).toBe('ru'))

  it.each([
    'How to read your statement',
    'Privacy policy',
    'Your balance was topped up with 100.00 USDT.',
    "A deposit isn't insured",
    'The word «вклад» means a deposit that is locked for a term',
  ])('English: %s', (text) => expect(languageOfText(text)).toBe('en'))

  it.each([
    '',
    '100 %',
    'Breeze',
    'Tideline',
    'USDT TRC-20',
    'Trust Wallet',
    'MetaMask, Binance Smart Chain',
    'hello@tideline.example',
    'https://tideline.example/how/to/read',
    'TXjkPQ7zr9 0x52908400098527886E0F7030069857D2E4169EE7',
    'Начать over again с начала and so on',
    'Умови зберігання',
    'Sąlygos ir taisyklės',
  ])('unclear: %s', (text) => expect(languageOfText(text)).toBeNull())
})

const wordOf = (letters: string) =>
  fc.array(fc.constantFrom(...letters), { minLength: 3, maxLength: 9 }).map((word) => word.join(''))
const russian = fc.array(wordOf('абвгдеёжзийклмнопрстуфхцчшщъыьэюя'), { minLength: 2, maxLength: 12 })
const english = fc.array(wordOf('abcdefghijklmnopqrstuvwxyz'), { minLength: 2, maxLength: 12 })
/** What stands in the texts of any language. */
const names = fc.array(
  fc.constantFrom(
    'USDT',
    'TRC-20',
    'Breeze',
    '12.50',
    '0x1f',
    'a@b.example',
    '2026-01-05',
    '—',
    'https://b.example/on',
  ),
  { maxLength: 6 },
)

describe('names, figures and codes', () => {
  const mixed = (words: fc.Arbitrary<string[]>) =>
    fc.tuple(words, names).chain(([own, other]) => {
      const all = [...own, ...other]
      return fc.shuffledSubarray(all, { minLength: all.length }).map((parts) => parts.join(' '))
    })

  it('change nothing of a Russian text', () => {
    fc.assert(fc.property(mixed(russian), (text) => languageOfText(text) === 'ru'))
  })

  it('change nothing of an English text', () => {
    fc.assert(fc.property(mixed(english), (text) => languageOfText(text) === 'en'))
  })

  it('have no language of their own', () => {
    fc.assert(fc.property(names, (parts) => languageOfText(parts.join(' ')) === null))
  })
})
