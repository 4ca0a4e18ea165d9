import { expect, test } from 'vitest'
import { stepOf, totpAt } from './totp'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at %d s is that of RFC 6238, appendix B, by its last six digits', (seconds, code) => {
  // The ASCII text 12345678901234567890.
  expect(totpAt('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', stepOf(seconds * 1000))).toBe(code)
})
