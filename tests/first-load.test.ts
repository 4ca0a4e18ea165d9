import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/contract/languages'
import { publicAddresses, weigh } from './support/first-load'
import { type Stack, startStack } from './support/stack'

/**
 * What a visitor's first page weighs, counted on the wire over brotli with all headers: the HTML
 * answer within the first TCP window, all of the page within 20,000 bytes and three requests, and no script needed.
 * Icons and the manifest stand apart. The pages are those of the tree; a new one falls under this by being there.
 */

const htmlLimit = 14_600
const allLimit = 20_000
const requestLimit = 3
/** Of an island itself; its headers count among all. */
const scriptLimit = 2_048

describe('the first load', { timeout: 180_000 }, () => {
  let stack: Stack
  let pages: string[]

  beforeAll(async () => {
    stack = await startStack()
    pages = await publicAddresses(stack.url)
  })
  afterAll(() => stack.stop())

  it('is counted for every public page', () => {
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
    'needs no script and carries the styles of public pages alone in %s',
    async (language) => {
      for (const path of pages) {
        const { $, sheets, scripts } = await weigh(stack.url, path, language)
        expect(sheets, path).not.toEqual([])
        const layers = new Set(sheets.join().match(/(?<=@layer )[\w.-]+/g))
        expect([...layers], path).toEqual(['base', 'site'])
        for (const { attribs, packed } of scripts) {
          expect('async' in attribs || 'defer' in attribs || attribs['type'] === 'module', path).toBe(true)
          expect(packed, path).toBeLessThanOrEqual(scriptLimit)
        }
        expect($('script:not([src], [type="application/ld+json"])'), path).toHaveLength(0)
        expect($('link[rel="modulepreload"], link[rel="preload"][as="script"]'), path).toHaveLength(0)
      }
    },
  )
})
