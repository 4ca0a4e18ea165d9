import { expect, test } from 'vitest'
import { isSameAddress } from './same-address.server'

test.each([
  ['0x52908400098527886e0f7030069857d2e4169ee7', '0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['0x52908400098527886e0f7030069857d2e4169ee7', '0x52908400098527886E0F7030069857D2E4169EE8', false],
  ['BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', true],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'tJRabPrwbZy45sbavfcjinPJC18kjpRTv8', false],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1bvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', false],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame)
})
