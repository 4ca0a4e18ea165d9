import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Address } from './address'

const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

test('an address is read in groups of four and copied whole', () => {
  const html = renderToStaticMarkup(<Address value="TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" />)
  expect(html.match(/<span class="[^"]*">([^<]+)<\/span>/g)).toHaveLength(9)
  expect(html).toContain('>TQn9<')
  expect(html).toContain('>SE<')
  expect(textOf(html)).toBe('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE')
})

test('what looks like markup stays text', () => {
  expect(textOf(renderToStaticMarkup(<Address value="<b>x" />))).toBe('&lt;b&gt;x')
})
