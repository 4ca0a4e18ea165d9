import { expect, it } from 'vitest'
import { encodingFor } from './encodings.server'

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['deflate', 'identity'],
  ['BR ; Q=1', 'br'],
  ['br;q=2, gzip;q=abc', 'identity'],
  ['*;q=0', 'identity'],
])('%j is answered with %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})

it('caches no more headers than browsers have', () => {
  for (let one = 0; one < 1_000; one += 1) expect(encodingFor(`br, made-up-${one}`)).toBe('br')
})
