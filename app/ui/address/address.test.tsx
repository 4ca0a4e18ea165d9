import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Address } from './address'

const textOf = (html: string) => load(html).text()

test('an address is shown in groups of four and copied as a whole', () => {
  const html = renderToStaticMarkup(<Address value="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" />)
  const $ = load(html)
  const groups = $('span:not(:has(*))')
    .toArray()
    .map((group) => $(group).text())
  expect(groups).toHaveLength(9)
  expect([groups[0], groups[8]]).toEqual(['TQn9', 'SE'])
  expect(textOf(html)).toBe('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
})

test('markup in it stays text', () => {
  expect(textOf(renderToStaticMarkup(<Address value="<b>x" />))).toBe('<b>x')
})
