import { expect, it } from 'vitest'
import { securityTxt } from './security-txt.server'

it('names a contact and an expiry date', () => {
  const now = Date.parse('2026-03-01T13:37:00Z')
  const said = {
    contact: 'mailto:security@example.org',
    origin: 'https://example.org',
    path: '/.well-known/security.txt',
  }
  expect(securityTxt({ ...said, now })).toBe(
    [
      'Contact: mailto:security@example.org',
      'Expires: 2026-08-28T00:00:00.000Z',
      'Preferred-Languages: ru, en',
      'Canonical: https://example.org/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
