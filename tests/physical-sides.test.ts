import { expect, it } from 'vitest'
import { physicalSides } from '../scripts/physical-sides.mjs'

it('writes sides by their place, in the order of the rules', () => {
  expect(physicalSides('.a{padding-inline:1px 2px;margin-block:0}')).toBe(
    '.a{padding-left:1px;padding-right:2px;margin-top:0;margin-bottom:0}',
  )
  expect(physicalSides('.a{inset:0;inset-inline:1px}')).toBe(
    '.a{top:0;right:0;bottom:0;left:0;left:1px;right:1px}',
  )
  expect(physicalSides('.a{inset:1px 2px auto}.b{text-align:end}')).toBe(
    '.a{top:1px;right:2px;bottom:auto;left:2px}.b{text-align:right}',
  )
})
