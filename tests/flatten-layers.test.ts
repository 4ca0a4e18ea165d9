import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import postcss from 'postcss'
import { describe, expect, it } from 'vitest'
import { built } from './support/built'
import { newerCalls } from './support/newer-calls'
import { flattenLayers } from '../scripts/flatten-layers.mjs'

const flat = (css: string) => flattenLayers(css, ['base', 'site', 'cabinet'])

it('writes the rules in the order of their layers, each stronger than all of an earlier layer', () => {
  expect(
    flat('@layer cabinet{.c{top:3px}}@layer base{a.b:hover{top:1px}.d{top:0}}@layer site{p{top:2px}}'),
  ).toBe('a.b:hover{top:1px}.d{top:0}p:not(#_){top:2px}:not(#_):not(#_).c{top:3px}')
})

it('keeps conditions, pseudo-elements and lists of selectors', () => {
  expect(flat('@media print{@layer site{.a::before,ul > .b{top:0}}}')).toBe(
    '@media print{:not(#_).a::before,ul:not(#_) > .b{top:0}}',
  )
  expect(flat('@layer site{@media print{::selection{top:0}}}')).toBe(
    '@media print{:not(#_)::selection{top:0}}',
  )
})

it('leaves what stands outside of layers as it is, last', () => {
  expect(flat('@charset "utf-8";.o{top:0}@keyframes k{to{top:1px}}@layer base{.a{top:0}}')).toBe(
    '@charset "utf-8";.a{top:0}.o{top:0}@keyframes k{to{top:1px}}',
  )
})

/** The floor (package.json) as esbuild names it. */
const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
const floor = browserslist
  .map((one) => one.replace('ios_saf', 'ios').replace(' >= ', ''))
  .filter((one) => !one.startsWith('samsung')) // esbuild knows it as the Chrome that it is made of
/** What esbuild holds for newer than these browsers have it. */
const supported = { 'regexp-unicode-property-escapes': true }
const folder = new URL('../public/build/', import.meta.url).pathname

await built()

describe('what is built', () => {
  const files = readdirSync(folder, { recursive: true }).map(String)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')

  it.each(files.filter((file) => file.endsWith('.css')))('%s needs nothing newer than the floor', (file) => {
    const found: string[] = []
    const sheet = postcss.parse(read(file))
    sheet.walkAtRules((rule) => {
      if (!/^(media|supports|charset|font-face|page|(-webkit-)?keyframes|container)$/.test(rule.name))
        found.push(`@${rule.name}`)
      if (rule.name === 'supports') return
      if (rule.name === 'media' && /[<>]/.test(rule.params)) found.push(`@media ${rule.params}`)
    })
    sheet.walkRules(({ selector, parent }) => {
      if (parent?.type === 'rule') found.push(`nested ${selector}`)
      if (/:(popover-open|open|user-invalid)/.test(selector)) found.push(selector)
      // A browser drops the whole list with the selector that it does not know.
      if (selector.includes(':has(') && selector.includes(',') && !/:has\([^)]*,/.test(selector))
        found.push(selector)
    })
    sheet.walkDecls(({ prop, value, parent }) => {
      if (
        /oklch|color-mix|light-dark|anchor\(|\d(dvh|svh|lvh|cqi|cqw)/.test(value) &&
        !prop.startsWith('--c-')
      ) {
        let node: unknown = parent
        while (node && !(node as { name?: string }).name?.includes('supports'))
          node = (node as { parent?: unknown }).parent
        if (!node) found.push(`${prop}: ${value}`)
      }
    })
    expect(found).toEqual([])
  })

  it('runs on the browsers of the floor: its scripts have no newer syntax', async () => {
    const found: string[] = []
    for (const file of files.filter((one) => one.endsWith('.js'))) {
      const script = read(file)
      const options = { loader: 'js', minifyWhitespace: true, legalComments: 'none', supported } as const
      const [all, old] = await Promise.all([
        transform(script, { ...options, target: 'esnext' }),
        transform(script, { ...options, target: floor }),
      ])
      if (all.code !== old.code) found.push(file)
      // Their calls are not syntax.
      found.push(...newerCalls(script).map((call) => `${file}: ${call}`))
    }
    expect(found).toEqual([])
  })
})

describe('a call that the floor lacks', () => {
  it.each([
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['a.requestSubmit(b)', 'requestSubmit'],
    ['let a=URL.canParse(b)', 'URL.canParse'],
    ['a=structuredClone(b)', 'structuredClone'],
    ['window.requestIdleCallback(a)', 'requestIdleCallback'],
    ['a.toSorted(b)', 'toSorted'],
    ['a.with(0,b)', 'with'],
    ['a.union(b)', 'union'],
    ['if(a.checkVisibility())b()', 'checkVisibility'],
    ['AbortSignal.any([a])', 'AbortSignal.any'],
  ])('%s is found', (script, call) => expect(newerCalls(script)).toEqual([call]))

  it.each([
    'typeof a.checkVisibility=="function"&&a.checkVisibility()',
    '"requestIdleCallback"in window?window.requestIdleCallback(a):setTimeout(a)',
    'a.startViewTransition?.(b)',
    'class A extends Map{toSorted(a){return new A([...this].sort(a))}}b.toSorted(c)',
    'a.navigation.state==="idle"',
    't("common:navigation.skip")',
    'a.at(-1).replaceAll("b","c")',
  ])('%s is none', (script) => expect(newerCalls(script)).toEqual([]))
})
