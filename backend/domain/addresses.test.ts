import { describe, expect, test } from 'vitest'
import { type NetworkFamily, isAddress, fictitiousAddress, paymentUri } from './addresses'

/** Published examples of each standard: the TRC-20 contract of USDT, BIP 173, BIP 350, EIP-55. */
const valid: Record<NetworkFamily, string[]> = {
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  bitcoin: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ethereum: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ],
}

const invalid: Record<NetworkFamily, string[]> = {
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '', 'T'],
  bitcoin: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', // mixed case
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', // the test network
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', // version 1 in bech32
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ],
  ethereum: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', // one letter in the wrong case
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
  ],
}

const families: NetworkFamily[] = ['tron', 'bitcoin', 'ethereum']

describe.each(families)('%s', (family) => {
  test.each(valid[family])('accepts %s', (text) => expect(isAddress(family, text)).toBe(true))

  test.each(invalid[family])('refuses "%s"', (text) => expect(isAddress(family, text)).toBe(false))

  test('derives addresses that are valid, repeatable and different', () => {
    const one = fictitiousAddress(family, 'refill 1')
    expect(isAddress(family, one)).toBe(true)
    expect(fictitiousAddress(family, 'refill 1')).toBe(one)
    expect(fictitiousAddress(family, 'refill 2')).not.toBe(one)
  })
})

test('payment links have the amount as each network writes it', () => {
  expect(paymentUri({ family: 'bitcoin', tokenContract: null }, 'bc1q', '0.05')).toBe(
    'bitcoin:bc1q?amount=0.05',
  )
  expect(paymentUri({ family: 'ethereum', tokenContract: null }, '0xab', '0.05')).toBe(
    'ethereum:0xab?value=50000000000000000',
  )
  expect(paymentUri({ family: 'tron', tokenContract: null }, 'TA', '12.5')).toBe('tron:TA?amount=12.5')
  expect(paymentUri({ family: 'tron', tokenContract: 'TB' }, 'TA', '700')).toBe('tron:TA?amount=700&token=TB')
})
