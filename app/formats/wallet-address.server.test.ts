import { expect, test } from 'vitest'
import { canBelongTo, isSameAddress } from './wallet-address.server'

/** Published examples: the TRC-20 contract of USDT, BIP 173, BIP 350, EIP-55. */
test.each([
  ['TRC-20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['Bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['Bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['Bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ERC-20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['Ethereum', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
  ['an unknown network', 'any text'],
])('%s: %s may be right', (network, address) => {
  expect(canBelongTo(network, address)).toBe(true)
})

test.each([
  ['TRC-20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'one letter'],
  ['TRC-20', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'of another network'],
  ['Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'one letter'],
  ['Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'one letter'],
  ['Bitcoin', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'two cases'],
  ['Bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'the test network'],
  ['Bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'version 1 in bech32'],
  ['Bitcoin', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'of another network'],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'one letter in the wrong case'],
  ['Ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'no 0x'],
  ['Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'one short'],
  ['TRC-20', '', 'nothing'],
])('%s: %s is wrong (%s)', (network, address) => {
  expect(canBelongTo(network, address)).toBe(false)
})

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
