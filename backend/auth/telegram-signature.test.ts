import { expect, test } from 'vitest'
import { isSigned } from './telegram-signature'

/**
 * Made by hand with openssl, as Telegram documents it: HMAC-SHA256 of the sorted lines, its key the token's SHA-256.
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

test('what Telegram signed is signed, whatever the case of its letters', () => {
  expect(isSigned(signed, token)).toBe(true)
  expect(isSigned({ ...signed, hash: signed.hash.toUpperCase() }, token)).toBe(true)
})

test.each([
  ['another id', { id: 43 }],
  ['another day', { auth_date: 1767225601 }],
  ['a field more', { last_name: 'R' }],
  ['a field less', { username: undefined }],
  ['a hash that is cut', { hash: signed.hash.slice(1) }],
])('%s is not signed', (_what, change) => {
  expect(isSigned({ ...signed, ...change }, token)).toBe(false)
})

test('nor is what another bot signed', () => {
  expect(isSigned(signed, '123456:another-bot')).toBe(false)
})
