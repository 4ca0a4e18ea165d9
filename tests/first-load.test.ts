import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/contract/languages'
import { publicAddresses, weigh } from './support/first-load'
import { type Stack, startStack } from './support/stack'

/**
 * The size of a visitor's first page, measured on the wire with brotli and all headers: the HTML fits the
 * first TCP window, the whole page takes at most 20,000 bytes and three requests, and no script is required.
 * Icons and the manifest do not count. The pages come from the route tree, so a new page is checked too.
 */

const htmlLimit = 14_600
const allLimit = 20_000
const requestLimit = 3
/** The body of an island's script; its headers count in the total. */
const scriptLimit = 2_048

describe('the first load', { timeout: 180_000 }, () => {
  let stack: Stack
  let pages: string[]

  beforeAll(async () => {
    stack = await startStack()
    pages = await publicAddresses(stack.url)
  })
  afterAll(() => stack.stop())

  it('is measured for every public page', () => {
    expect(pages).toContain('/')
    expect(pages).toContain('/risk')
  })

  it.each(languages)('fits the first packets on every page in %s', async (language) => {
    const weighed = await Promise.all(pages.map((path) => weigh(stack.url, path, language)))
    const over = weighed.filter(
      ({ html, all, requests }) => html > htmlLimit || all > allLimit || requests > requestLimit,
    )
    expect(over).toEqual([])
  })

  it.each(languages)(
    'requires no script and carries only the styles of public pages in %s',
    async (language) => {
      for (const path of pages) {
        const { $, sheets, scripts } = await weigh(stack.url, path, language)
        expect(sheets, path).not.toEqual([])
        // Each layer leaves its name in the sheet, also where browsers are not told of layers.
        const layers = new Set(sheets.join().match(/(?<=--layer:\s*)[\w.-]+/g))
        expect([...layers], path).toEqual(['base', 'site'])
        for (const { attribs, compressedBytes } of scripts) {
          expect('async' in attribs || 'defer' in attribs || attribs['type'] === 'module', path).toBe(true)
          expect(compressedBytes, path).toBeLessThanOrEqual(scriptLimit)
        }
        expect($('script:not([src], [type="application/ld+json"])'), path).toHaveLength(0)
        expect($('link[rel="modulepreload"], link[rel="preload"][as="script"]'), path).toHaveLength(0)
      }
    },
  )
})
