import { expect, it } from 'vitest'
import { cutStyles } from '../scripts/cut-styles.mjs'

const sheet = [
  '@charset "utf-8";',
  '@layer base{:root{--layer:base}.a::before{content:"}@layer cabinet{"}}',
  '@layer cabinet{.b{color:red}}',
  '@layer site{.c{color:blue}@media print{.c{color:#000}}}',
  '@media print{@layer cabinet{.d{top:0}}}',
  '@media print{@layer cabinet{.e{top:0}}@layer site{.f\\{{top:0}}}',
  '@keyframes g{0%{top:0}to{top:1px}}',
]

it('keeps the rules of the named layers, in their order, and rules outside layers', () => {
  expect(cutStyles(sheet.join('\n'), ['base', 'site'])).toBe(
    [sheet[0], sheet[1], sheet[3], '@media print{@layer site{.f\\{{top:0}}}', sheet[6]].join(''),
  )
})

it('changes nothing if every layer is kept', () => {
  expect(cutStyles(sheet.join(''), ['base', 'site', 'cabinet'])).toBe(sheet.join(''))
})

it.each(['.a{', '.a{}}', '.a', '.a{content:"}'])('does not guess at %s', (broken) => {
  expect(() => cutStyles(broken, ['base'])).toThrow()
})
