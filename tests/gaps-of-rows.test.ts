import { expect, it } from 'vitest'
import { gapsOfRows } from '../scripts/gaps-of-rows.mjs'

const older = (rules: string) => `@supports not (aspect-ratio:1){${rules}}`

it('gives neighbours in rows and columns margins, before all rules', () => {
  const css =
    '.a{display:flex;gap:1px 2px}.b{display:inline-flex;flex-direction:column;gap:3px}.c{display:flex;gap:1px 2px}'
  expect(gapsOfRows(css)).toBe(`${older('.a>*+*,.c>*+*{margin-left:2px}.b>*+*{margin-top:3px}')}${css}`)
})

it('knows a gap by its own name', () => {
  const css = '.a{display:flex;column-gap:1px}.b{display:flex;row-gap:1px}'
  expect(gapsOfRows(css)).toBe(`${older('.a>*+*{margin-left:1px}')}${css}`)
})

it('leaves grids, rows without a gap, and selectors that such a browser does not know', () => {
  for (const css of ['.a{display:grid;gap:1px}', '.a{display:flex}', '.a:has(b){display:flex;gap:1px}'])
    expect(gapsOfRows(css)).toBe(css)
})
