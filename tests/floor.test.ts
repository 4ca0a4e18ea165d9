import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import doiuse from 'doiuse'
import postcss, { type ChildNode } from 'postcss'
import { beforeAll, describe, expect, it } from 'vitest'
import { built } from './support/built'

/** The oldest browsers with styles and scripts are named once, in package.json; what is built needs nothing newer. */

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
const versions = Object.fromEntries(browserslist.map((one) => one.split(' >= ') as [string, string]))

/** What a browser of the floor may lack, and what its readers see then. */
const dispensable: Record<string, string> = {
  'css-has': 'a chosen card without its border, and its focus on the mark instead of the card',
  'css-container-queries': 'one column instead of several, a table as labelled rows',
  'css-subgrid': 'cards side by side whose parts do not stand in one line',
  'css-media-scripting': 'controls that need scripts come without keeping their place',
  'css-content-visibility': 'all of a long page is laid out at once',
  'css-hyphens': 'long words that break without a hyphen',
  'css-touch-action': 'a double tap that enlarges',
  'css-overscroll-behavior': 'a page that scrolls on behind a list',
  'css-scrollbar': 'a bar below what scrolls sideways',
  'css-resize': 'a text field of fixed height',
  'css-selection': 'selected text in the colours of the system',
  'css3-cursors-newer': 'the usual pointer over a picture',
  'text-size-adjust': 'text that a turned telephone enlarges',
  'text-decoration': 'underlines of the usual thickness',
  'extended-system-fonts': 'the next typeface of the list',
  // Known to the floor as far as they are used; the tables list what else belongs to them.
  'css-overflow': 'hidden, visible and auto alone are used',
  'css-clip-path': 'inset and none alone are used',
  'css-masks': 'no mask is used: it is found by the name of clip-path',
  multicolumn: 'gaps of grids and rows alone are used',
  'intrinsic-width': 'min-content and fit-content of widths alone are used',
  'css-display-contents': 'boxes that group for the eye alone have it',
}

it('is named in the README as in package.json', () => {
  const { chrome, edge, firefox, safari, ios_saf: ios, samsung } = versions
  expect([edge, ios]).toEqual([chrome, safari])
  const words = `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari and iOS ${safari}, Samsung Internet ${samsung}`
  expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain(words)
})

it.each(['en', 'ru'])('is named on the page about accessibility as in package.json, in %s', (language) => {
  const { chrome, firefox, safari, samsung } = versions
  const { accessibility } = JSON.parse(readFileSync(`locales/${language}/site.json`, 'utf8')) as {
    accessibility: { browsersText: string }
  }
  const and = language === 'en' ? 'and' : 'и'
  expect(accessibility.browsersText.replace(/\s/g, ' ')).toContain(
    `Chrome ${and} Edge ${chrome}, Firefox ${firefox}, Safari ${and} iOS ${safari}, Samsung Internet ${samsung}`,
  )
})

describe('the built styles', () => {
  let found: Map<string, Set<string>>
  const sides = new Set<string>()

  beforeAll(async () => {
    await built()
    const folder = 'public/build'
    const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    )
    expect(sheets).not.toEqual([])
    found = new Map()
    for (const sheet of sheets) {
      const linter = doiuse({
        browsers: browserslist,
        onFeatureUsage: ({ feature, usage }) => {
          if (isConditional(usage)) return
          found.set(feature, (found.get(feature) ?? new Set()).add(String(usage).slice(0, 120)))
        },
      })
      const { root } = await postcss([linter]).process(readFileSync(join(folder, sheet), 'utf8'), {
        from: undefined,
      })
      root.walkDecls(/^(?!scroll-)(inset|.*-(inline|block)(-|$))/, ({ prop }) => void sides.add(prop))
    }
  })

  it('need nothing that the floor lacks, but for what can be done without', () => {
    const needed = [...found].filter(([feature]) => !(feature in dispensable))
    expect(needed.map(([feature, usages]) => `${feature}: ${[...usages].slice(0, 3).join(' · ')}`)).toEqual(
      [],
    )
  })

  it('name sides by their place: before 2021 the shorthands of the others are not known', () => {
    expect([...sides]).toEqual([])
  })

  it('have all that is listed as dispensable', () => {
    expect(Object.keys(dispensable).filter((feature) => !found.has(feature))).toEqual([])
  })
})

/** Whether a browser is asked first whether it knows this. */
function isConditional(node: ChildNode): boolean {
  for (let one: postcss.Node | undefined = node; one; one = one.parent)
    if (one.type === 'atrule' && (one as postcss.AtRule).name === 'supports') return true
  return false
}
