import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeRedirectTo } from './redirect-to.server'

const fallback = '/cabinet'
const origin = 'https://tideline.example'

describe('safeRedirectTo', () => {
  it.each([
    '/cabinet/deposits',
    '/cabinet/operations?type=accrual&from=2026-01-05#end',
    '/cabinet/top-up/abc%20def',
    '/?next=//elsewhere.example',
  ])('keeps %s', (path) => expect(safeRedirectTo(path, fallback)).toBe(path))

  it.each([
    null,
    undefined,
    '',
    'cabinet',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/.//elsewhere.example',
    '/x/..//elsewhere.example',
    '/%2e//elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/\u0000/elsewhere.example',
    ' /cabinet',
    'javascript:alert(1)',
    `/${'x'.repeat(3_000)}`,
  ])('falls back for %j', (requested) => expect(safeRedirectTo(requested, fallback)).toBe(fallback))

  it('stays in the app for any input, as a browser resolves it', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '//',
      'http:',
      'https://',
      'elsewhere.example',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\n',
      '\r',
      ' ',
      '\u0000',
      '\u2028',
      '／',
      'javascript:',
      'cabinet',
      '%09',
    )
    const attempt = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(attempt, (requested) => {
        const target = safeRedirectTo(requested, fallback)
        expect(target).toMatch(/^\/(?![/\\])/)
        expect(new URL(target, `${origin}/login`).origin).toBe(origin)
      }),
      { numRuns: 20_000 },
    )
  })
})
