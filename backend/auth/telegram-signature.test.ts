import { expect, test } from 'vitest'
import { isSigned } from './telegram-signature'

/**
 * Computed with openssl as Telegram documents it: HMAC-SHA256 of the sorted lines, with the token's SHA-256
 * as its key.
 */
const token = '123456:a-bot-of-nobody'
const signed = {
  id: 42,
  first_name: 'Кай',
  username: 'kai',
  photo_url: 'https://t.me/i/userpic/kai.jpg',
  auth_date: 1767225600,
  hash: 'c82f9b00b244c95cc5e5cd9b4250081dd6c6b3d9f97ab201e67eb3d2ba413702',
}

test('data that Telegram signed are valid, whatever the case of the signature', () => {
  expect(isSigned(signed, token)).toBe(true)
  expect(isSigned({ ...signed, hash: signed.hash.toUpperCase() }, token)).toBe(true)
})

test.each([
  ['another id', { id: 43 }],
  ['another day', { auth_date: 1767225601 }],
  ['an additional field', { last_name: 'R' }],
  ['a missing field', { username: undefined }],
  ['a truncated hash', { hash: signed.hash.slice(1) }],
])('%s is invalid', (_what, change) => {
  expect(isSigned({ ...signed, ...change }, token)).toBe(false)
})

test('the signature of another bot is invalid', () => {
  expect(isSigned(signed, '123456:another-bot')).toBe(false)
})
