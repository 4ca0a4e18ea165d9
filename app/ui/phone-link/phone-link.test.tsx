import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhoneLink } from './phone-link'

test.each([
  ['+37061234567', 'tel:+37061234567'],
  ['+370 (612) 34-567', 'tel:+37061234567'],
  ['8 612 34567', 'tel:861234567'],
])('%s is called as %s, and shown as it was written', (number, href) => {
  const link = load(renderToStaticMarkup(<PhoneLink number={number} />))('a')
  expect([link.attr('href'), link.text()]).toEqual([href, number])
})
