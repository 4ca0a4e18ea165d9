import { expect, it } from 'vitest'
import { cutStyles } from '../scripts/cut-styles.mjs'

const sheet = [
  '@charset "utf-8";',
  '@layer base{:root{--layer:base}.a::before{content:"}@layer cabinet{"}}',
  '@layer cabinet{.b{color:red}}',
  '@layer site{.c{color:blue}@media print{.c{color:#000}}}',
  '@media print{@layer cabinet{.d{top:0}}}',
  '@media print{@layer cabinet{.e{top:0}}@layer site{.f\\{{top:0}}}',
  '@page{margin:1cm}',
]

it('keeps the rules of the named layers, in their order, and rules outside layers', () => {
  expect(cutStyles(sheet.join('\n'), ['base', 'site'])).toBe(
    [sheet[0], sheet[1], sheet[3], '@media print{@layer site{.f\\{{top:0}}}', sheet[6]].join(''),
  )
})

it('changes nothing if every layer is kept', () => {
  expect(cutStyles(sheet.join(''), ['base', 'site', 'cabinet'])).toBe(sheet.join(''))
})

it('keeps the typefaces and animations that a kept rule names', () => {
  const named = '@layer cabinet{.a{animation:g 1s linear}.b{font-family:A,"B c",serif}}'
  const own = [
    '@keyframes g{0%{top:0}to{top:1px}}',
    '@font-face{font-family:A;src:url(a.woff2)}',
    '@font-face{font-family:B c;src:local("D")}',
  ].join('')
  expect(cutStyles(named + own, ['cabinet'])).toBe(named + own)
  expect(cutStyles(`@layer site{.d{top:0}}${named}${own}`, ['site'])).toBe('@layer site{.d{top:0}}')
})

it.each(['.a{', '.a{}}', '.a', '.a{content:"}'])('does not guess at %s', (broken) => {
  expect(() => cutStyles(broken, ['base'])).toThrow()
})
